import { isDeepStrictEqual } from 'node:util'
import qs from 'qs'
import * as z from 'zod'
import {
  bool,
  enumReader,
  int,
  type Params,
  type Reader,
  readParams,
  readQuery,
  text,
  uuid,
} from '../../src/request-params/request-params.ts'
import { UserError } from '../../src/user-error.ts'
import type { Options } from './options.ts'
import { type Report, table, times, whole } from './report.ts'
import { ratio, sampleInTurns, summarise } from './statistics.ts'

/** Lowest share of the rate of bare reads that the library may reach. */
const minShare = 0.5
const milliseconds = 50

const statuses = ['Processed', 'Shipped', 'Delivered', 'Pending'] as const
const cities = ['Montréal', 'London', 'Besançon', 'Austin', 'Kraków', 'São Paulo', 'Utrecht']
const people = ['Grace Hopper', 'Ada Lovelace', 'Zoë Quinn', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov']
const uuidOf = (index: number) =>
  `${String(index).padStart(8, '0')}-d9cb-469f-a165-${String(index * 7919).padStart(12, 'a')}`
const wholeNumber = z.coerce.number().int()

type Value = string | number | boolean

/** Each parameter: its reader, its schema in Zod, and its value in a query of this number. */
const parameters: Record<string, [Reader<Value>, z.ZodType, (index: number) => Value]> = {
  offset: [int, wholeNumber, (index) => index * 20],
  limit: [int, wholeNumber, (index) => 1 + (index % 50)],
  status: [enumReader(statuses), z.enum(statuses), (index) => statuses[index % 4] ?? ''],
  invoiceNumber: [text, z.string(), (index) => `INV-${String(index).padStart(6, '0')}`],
  token: [uuid, z.uuid(), uuidOf],
  placedBy: [text, z.string(), (index) => people[index % 6] ?? ''],
  billingAddressCity: [text, z.string(), (index) => cities[index % 7] ?? ''],
  billingAddressCountry: [text, z.string(), (index) => ['CA', 'GB', 'FR', 'US', 'PL', 'BR', 'NL'][index % 7] ?? ''],
  isRecurringOrder: [bool, z.stringbool(), (index) => index % 3 === 0],
  page: [int, wholeNumber, (index) => index],
}
const schema = z.object(Object.fromEntries(Object.entries(parameters).map(([name, [, type]]) => [name, type])))
const entries = Object.entries(parameters).map(([name, [reader]]) => [name, reader] as const)
const names = Object.keys(parameters)
const bareReads = (params: URLSearchParams) => names.map((name) => params.get(name))
const typedReads = (params: Params) => entries.map(([name, reader]) => params.param(name, reader))

const asked = Array.from({ length: 5000 }, (_, index) => parameterQuery(index))

interface Contestant {
  name: string
  /** Reads typed values; strings otherwise. */
  typed: boolean
  read: (one: ReturnType<typeof parameterQuery>) => unknown[] | Promise<unknown[]>
}

const bare = (read: Contestant['read']): Contestant => ({ name: 'bare `URLSearchParams` reads', typed: false, read })

/** Each group is compared with its first member. */
const groups: { title: string; contestants: readonly Contestant[] }[] = [
  {
    title: 'of a query',
    contestants: [
      bare(({ query }) => bareReads(new URLSearchParams(query))),
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
      bare(async ({ request }) => bareReads(new URL(request.url).searchParams)),
      { name: 'request-params', typed: true, read: async ({ request }) => typedReads(await readParams(request)) },
    ],
  },
]

/** Reads 10 typed parameters in several ways. */
export async function bench({ quick, rounds = quick ? 11 : 41 }: Options): Promise<Report> {
  const rows = []
  for (const { title, contestants } of groups) {
    for (const contestant of contestants) await proveRight(contestant)
    const rates = await sampleInTurns(rounds, contestants, ({ read }) => rateOf(read))
    rows.push(
      ...contestants.map(({ name }, index) => ({
        title,
        name,
        readsPerSecond: summarise(rates[index] ?? []),
        share: ratio(rates[index] ?? [], rates[0] ?? []),
      })),
    )
  }
  const slow = rows.some(({ name, share }) => name === 'request-params' && share.median < minShare)
  return {
    sections: [
      `Node ${process.version}; 10 parameters, every query another; ${rounds} rounds of ${milliseconds} ms each, interleaved; medians.`,
      table(
        ['10 parameters', 'read with', 'Reads/s', 'of bare reads'],
        rows.map(({ title, name, readsPerSecond, share }) => [
          title,
          name,
          whole(readsPerSecond.median),
          times(share.median),
        ]),
      ),
    ],
    results: { rounds, milliseconds, rows },
    failures: slow ? [`request-params reads at less than ${minShare} of the rate of bare reads.`] : [],
  }
}

/** @throws {UserError} when a contestant reads a wrong value of any query */
async function proveRight({ name, typed, read }: Contestant): Promise<void> {
  for (const one of asked) {
    const values = await read(one)
    if (isDeepStrictEqual(values, typed ? one.values : one.values.map(String))) continue
    throw new UserError(`${name} reads ${JSON.stringify(values)} of ${one.query}.`)
  }
  for (let warmUp = 0; warmUp < 4; warmUp++) await rateOf(read)
}

/** Whole queries read in a second. */
async function rateOf(read: Contestant['read']): Promise<number> {
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

function parameterQuery(index: number) {
  const values = Object.values(parameters).map(([, , valueAt]) => valueAt(index))
  const pairs = names.map((name, at): [string, string] => [name, String(values[at])])
  // A string put together from parts is a tree until its first read; one off a socket is in one piece.
  const query = Buffer.from(new URLSearchParams(pairs).toString()).toString('latin1')
  return { query, request: new Request(`http://127.0.0.1:4010/orders/api/orders?${query}`), values }
}
