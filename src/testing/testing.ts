/**
 * The mock for tests: a test starts it on a free port, changes its state, and reads the requests that it received.
 *
 * @module
 */

export type { InterfaceName, InterfaceOperations, OperationName } from './operations.ts'
export type { Expectation } from './received.ts'
export type { Fault, FaultKind, JournalEntry, MockSession, Records, Seed, SessionClock, TestMock } from './session.ts'
export { ControlRefusedError } from './session.ts'
export { type ServedName, startMock, type TestMockOptions } from './start-mock.ts'
