import type { operations } from '../../../../generated/work-management/types.ts'
import type { AttemptInput, CheckContext, Reply } from '../../../check/check.ts'
import { expectSuccess } from '../../../check/expect-status.ts'
import { parseJson } from '../../../json-text.ts'

export type Context = CheckContext<operations>
export type Operation = keyof operations

/** The needs of all calls below. */
export const everything = ['space', 'workflow', 'workflow fields', 'new workflow', 'user', 'second user', 'user fields']

/** A call of each operation that succeeds with a token of its scope, and changes nothing, except for the creation. */
export const calls: Readonly<Record<Operation, (t: Context) => AttemptInput>> = {
  listWorkflows: () => ({}),
  listSpaceWorkflows: (t) => ({ path: { spaceId: t.resource('space') } }),
  createWorkflow: (t) => ({ body: t.resource('new workflow') }),
  updateWorkflow: (t) => ({ path: { workflowId: t.resource('workflow') }, body: t.resource('workflow fields') }),
  getUser: (t) => ({ path: { userId: t.resource('user') } }),
  updateUsers: (t) => ({ path: { userId: [t.resource('user')] }, body: t.resource('user fields') }),
}

export const operationIds = Object.keys(calls) as Operation[]

export function served(t: Context, reply: Reply, what: string): void {
  expectSuccess(t, reply, { what, gap: 'WRK-G06' })
}

/** Names a created workflow, even if the creation should have been refused: no documented request removes it. */
export function leavesCreated(t: Context, operation: Operation, { status }: Reply): void {
  if (operation === 'createWorkflow' && status < 300) t.leaves('a workflow, by POST /workflows')
}

/** The fields in a resource, whose value is a JSON object. */
export function fieldsOf(t: Context, resource: string): Record<string, unknown> {
  const fields = parseJson(t.resource(resource))
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return { ...fields }
  return t.inconclusive(`the resource '${resource}' is not the JSON of an object`)
}

/** Bodies that are not JSON objects. */
export const noObjects = ['[]', 'null', '"a"', '{"name":', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`]

/** A JSON object whose fields have unusual types. */
export const oddFields = '{"__proto__":{"a":1},"constructor":{},"id":[],"spaceId":7,"deleted":"maybe","nul":"\\u0000"}'

/** The records in an answer of the form that this contract assumes; empty if the answer has another form (gap WRK-G03). */
export function dataOf({ body }: Reply): Record<string, unknown>[] {
  const { data } = (body ?? {}) as { data?: unknown }
  return Array.isArray(data) ? data : []
}

export const idsOf = (reply: Reply) => dataOf(reply).map(({ id }) => id)
