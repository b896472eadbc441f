/**
 * The mock for tests: started on a free port, driven and asked from the test.
 *
 * @module
 */

export { ControlRefusedError } from './control-plane.ts'
export type { InterfaceName, InterfaceOperations, OperationName } from './operations.ts'
export type { Expectation } from './received.ts'
export type { Fault, FaultKind, JournalEntry, MockSession, Records, Seed, SessionClock } from './session.ts'
export { startMock, type TestMockOptions } from './start-mock.ts'
export type { TestMock } from './test-mock.ts'
