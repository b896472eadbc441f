import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import fc from 'fast-check'
import { badInputs } from '../../../src/mock/bad-input.fixture.ts'
import { documentedRequest } from '../../../src/mock/documented-request.fixture.ts'
import { exchange, type RawRequest } from '../../../src/mock/raw-exchange.fixture.ts'
import { sendBytes, statusesIn } from '../../../src/validate/proxy/raw-upstream.fixture.ts'
import { smugglings } from '../../../src/validate/proxy/smuggling.fixture.ts'
import { listInterfaces, loadRuntime } from '../../../src/workspace/interfaces.ts'
import type { AttackResult } from './result.ts'

/** How long an answer may take. Milliseconds. */
const timeout = 10_000

const connections = 8

/** Sent by the process of the mock: first its address, then a fault or its memory in bytes. */
export type Message = { origin: string } | { fault: string } | Memory

interface Memory {
  resident: number
  heap: number
  /** Live memory of V8 after a collection. */
  live: number
}

/** Attempts to smuggle requests, and bad requests to each operation, against a mock of all interfaces. */
export async function attackMock(requests: number): Promise<AttackResult> {
  const faults: string[] = []
  const child = fork(new URL('serve-mock.ts', import.meta.url), { execArgv: ['--expose-gc'] })
  child.on('message', (message: Message) => {
    if ('fault' in message) faults.push(`the mock reports ${message.fault}`)
  })
  child.once('exit', (code, signal) => faults.push(`the mock has ended by itself: ${code ?? signal}`))
  const { origin } = (await answerOf(child, 'origin')) as { origin: string }
  for (const { title, bytes, requests: expected } of smugglings) {
    const statuses = statusesIn(await sendBytes(origin, bytes))
    const isRight = expected === 0 ? statuses.every((status) => status >= 400) : statuses.length === expected
    if (!isRight || statuses.some((status) => status >= 500 && status !== 501)) faults.push(`${title}: ${statuses}`)
  }

  const statuses = new Map<number, number>()
  const table: string[] = []
  const measure = async (sent: number) => table.push(await memoryRow(child, sent))
  let sent = 0
  let measured = measure(0)
  const step = Math.ceil(requests / 5)
  const source = badRequests(requests)
  const attack = async () => {
    for (const request of source) {
      const { status } = await exchange(Number(new URL(origin).port), request, timeout).catch((error: Error) => {
        faults.push(`${request.method} ${request.target.slice(0, 80)}: ${error.message}`)
        return { status: 0 }
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const count = ++sent
      if (count % step === 0 || count === requests) measured = measured.then(() => measure(count))
      await measured
    }
  }
  await Promise.all(Array.from({ length: connections }, attack))
  child.removeAllListeners('exit')
  child.disconnect()
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  const head = ['| bad requests | resident | live after a collection | heap of V8 |', '|--:|--:|--:|--:|']
  return {
    lines: [
      `mock: ${smugglings.length} attempts to smuggle a request, ${sent} bad requests (${shown.join(', ')})`,
      ...head,
      ...table,
    ],
    faults,
  }
}

async function memoryRow(child: ChildProcess, sent: number): Promise<string> {
  child.send('memory')
  const { resident, live, heap } = (await answerOf(child, 'live')) as Memory
  const megabytes = [resident, live, heap].map((bytes) => Math.round(bytes / 1e6))
  return `| ${sent.toLocaleString('en')} | ${megabytes.join(' | ')} |`
}

/** The next message that has a member of this name. */
async function answerOf(child: ChildProcess, member: string): Promise<Message> {
  for await (const [message] of on(child, 'message', { close: ['exit'] })) if (member in message) return message
  throw new Error('the mock has ended')
}

/** The same number for each operation, each kind of fault in turn. */
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
