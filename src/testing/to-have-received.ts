import { type Expectation, Received } from './received.ts'

/** The result of a matcher of Vitest or Jest. */
export interface MatcherResult {
  pass: boolean
  message: () => string
}

/**
 * Passes if the mock, or one of its sessions, received a request to an operation that matches the expectation. Messages name the
 * members that differ, and hold no value that was sent.
 *
 * @param mock the result of `startMock`, `session()` or `createMock`
 * @throws {TypeError} if `mock` is neither a mock nor a session
 */
export function toHaveReceived(mock: unknown, operation: string, expected: Expectation = {}): MatcherResult {
  const received = receivedOf(mock)
  const compared = received.compare(operation, expected)
  const matching = compared.filter(({ differences }) => differences.length === 0)
  const { times } = expected
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  const expectation = `${operation}${times === undefined ? '' : ` ${times} times`}`
  return {
    pass,
    message: () =>
      pass
        ? `the mock has received ${expectation} as described, and should not have`
        : `the mock has not received ${expectation} as described.\n${describe(operation, compared, received)}`,
  }
}

function describe(operation: string, compared: ReturnType<Received['compare']>, received: Received): string {
  if (compared.length > 0) {
    const lines = compared.map(({ status, rules, differences }) => {
      const verdict = differences.length === 0 ? 'as described' : `differs in ${differences.join(', ')}`
      const decided = rules.length > 0 ? ` (${rules.join(', ')})` : ''
      return `  ${operation}, answered ${status ?? 'by a closed connection'}${decided}: ${verdict}`
    })
    return `It has received:\n${lines.join('\n')}`
  }
  const others = [...received.statuses()].map(
    ([id, statuses]) =>
      `${id} (${statuses.length}, answered ${[...new Set(statuses.map((one) => one ?? 'nothing'))].join(', ')})`,
  )
  return others.length > 0 ? `It has received ${others.join(', ')}.` : 'It has received nothing.'
}

function receivedOf(mock: unknown): Received {
  const received = typeof mock === 'object' && mock !== null && 'received' in mock ? mock.received : undefined
  if (received instanceof Received) return received
  throw new TypeError('toHaveReceived takes a mock or a session of one')
}
