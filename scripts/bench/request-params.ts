import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import qs from 'qs'
import * as z from 'zod'
import { runCommand, UserError } from '../../src/cli/user-error.ts'
import {
  bool,
  enumReader,
  int,
  type Params,
  readParams,
  readQuery,
  text,
  uuid,
} from '../../src/request-params/request-params.ts'
import { root } from '../generate/interfaces.ts'
import { ratio, type Summary, summarise } from './statistics.ts'

// Reads 10 typed parameters of a query in several ways, in one process. Usage: request-params.ts [--rounds 41] [--milliseconds 50]

/** The least share of the rate of bare reads that the library may have. */
const leastShare = 0.5

const query =
  'offset=40&limit=20&status=Shipped&invoiceNumber=INV-000042&token=0f8fad5b-d9cb-469f-a165-70867728950e' +
  '&placedBy=Grace+Hopper&billingAddressCity=Montr%C3%A9al&billingAddressCountry=CA&isRecurringOrder=true&page=3'
const expected = [
  40,
  20,
  'Shipped',
  'INV-000042',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  'Grace Hopper',
  'Montréal',
  'CA',
  true,
  3,
]
const request = new Request(`http://127.0.0.1:4010/orders/api/orders?${query}`)
const status = enumReader(['Processed', 'Shipped'])

const schema = z.object({
  offset: z.coerce.number().int(),
  limit: z.coerce.number().int(),
  status: z.enum(['Processed', 'Shipped']),
  invoiceNumber: z.string(),
  token: z.uuid(),
  placedBy: z.string(),
  billingAddressCity: z.string(),
  billingAddressCountry: z.string(),
  isRecurringOrder: z.stringbool(),
  page: z.coerce.number().int(),
})

interface Contestant {
  name: string
  /** What it makes of a query: typed values, or strings. */
  typed: boolean
  read: () => unknown[] | Promise<unknown[]>
}

/** Each group is compared with its first member. */
const groups: { title: string; contestants: [Contestant, ...Contestant[]] }[] = [
  {
    title: 'of a query',
    contestants: [
      { name: 'bare `URLSearchParams` reads', typed: false, read: () => bareReads(new URLSearchParams(query)) },
      { name: 'request-params', typed: true, read: () => typedReads(readQuery(query)) },
      {
        name: 'Zod over `Object.fromEntries`',
        typed: true,
        read: () => Object.values(schema.parse(Object.fromEntries(new URLSearchParams(query)))),
      },
      { name: '`qs`', typed: false, read: () => Object.values(qs.parse(query)) },
    ],
  },
  {
    title: 'of a `Request`',
    contestants: [
      {
        name: 'bare `URLSearchParams` reads',
        typed: false,
        read: async () => bareReads(new URL(request.url).searchParams),
      },
      { name: 'request-params', typed: true, read: async () => typedReads(await readParams(request)) },
    ],
  },
]

function bareReads(params: URLSearchParams): unknown[] {
  return [
    params.get('offset'),
    params.get('limit'),
    params.get('status'),
    params.get('invoiceNumber'),
    params.get('token'),
    params.get('placedBy'),
    params.get('billingAddressCity'),
    params.get('billingAddressCountry'),
    params.get('isRecurringOrder'),
    params.get('page'),
  ]
}

function typedReads(params: Params): unknown[] {
  return [
    params.param('offset', int),
    params.param('limit', int),
    params.param('status', status),
    params.param('invoiceNumber', text),
    params.param('token', uuid),
    params.param('placedBy', text),
    params.param('billingAddressCity', text),
    params.param('billingAddressCountry', text),
    params.param('isRecurringOrder', bool),
    params.param('page', int),
  ]
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '41' }, milliseconds: { type: 'string', default: '50' } },
  })
  const [rounds, milliseconds] = [Number(values.rounds), Number(values.milliseconds)]
  if (!(rounds >= 1 && milliseconds >= 1)) throw new UserError('--rounds and --milliseconds are numbers from 1.')

  const results = []
  for (const { title, contestants } of groups)
    results.push({ title, rows: await measure(contestants, rounds, milliseconds) })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(
    join(root, 'dist/bench-request-params.json'),
    `${JSON.stringify({ node: process.version, rounds, milliseconds, results }, null, 1)}\n`,
  )
  console.log(
    `Node ${process.version}; 10 parameters; ${rounds} rounds of ${milliseconds} ms each, interleaved; medians.\n`,
  )
  console.log(printTable(results.flatMap(({ title, rows }) => rows.map((row) => ({ title, ...row })))))

  const slow = results
    .flatMap(({ rows }) => rows)
    .filter(({ name, share }) => name === 'request-params' && share.median < leastShare)
  if (slow.length > 0) throw new UserError(`request-params is below ${leastShare} of the rate of bare reads.`)
})

interface Row {
  name: string
  readsPerSecond: Summary
  /** Of the rate of the group's first contestant. */
  share: Summary
}

async function measure(contestants: readonly Contestant[], rounds: number, milliseconds: number): Promise<Row[]> {
  for (const { name, typed, read } of contestants) {
    const values = await read()
    if (!isDeepStrictEqual(values, typed ? expected : expected.map(String))) {
      throw new UserError(`${name} reads something else: ${JSON.stringify(values)}`)
    }
    await rateOf(read, milliseconds * 4)
  }
  const samples = contestants.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    // Another one begins each time, so that none always follows the same.
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (round + turn) % contestants.length
      const contestant = contestants[index]
      if (contestant) samples[index]?.push(await rateOf(contestant.read, milliseconds))
    }
  }
  return contestants.map(({ name }, index) => ({
    name,
    readsPerSecond: summarise(samples[index] ?? []),
    share: ratio(samples[index] ?? [], samples[0] ?? []),
  }))
}

/** Reads of the whole query in a second. */
async function rateOf(read: Contestant['read'], milliseconds: number): Promise<number> {
  const started = performance.now()
  let count = 0
  let elapsed = 0
  while (elapsed < milliseconds) {
    for (let i = 0; i < 100; i++) {
      const values = read()
      if (values instanceof Promise) await values
    }
    count += 100
    elapsed = performance.now() - started
  }
  return (count / elapsed) * 1000
}

function printTable(rows: (Row & { title: string })[]): string {
  const cells = rows.map(({ title, name, readsPerSecond, share }) => [
    title,
    name,
    Math.round(readsPerSecond.median).toLocaleString('en'),
    `${share.median.toFixed(2)}×`,
  ])
  return [['10 parameters', 'read with', 'Reads/s', 'of bare reads'], ['---', '---', '--:', '--:'], ...cells]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n')
}
