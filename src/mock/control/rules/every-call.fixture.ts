import type { More, Operation, Reply, Session } from './session.fixture.ts'

const apiKeys = { interface: 'orders', kind: 'api-keys' }
const snapshot = { snapshot: '1' }

/** Path and body of every operation on a session. None of them breaks a new session. */
const aboutSession: readonly [Operation, path?: object, body?: object][] = [
  ['getSession'],
  ['deleteSession'],
  ['resetSession'],
  ['seedSession', {}, { interfaces: {} }],
  ['listSnapshots'],
  ['createSnapshot'],
  ['getSnapshot', snapshot],
  ['deleteSnapshot', snapshot],
  ['restoreSnapshot', snapshot],
  ['getClock'],
  ['setClock', {}, { now: '2031-01-01T00:00:00Z' }],
  ['advanceClock', {}, { seconds: 1 }],
  ['getConditions', { interface: 'orders' }],
  ['changeConditions', { interface: 'orders' }, {}],
  ['listRecords', apiKeys],
  ['getRecord', { ...apiKeys, key: 'none' }],
  ['putRecord', { ...apiKeys, key: 'new' }, { owner: 'a check' }],
  ['deleteRecord', { ...apiKeys, key: 'none' }],
  ['runAction', { interface: 'orders', action: 'download' }, {}],
  ['listFaults'],
  ['createFault', {}, { interface: 'orders', kind: 'drop', times: 1 }],
  ['deleteFaults'],
  ['deleteFault', { fault: '1' }],
  ['getStrictness'],
  ['setStrictness', {}, { strict: 'off' }],
  ['getJournal'],
  ['clearJournal'],
]

export const ofSessions: readonly Operation[] = aboutSession.map(([operation]) => operation)

/** The operations that create the session in their path. */
export const making = ofSessions.filter((operation) => operation !== 'getSession' && operation !== 'deleteSession')

/** Calls an operation with a valid path and body. */
export function callAnyhow(s: Session, operation: Operation, more: More = {}): Promise<Reply> {
  const [, path = {}, body] = aboutSession.find(([name]) => name === operation) ?? []
  return s.call(operation, path, body, more)
}

/** Every operation of the document except the health. */
export const all: readonly Operation[] = ['getMetrics', 'listInterfaces', 'listSessions', ...ofSessions]
