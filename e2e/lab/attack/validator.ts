import { gzipSync } from 'node:zlib'
import { createResponseCheck } from '../../../src/contract/response-validator.ts'
import { UnusableHarError } from '../../../src/validate/har/envelope.ts'
import { validateHar } from '../../../src/validate/har/validate-har.ts'
import { createLocator, mockBaseUrls } from '../../../src/validate/locate.ts'
import { watchResponse } from '../../../src/validate/watch-response.ts'
import { loadContract } from '../../../src/workspace/interfaces.ts'
import type { AttackResult } from './result.ts'

const headers = { 'content-type': 'application/json' }

/** Milliseconds of CPU that one message may take. */
const maxTime = 1000

const contract = loadContract('orders')
const check = createResponseCheck(contract)
const [operation] = [...contract.operations.values()].filter(({ id }) => id === 'listOrders')

/** Messages that are costly to judge: many violations, deep nesting, packed bodies. */
export async function attackValidator(): Promise<AttackResult> {
  if (!operation) throw new Error('orders has no operation listOrders')
  const listOf = (count: number, item: unknown) =>
    JSON.stringify({ totalItems: 1, offset: 0, limit: 1, items: Array.from({ length: count }, () => item) })
  const judge = (body: string) => async () => void check.check(operation, { status: 200, headers, body })
  const tried: [title: string, run: () => Promise<void>][] = [
    ['a list of no elements, to compile the schemas', judge(listOf(1, 1))],
    ['80,000 wrong items, 1 MB', judge(listOf(80_000, { a: 1, b: 2 }))],
    ['5,000,000 wrong items, 10 MB', judge(listOf(5_000_000, 1))],
    ['an array of 100,000 levels', judge('['.repeat(100_000) + ']'.repeat(100_000))],
    ['200 MB from 200 kB of gzip', unpack],
    ['200 MB of [ in a recording', nest],
  ]
  const lines: string[] = []
  const faults: string[] = []
  for (const [title, run] of tried) {
    const started = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(started)
    const time = Math.round((user + system) / 1000)
    lines.push(`validator: ${title}: ${time} ms of CPU, ${Math.round(process.memoryUsage().rss / 1e6)} MB resident`)
    if (time > maxTime) faults.push(`${title} takes ${time} ms; ${maxTime} is the limit`)
  }
  return { lines, faults }
}

const packed = gzipSync(Buffer.alloc(200 * 1024 * 1024))

async function unpack(): Promise<void> {
  if (!operation) return
  const head = { status: 200, headers: { ...headers, 'content-encoding': 'gzip' } }
  const watch = watchResponse({ check, operation, method: 'GET', head })
  watch.write(packed)
  await watch.end(true)
}

async function nest(): Promise<void> {
  function* pieces() {
    yield Buffer.from('{"log":')
    for (let index = 0; index < 200; index++) yield Buffer.alloc(1024 * 1024, '[')
  }
  try {
    await validateHar(pieces(), { locator: createLocator(mockBaseUrls()) }, () => {})
  } catch (error) {
    if (!(error instanceof UnusableHarError)) throw error
  }
}
