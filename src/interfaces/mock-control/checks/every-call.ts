import type { operations } from '../../../../generated/mock-control/types.ts'
import type { AttemptInput, Reply } from '../../../check/check.ts'
import type { Context } from './session.ts'

type Operation = keyof operations & string

/** Every operation that is about a session, with what it needs beside the session's name. None of them harms a session that is new. */
const aboutSession: readonly [Operation, AttemptInput][] = [
  ['getSession', {}],
  ['deleteSession', {}],
  ['resetSession', {}],
  ['seedSession', { body: { interfaces: {} } }],
  ['listSnapshots', {}],
  ['createSnapshot', {}],
  ['getSnapshot', { path: { snapshot: '1' } }],
  ['deleteSnapshot', { path: { snapshot: '1' } }],
  ['restoreSnapshot', { path: { snapshot: '1' } }],
  ['getClock', {}],
  ['setClock', { body: { now: '2031-01-01T00:00:00Z' } }],
  ['advanceClock', { body: { seconds: 1 } }],
  ['getConditions', { path: { interface: 'orders' } }],
  ['changeConditions', { path: { interface: 'orders' }, body: {} }],
  ['listRecords', { path: { interface: 'orders', kind: 'api-keys' } }],
  ['getRecord', { path: { interface: 'orders', kind: 'api-keys', key: 'none' } }],
  ['putRecord', { path: { interface: 'orders', kind: 'api-keys', key: 'new' }, body: { owner: 'a check' } }],
  ['deleteRecord', { path: { interface: 'orders', kind: 'api-keys', key: 'none' } }],
  ['runAction', { path: { interface: 'orders', action: 'download' }, body: {} }],
  ['listFaults', {}],
  ['createFault', { body: { interface: 'orders', kind: 'drop', times: 1 } }],
  ['deleteFaults', {}],
  ['deleteFault', { path: { fault: '1' } }],
  ['getStrictness', {}],
  ['setStrictness', { body: { strict: 'off' } }],
  ['getJournal', {}],
  ['clearJournal', {}],
]

/** Those that make the session that they name. */
export const making: readonly Operation[] = aboutSession
  .map(([operation]) => operation)
  .filter((operation) => operation !== 'getSession' && operation !== 'deleteSession')

export const ofSessions: readonly Operation[] = aboutSession.map(([operation]) => operation)

/** Calls an operation as it is meant to be called. */
export function callInSession(
  t: Context,
  operation: Operation,
  session: string,
  options: AttemptInput = {},
): Promise<Reply> {
  const input = aboutSession.find(([name]) => name === operation)?.[1] ?? {}
  return t.attempt(operation, { ...input, ...options, path: { session, ...input.path } })
}

/** Calls every operation of the document; the answers, by operation. */
export async function callAll(t: Context, session: string, options: AttemptInput): Promise<Map<Operation, Reply>> {
  const replies = new Map<Operation, Reply>()
  for (const operation of ['getMetrics', 'listInterfaces', 'listSessions'] as const)
    replies.set(operation, await t.attempt(operation, options))
  for (const operation of ofSessions) replies.set(operation, await callInSession(t, operation, session, options))
  return replies
}
