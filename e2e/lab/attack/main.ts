import fc from 'fast-check'
import { createMessageCheck } from '../../../src/contract/message-check.ts'
import { badInputs } from '../../../src/mock/bad-input.fixture.ts'
import { documentedRequest } from '../../../src/mock/documented-request.fixture.ts'
import { exchange, type RawRequest } from '../../../src/mock/raw-exchange.fixture.ts'
import { startProcess } from '../../../src/start-process.fixture.ts'
import { sendBytes, statusesIn } from '../../../src/validate/proxy/raw-upstream.fixture.ts'
import { smugglings } from '../../../src/validate/proxy/smuggling.fixture.ts'
import { bundled } from '../../../src/workspace/bundled.ts'

// npm run attack [-- <bad requests>]: attempts to smuggle requests, and bad requests to each operation, against a mock of all interfaces in
// a separate process, whose memory it measures; then messages that are costly to judge. Tests attack the proxy.

/** Milliseconds of CPU that one message may take. */
const maxTime = 1000
const requests = Number(process.argv[2] ?? 5000)
if (!Number.isInteger(requests) || requests < 1) {
  console.error('The number of requests is a whole number from 1: npm run attack -- 5000')
  process.exit(2)
}
const faults: string[] = []
const script = new URL('serve-mock.ts', import.meta.url).pathname
const {
  process: child,
  output,
  says,
  end,
} = startProcess([process.execPath, '--expose-gc', script], {
  stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
})
const [, origin = ''] = await says(/(http:\S+)/)
for (const { title, bytes, requests: expected } of smugglings) {
  const statuses = statusesIn(await sendBytes(origin, bytes))
  const isRight = expected === 0 ? statuses.every((status) => status >= 400) : statuses.length === expected
  if (!isRight || statuses.some((status) => status >= 500 && status !== 501)) faults.push(`${title}: ${statuses}`)
}
console.log(`mock: ${smugglings.length} attempts to smuggle a request, ${requests} bad requests`)
console.log('| bad requests | resident MB | live after a collection | heap of V8 |\n|--:|--:|--:|--:|')
await printMemory(0)
const source = badRequests(requests)
for (let sent = 0; sent < requests; await printMemory(sent)) {
  const step = Array.from({ length: Math.min(Math.ceil(requests / 5), requests - sent) }, () => source.next().value)
  sent += step.length
  await Promise.all(Array.from({ length: 8 }, () => sendEach(step)))
}
await end()
const contract = bundled.find('orders').contract
const { check } = createMessageCheck(contract)
const operation = [...contract.operations.values()].find(({ id }) => id === 'listOrders')
for (const [title, body] of costlyBodies()) {
  const started = process.cpuUsage()
  if (operation) check(operation, { status: 200, headers: { 'content-type': 'application/json' }, body })
  const { user, system } = process.cpuUsage(started)
  const time = Math.round((user + system) / 1000)
  console.log(`validator: ${title}: ${time} ms of CPU, ${Math.round(process.memoryUsage().rss / 1e6)} MB resident`)
  if (time > maxTime) faults.push(`${title} takes ${time} ms; ${maxTime} is the limit`)
}
faults.push(...output.stderr.split('\n').filter((line) => line !== ''))
for (const fault of faults) console.error(`fault: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)

async function sendEach(step: (RawRequest | undefined)[]): Promise<void> {
  for (let request = step.pop(); request; request = step.pop()) {
    const { method, target } = request
    const send = exchange(Number(new URL(origin).port), request, 10_000)
    await send.catch(({ message }: Error) => faults.push(`${method} ${target.slice(0, 80)}: ${message}`))
  }
}

async function printMemory(sent: number): Promise<void> {
  child.send(sent)
  console.log((await says(new RegExp(`^\\| ${sent} \\|.*$`, 'm')))[0])
}

/** The same number for each operation, each kind of fault in turn. */
function* badRequests(total: number): Generator<RawRequest> {
  const kinds = Object.values(badInputs)
  const operations = bundled.interfaces
    .filter(({ name }) => name !== 'mock-control')
    .flatMap(({ name }) =>
      [...bundled.find(name).contract.operations.values()].map((operation) => ({ name, operation })),
    )
  const numRuns = Math.max(1, Math.round(total / operations.length / kinds.length))
  for (let seed = 0; ; seed++)
    for (const { name, operation } of operations)
      for (const kind of kinds) yield* fc.sample(kind(documentedRequest(name, operation)), { numRuns, seed })
}

/** Messages that are costly to judge. Tests unpack a body, and read a recording of brackets. */
function* costlyBodies(): Generator<[title: string, body: string]> {
  const listOf = (count: number, item: unknown) =>
    JSON.stringify({ totalItems: 1, offset: 0, limit: 1, items: Array.from({ length: count }, () => item) })
  yield ['a list of no elements, to compile the schemas', listOf(1, 1)]
  yield ['80,000 wrong items, 1 MB', listOf(80_000, { a: 1, b: 2 })]
  yield ['5,000,000 wrong items, 10 MB', listOf(5_000_000, 1)]
  yield ['an array of 100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000)]
}
