import type { components, operations } from '../../../../generated/work-management/types.ts'
import type { Check, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import {
  acceptsRefused,
  answersStatus,
  changesBody,
  on,
  type Sabotage,
  seesBody,
  seesPath,
  turnsStatus,
} from '../../../check/sabotage.ts'
import { type Context, calls, dataOf, fieldsOf, idsOf, leavesCreated, noObjects, oddFields, served } from './calls.ts'
import { assumeError } from './error.ts'

type WorkflowsAnswer = components['schemas']['WorkflowsAnswer']

const updating = { resources: ['workflow', 'workflow fields', 'workflow change'], changes: 'reversible' } as const

const findWorkflow = async (t: Context, id: unknown) =>
  dataOf(await t.attempt('listWorkflows')).find((workflow) => workflow.id === id)

const without = (id: string): Sabotage =>
  changesBody((answer: WorkflowsAnswer) => ({ ...answer, data: answer.data?.filter((workflow) => workflow.id !== id) }))

/** Serves another resource than the one in the path. */
const readsAnother: Sabotage = seesPath((path) =>
  path.replace('no-such-workflow', 'WFAAAA02').replace('no-such-space', 'SPAAAA01'),
)

/** Any object creates a workflow, and so does a request without a body; each workflow has a new id. */
async function assumeCreations(t: Context): Promise<void> {
  const before = idsOf(await t.attempt('listWorkflows'))
  const next = String(before.at(-1)).replace(/\d+$/, (number) => String(Number(number) + 1).padStart(2, '0'))
  await t.control.putRecord('workflows', next, { name: 'of a tester' })
  const bodies = [undefined, '{}', oddFields, ...Array<string>(20).fill('{"spaceId":"SPAAAA03"}')]
  const made = await Promise.all(bodies.map((body) => t.attempt('createWorkflow', { body })))
  const after = idsOf(await t.attempt('listWorkflows'))
  const inSpace = idsOf(await t.attempt('listSpaceWorkflows', { path: { spaceId: 'SPAAAA03' } }))
  t.assume('WRK-G14', () => {
    const ids = made.flatMap(idsOf)
    expect(new Set(after).size, 'ids of the account that differ').toBe(before.length + 1 + bodies.length)
    expect(after, 'ids of the account').toEqual(expect.arrayContaining([next, ...ids]))
    expect(inSpace.toSorted(), 'ids of the space that the last ones name').toEqual(ids.slice(3).toSorted())
    expect(dataOf(made[0] as Reply)[0], 'a workflow made of nothing').toMatchObject({ standard: false, hidden: false })
  })
}

export const workflows: Record<string, Check<operations>> = {
  'WRK-005': {
    needs: { resources: ['workflow', 'workflow fields'], changes: 'reversible' },
    async run(t) {
      const known = await t.attempt('updateWorkflow', calls.updateWorkflow(t))
      served(t, known, 'an update of a workflow by its id')
      t.assume('WRK-G03', () => expect(idsOf(known), 'ids in the answer').toEqual([t.resource('workflow')]))
      const unknown = { ...calls.updateWorkflow(t), path: { workflowId: 'no-such-workflow' } }
      const what = 'an update of a workflow that is not there'
      assumeError(t, await t.attempt('updateWorkflow', unknown), { what, status: 404 })
    },
    sabotage: [
      on('updateWorkflow', readsAnother),
      on('updateWorkflow', acceptsRefused()),
      on('updateWorkflow', without('WFAAAA02')),
      on('updateWorkflow', seesPath, (path) => path.replace('WFAAAA02', 'no-such-workflow')),
    ],
  },
  'WRK-007': {
    needs: { resources: ['space', 'workflow'] },
    async run(t) {
      const known = await t.attempt('listSpaceWorkflows', calls.listSpaceWorkflows(t))
      served(t, known, 'the workflows of a space by its id')
      t.assume('WRK-G03', () => expect(idsOf(known), 'workflows of the space').toContain(t.resource('workflow')))
      const unknown = await t.attempt('listSpaceWorkflows', { path: { spaceId: 'no-such-space' } })
      const what = 'the workflows of a space that is not there'
      assumeError(t, unknown, { what, status: 404 })
    },
    sabotage: [
      on('listSpaceWorkflows', answersStatus(404)),
      on('listSpaceWorkflows', readsAnother),
      on('listSpaceWorkflows', acceptsRefused()),
      on('listSpaceWorkflows', seesPath, (path) => path.replace('SPAAAA01', 'SPAAAA02')),
    ],
  },
  'WRK-014': {
    needs: { resources: ['space', 'workflow', 'workflow of another space'], control: 'where offered' },
    async run(t) {
      const reply = await t.attempt('listSpaceWorkflows', calls.listSpaceWorkflows(t))
      served(t, reply, 'GET /spaces/{spaceId}/workflows')
      const ids = idsOf(reply)
      t.assume('WRK-G14', () => expect(ids, 'ids that are read of the space').toContain(t.resource('workflow')))
      const other = t.resource('workflow of another space')
      t.assume('WRK-G14', () => expect(ids, 'ids that are read of the space').not.toContain(other))
      const all = idsOf(await t.attempt('listWorkflows'))
      t.assume('WRK-G14', () => expect(all, 'ids of the account').toEqual(expect.arrayContaining(ids)))
      if (!t.hasControl) return
      await t.control.putRecord('spaces', 'SPBBBB01', {})
      for (const workflows of [[], [{ id: 'WFBBBB01', spaceId: 'SPBBBB01' }]]) {
        for (const { id, spaceId } of workflows) await t.control.putRecord('workflows', id, { spaceId })
        const made = await t.attempt('listSpaceWorkflows', { path: { spaceId: 'SPBBBB01' } })
        t.assume('WRK-G14', () => expect(dataOf(made), 'workflows of a space that a tester made').toEqual(workflows))
      }
    },
    sabotage: [
      on('listSpaceWorkflows', changesBody, (answer: WorkflowsAnswer) => ({
        ...answer,
        data: [...(answer.data ?? []), { id: 'WFAAAA03' }],
      })),
      on('listSpaceWorkflows', answersStatus(404)),
      on('listSpaceWorkflows', without('WFAAAA02')),
      on('listWorkflows', without('WFAAAA02')),
    ],
  },
  'WRK-016': {
    needs: { resources: ['new workflow'], changes: 'lasting', control: 'where offered' },
    async run(t) {
      const before = idsOf(await t.attempt('listWorkflows'))
      const reply = await t.attempt('createWorkflow', calls.createWorkflow(t))
      leavesCreated(t, 'createWorkflow', reply)
      served(t, reply, 'POST /workflows')
      const [id] = idsOf(reply)
      t.assume('WRK-G14', () => expect(before, 'ids before the creation').not.toContain(id))
      const created = await findWorkflow(t, id)
      const fields = fieldsOf(t, 'new workflow')
      t.assume('WRK-G14', () => expect(created, 'the workflow that was created').toMatchObject(fields))
      t.assume('WRK-G03', () => expect(dataOf(reply), 'the answer of the creation').toEqual([created]))
      for (const body of noObjects) {
        const answer = await t.attempt('createWorkflow', { body })
        leavesCreated(t, 'createWorkflow', answer)
        t.assume('WRK-G02', () => expect(answer.status, `status for the body ${body.slice(0, 40)}`).toBe(400))
      }
      if (t.hasControl) await assumeCreations(t)
    },
    sabotage: [
      on('createWorkflow', answersStatus(404)),
      on('createWorkflow', seesBody, (fields: object | null) =>
        Array.isArray(fields) || fields === null ? fields : {},
      ),
      on('listWorkflows', without('WFAAAA04')),
      on('createWorkflow', acceptsRefused()),
    ],
  },
  'WRK-018': {
    needs: { ...updating, control: 'where offered' },
    async run(t) {
      const path = { workflowId: t.resource('workflow') }
      const before = await findWorkflow(t, path.workflowId)
      t.afterwards(async () => {
        const undone = await t.attempt('updateWorkflow', { path, body: t.resource('workflow fields') })
        served(t, undone, 'an update that puts the workflow back')
      })
      const reply = await t.attempt('updateWorkflow', { path, body: t.resource('workflow change') })
      served(t, reply, 'PUT /workflows/{workflowId}')
      const updated = await findWorkflow(t, path.workflowId)
      const change = fieldsOf(t, 'workflow change')
      t.assume('WRK-G14', () => expect(updated, 'the workflow after the update').toMatchObject(change))
      t.assume('WRK-G02', () => expect(updated, 'its other fields').toEqual({ ...before, ...change }))
      t.assume('WRK-G03', () => expect(dataOf(reply), 'the answer of the update').toEqual([updated]))
      for (const body of [...noObjects, undefined]) {
        const { status } = await t.attempt('updateWorkflow', { path, body })
        const what = `status for the body ${body?.slice(0, 40)}`
        t.assume('WRK-G02', () => expect(status, what).toBe(body === undefined ? 200 : 400))
      }
      if (!t.hasControl) return
      const odd = await t.attempt('updateWorkflow', { path, body: oddFields })
      t.assume('WRK-G02', () => {
        expect(odd.status, 'status of an update with odd fields').toBe(200)
        expect(idsOf(odd), 'ids in its answer').toEqual([path.workflowId])
        expect(dataOf(odd)[0], 'the workflow then').toMatchObject({ ...change, spaceId: 7, deleted: 'maybe' })
      })
    },
    sabotage: [
      on('updateWorkflow', answersStatus(404)),
      on('updateWorkflow', seesBody, (fields: object | null) =>
        Array.isArray(fields) || fields === null ? fields : {},
      ),
      on('updateWorkflow', turnsStatus(400, 200)),
    ],
  },
}
