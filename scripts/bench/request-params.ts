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
import { root } from '../specs/interfaces.ts'
import { ratio, type Summary, summarise } from './measures/statistics.ts'
import { parameterQueries, statuses } from './parameter-queries.ts'

// Reads 10 typed parameters of a query in several ways, in one process. Usage: request-params.ts [--rounds 41] [--milliseconds 50]

/** The least share of the rate of bare reads that the library may have. */
const minShare = 0.5

const asked = parameterQueries(5000).map((one) => ({
  ...one,
  request: new Request(`http://127.0.0.1:4010/orders/api/orders?${one.query}`),
}))
const status = enumReader(statuses)

const schema = z.object({
  offset: z.coerce.number().int(),
  limit: z.coerce.number().int(),
  status: z.enum(statuses),
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
  read: (one: { query: string; request: Request }) => unknown[] | Promise<unknown[]>
}

/** Each group is compared with its first member. */
const groups: { title: string; contestants: [Contestant, ...Contestant[]] }[] = [
  {
    title: 'of a query',
    contestants: [
      {
        name: 'bare `URLSearchParams` reads',
        typed: false,
        read: ({ query }) => bareReads(new URLSearchParams(query)),
      },
      { name: 'request-params', typed: true, read: ({ query }) => typedReads(readQuery(query)) },
      {
        name: 'Zod over `Object.fromEntries`',
        typed: true,
        read: ({ query }) => Object.values(schema.parse(Object.fromEntries(new URLSearchParams(query)))),
      },
      { name: '`qs`', typed: false, read: ({ query }) => Object.values(qs.parse(query)) },
    ],
  },
  {
    title: 'of a `Request`',
    contestants: [
      {
        name: 'bare `URLSearchParams` reads',
        typed: false,
        read: async ({ request }) => bareReads(new URL(request.url).searchParams),
      },
      { name: 'request-params', typed: true, read: async ({ request }) => typedReads(await readParams(request)) },
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
    `Node ${process.version}; 10 parameters, every query another; ${rounds} rounds of ${milliseconds} ms each, interleaved; medians.\n`,
  )
  console.log(printTable(results.flatMap(({ title, rows }) => rows.map((row) => ({ title, ...row })))))

  const slow = results
    .flatMap(({ rows }) => rows)
    .filter(({ name, share }) => name === 'request-params' && share.median < minShare)
  if (slow.length > 0) throw new UserError(`request-params is below ${minShare} of the rate of bare reads.`)
})

interface Row {
  name: string
  readsPerSecond: Summary
  /** Of the rate of the group's first contestant. */
  share: Summary
}

async function measure(contestants: readonly Contestant[], rounds: number, milliseconds: number): Promise<Row[]> {
  for (const { name, typed, read } of contestants) {
    for (const one of asked) {
      const got = await read(one)
      if (isDeepStrictEqual(got, typed ? one.values : one.values.map(String))) continue
      throw new UserError(`${name} reads something else of ${one.query}: ${JSON.stringify(got)}`)
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
    for (const one of asked.slice(count % asked.length, (count % asked.length) + 100)) {
      const values = read(one)
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
