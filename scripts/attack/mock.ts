import fc from 'fast-check'
import { listInterfaces, loadRuntime } from '../../src/contract/registry.ts'
import { badInputs } from '../../src/mock/bad-input.fixture.ts'
import { documentedRequest } from '../../src/mock/documented-request.fixture.ts'
import { exchange, type RawRequest } from '../../src/mock/raw-exchange.fixture.ts'
import { startMock } from '../../src/mock/start-mock.ts'
import { sendBytes, statusesIn } from '../../src/validate/proxy/raw-upstream.fixture.ts'
import { smugglings } from '../../src/validate/proxy/smuggling.fixture.ts'
import type { AttackResult } from './result.ts'

/** How long an answer may take. Milliseconds. */
const timeout = 10_000

/** Attempts to smuggle, and bad requests to each operation, against a mock of all interfaces. */
export async function attackMock(requests: number): Promise<AttackResult> {
  const faults: string[] = []
  const mock = await startMock({ onFault: (reason) => void faults.push(`the mock reports ${reason}`) })
  const port = Number(new URL(mock.origin).port)
  for (const { title, bytes, requests: expected } of smugglings) {
    const statuses = statusesIn(await sendBytes(mock.origin, bytes))
    const isRight = expected === 0 ? statuses.every((status) => status >= 400) : statuses.length === expected
    if (!isRight || statuses.some((status) => status >= 500 && status !== 501)) faults.push(`${title}: ${statuses}`)
  }
  const statuses = new Map<number, number>()
  const memory: number[] = []
  let sent = 0
  for (const request of badRequests(requests)) {
    const { status } = await exchange(port, request, timeout).catch((error: Error) => {
      faults.push(`${request.method} ${request.target.slice(0, 80)}: ${error.message}`)
      return { status: 0 }
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (sent++ % Math.ceil(requests / 5) === 0) memory.push(megabytes())
  }
  const before = megabytes()
  await mock.close()
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  const lines = [
    `mock: ${smugglings.length} attempts to smuggle a request, ${sent} bad requests (${shown.join(', ')})`,
    `mock: resident memory in MB, while it was attacked ${memory.join(', ')}, at the end ${before}`,
  ]
  return { lines, faults }
}

/** As many for each operation, each kind in turn. */
function* badRequests(total: number): Generator<RawRequest> {
  const kinds = Object.values(badInputs)
  const operations = listInterfaces()
    .filter(({ name }) => name !== 'mock-control')
    .flatMap(({ name }) => loadRuntime(name).operations.map((operation) => ({ name, operation })))
  const each = Math.max(1, Math.round(total / operations.length / kinds.length))
  for (let round = 0, left = total; left > 0; round++) {
    for (const { name, operation } of operations) {
      for (const kind of kinds) {
        const valid = documentedRequest(name, operation)
        for (const request of fc.sample(kind(valid), { numRuns: each, seed: round })) if (left-- > 0) yield request
      }
    }
  }
}

function megabytes(): number {
  return Math.round(process.memoryUsage().rss / 1e6)
}
