import type { operations } from '../../../generated/work-management/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Store } from '../../behaviour/store.ts'
import { type Fields, records } from './state.ts'

export const behaviours: Behaviours<operations> = {
  async listWorkflows(_, { store }) {
    return { status: 200, body: answer('workflows', await records(store).workflows.entries()) }
  },

  /** A workflow belongs to the space that it names; without one it belongs only to the account (gap WRK-G14). */
  async listSpaceWorkflows({ path: { spaceId } }, { store }) {
    const { spaces, workflows } = records(store)
    if (!(await spaces.get(spaceId))) return new Refusal('not-found', `There is no space ${spaceId}.`)
    const inSpace = (await workflows.entries()).filter(([, workflow]) => workflow.spaceId === spaceId)
    return { status: 200, body: answer('workflows', inSpace) }
  },

  async createWorkflow({ body }, { store }) {
    if (body === null) return noObject()
    const workflow = { standard: false, hidden: false, ...body }
    return { status: 200, body: answer('workflows', [[await addWorkflow(store, workflow), workflow]]) }
  },

  async updateWorkflow({ path: { workflowId: id }, body }, { store }) {
    if (body === null) return noObject()
    const updated = await records(store).workflows.update(id, (workflow) => workflow && { ...workflow, ...body })
    if (!updated) return new Refusal('not-found', `There is no workflow ${id}.`)
    return { status: 200, body: answer('workflows', [[id, updated]]) }
  },

  // `A,B` is one unknown id here: only the update takes several ids.
  async getUser({ path: { userId } }, { store }) {
    const user = await records(store).users.get(userId)
    return user ? { status: 200, body: answer('users', [[userId, user]]) } : noSuchUser(userId)
  },

  /**
   * Sets the same fields of all users without merging their content (gap WRK-G02), and answers the users in the order of the path; a
   * repeated id counts once (gap WRK-G07). One unknown id leaves every user unchanged, because a refusal stores nothing.
   */
  async updateUsers({ path: { userId: ids }, body }, { store }) {
    if (body === null) return noObject()
    const updated: [id: string, Fields][] = []
    for (const id of new Set(ids)) {
      const user = await records(store).users.update(id, (current) => current && { ...current, ...body })
      if (!user) return noSuchUser(id)
      updated.push([id, user])
    }
    return { status: 200, body: answer('users', updated) }
  },
}

/** Records as the API shows them. The id of each is its key, whatever `id` a caller has sent. */
function answer(kind: string, found: [id: string, Fields][]) {
  return { kind, data: found.map(([id, { id: _, ...fields }]) => ({ id, ...fields })) }
}

/** JSON's `null` is a body but not an object, and Prism accepts it like a missing body. */
function noObject(): Refusal {
  return new Refusal('invalid-request', 'The request body is not a JSON object.')
}

function noSuchUser(id: string): Refusal {
  return new Refusal('not-found', id === '' ? 'An id in the path is empty.' : `There is no user ${id}.`)
}

/** Stores a workflow under the next free id, since the control plane may have created a record. */
async function addWorkflow(store: Store, workflow: Fields): Promise<string> {
  const { workflows, counters } = records(store)
  const idOf = (number: number) => `WFAAAA${String(number).padStart(2, '0')}`
  let number = ((await counters.get('workflows')) ?? 0) + 1
  while (await workflows.get(idOf(number))) number++
  await counters.set('workflows', number)
  await workflows.set(idOf(number), workflow)
  return idOf(number)
}
