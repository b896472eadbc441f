import type { operations } from '../../../generated/work-management/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Store } from '../../behaviour/store.ts'
import { givenFields } from './payload.ts'
import { type Fields, isInSpace, merge, newWorkflow, records, resource, workflowId } from './state.ts'

type WorkflowOperations = Pick<operations, 'listWorkflows' | 'listSpaceWorkflows' | 'createWorkflow' | 'updateWorkflow'>

export const workflowBehaviours: Behaviours<WorkflowOperations> = {
  async listWorkflows(_, { store }) {
    const all = await records(store).workflows.entries()
    return { status: 200, body: answer(all) }
  },

  async listSpaceWorkflows({ path: { spaceId } }, { store }) {
    const { spaces, workflows } = records(store)
    if (!(await spaces.get(spaceId))) return new Refusal('not-found', `There is no space ${spaceId}.`)
    const all = await workflows.entries()
    return { status: 200, body: answer(all.filter(([, workflow]) => isInSpace(workflow, spaceId))) }
  },

  async createWorkflow({ body }, { store }) {
    const given = givenFields(body)
    if (given instanceof Refusal) return given
    const created = await addWorkflow(store, merge(newWorkflow, given))
    return { status: 200, body: answer([created]) }
  },

  async updateWorkflow({ path: { workflowId: id }, body }, { store }) {
    const given = givenFields(body)
    if (given instanceof Refusal) return given
    const updated = await records(store).workflows.update(id, (workflow) => workflow && merge(workflow, given))
    if (!updated) return new Refusal('not-found', `There is no workflow ${id}.`)
    return { status: 200, body: answer([[id, updated]]) }
  },
}

function answer(workflows: [id: string, Fields][]) {
  return { kind: 'workflows', data: workflows.map(([id, workflow]) => resource(id, workflow)) }
}

/** Stores a workflow under the next free id, since the control plane may have created a record. */
async function addWorkflow(store: Store, workflow: Fields): Promise<[id: string, Fields]> {
  const { workflows, counters } = records(store)
  let number = ((await counters.get('workflows')) ?? 0) + 1
  while (await workflows.get(workflowId(number))) number++
  const id = workflowId(number)
  await counters.set('workflows', number)
  await workflows.set(id, workflow)
  return [id, workflow]
}
