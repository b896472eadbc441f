import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isObject, nodeAt } from '../../src/contract/json-pointer.ts'
import { loadContract } from '../../src/workspace/interfaces.ts'
import { root } from '../../src/workspace/root.ts'
import type { Options } from './options.ts'
import { runToEnd, temporaryFolder, type Usage } from './processes.ts'
import { type Report, table, whole } from './report.ts'
import { sampleInTurns, summarise } from './statistics.ts'

/** Lowest number of responses that `rulebound validate` may check in a second. */
const minRate = 5000

/** Server that the recorded requests name. */
export const recordedServer = 'http://127.0.0.1:4010/orders/api'

const contestants: readonly { name: string; command: (file: string) => readonly string[] }[] = [
  {
    name: 'rulebound validate',
    command: (file) => [process.execPath, join(root, 'src/cli/rulebound.ts'), 'validate', file],
  },
  {
    name: "Prism's `validateOutput`, fed by our reader and router",
    command: (file) => [process.execPath, join(root, 'e2e/bench/validate-with-prism.ts'), file],
  },
  {
    name: '`redocly drift`, `schema-consistency` alone',
    command: (file) => [
      join(root, 'node_modules/.bin/redocly'),
      ...['drift', file, '--traffic-format', 'har', '--format', 'json', '--rules', 'schema-consistency'],
      ...['--api', join(root, 'generated/orders/openapi.yaml'), '--server', recordedServer],
    ],
  },
]

/** Validates the responses of one recording with several programs. The run fails if a program finds a violation. */
export async function bench({ quick, rounds = quick ? 1 : 5, responses }: Options): Promise<Report> {
  const file = join(temporaryFolder(), 'recording.har')
  const bytes = await writeRecording(file, responses)
  const usage = await sampleInTurns(rounds, contestants, ({ name, command }, round) => {
    console.error(`round ${round} of ${rounds}: ${name}`)
    return runToEnd(command(file))
  })
  const rows = contestants.map(({ name }, index) => {
    const of = (figure: (one: Usage) => number) => summarise((usage[index] ?? []).map(figure))
    return {
      name,
      perSecond: of(({ seconds }) => responses / seconds),
      cpuSeconds: of(({ cpuSeconds }) => cpuSeconds),
      megabytes: of(({ megabytes }) => megabytes),
    }
  })
  const [own] = rows
  // On a busy machine, the processor time still shows how fast the program is.
  const rate = own ? Math.max(own.perSecond.median, responses / own.cpuSeconds.median) : 0
  return {
    sections: [
      `Node ${process.version}; a HAR of ${responses} lists of 20 orders, ${bytes} bytes each, ${whole(statSync(file).size / 1e6)} MB; whole processes; medians of ${rounds} rounds.`,
      table(
        ['', 'Responses/s', 'CPU s', 'MB at most'],
        rows.map(({ name, perSecond, cpuSeconds, megabytes }) => [
          name,
          whole(perSecond.median),
          cpuSeconds.median.toFixed(1),
          whole(megabytes.median),
        ]),
      ),
    ],
    results: { responses, rounds, bytes, rows },
    failures: rate < minRate ? [`rulebound validate checked fewer than ${minRate} responses a second.`] : [],
  }
}

/** Writes a HAR of different lists of 20 orders, and returns the bytes of one list. */
export async function writeRecording(file: string, responses: number): Promise<number> {
  const example = nodeAt(loadContract('orders').document, '/components/examples/order-list/value')
  const [order] = Array.isArray(example?.items) ? example.items : []
  if (!isObject(order)) throw new Error('the order API has no example of a list with an order in it')
  const bodyOf = (index: number) =>
    JSON.stringify({
      totalItems: 20 * responses,
      offset: 20 * index,
      limit: 20,
      items: Array.from({ length: 20 }, (_, at) => ({ ...order, invoiceNumber: `INV-${index}-${at}` })),
    })
  function* har() {
    yield '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":['
    for (let index = 0; index < responses; index++)
      yield `${index > 0 ? ',' : ''}${JSON.stringify(entryOf(index, bodyOf(index)))}`
    yield ']}}'
  }
  await pipeline(Readable.from(har()), createWriteStream(file))
  return Buffer.byteLength(bodyOf(0))
}

function entryOf(index: number, text: string): object {
  const size = Buffer.byteLength(text)
  const offset = { name: 'offset', value: String(20 * index) }
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const headers = [
    { name: 'content-type', value: 'application/json' },
    { name: 'content-length', value: String(size) },
  ]
  const userAgent = { name: 'user-agent', value: 'Mozilla/5.0 (X11; Linux x86_64)' }
  const url = `${recordedServer}/orders?offset=${offset.value}`
  const accept = { name: 'accept', value: 'application/json' }
  const content = { size, mimeType: 'application/json', text }
  return {
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 12.5,
    request: { ...common, method: 'GET', url, headers: [accept, userAgent], queryString: [offset], bodySize: 0 },
    response: { ...common, status: 200, statusText: 'OK', headers, content, redirectURL: '', bodySize: size },
    cache: {},
    timings: { send: 0, wait: 10, receive: 2 },
  }
}
