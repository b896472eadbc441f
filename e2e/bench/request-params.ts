import { isDeepStrictEqual } from 'node:util'
import { bool, enumReader, int, type Reader, readQuery, text, uuid } from '../../src/request-params/request-params.ts'
import { UserError } from '../../src/user-error.ts'
import { type Options, type Report, table, times, whole } from './report.ts'
import { ratio, sampleInTurns, summarise } from './statistics.ts'

/** Lowest share of the rate of bare reads that the library may reach. */
const minShare = 0.5
const milliseconds = 50
const statuses = ['Processed', 'Shipped', 'Delivered', 'Pending'] as const
const cities = ['Montréal', 'London', 'Besançon', 'Austin', 'Kraków', 'São Paulo', 'Utrecht']

type Value = string | number | boolean

const parameters: Record<string, [Reader<Value>, (index: number) => Value]> = {
  offset: [int, (index) => index * 20],
  limit: [int, (index) => 1 + (index % 50)],
  status: [enumReader(statuses), (index) => statuses[index % 4] ?? ''],
  invoiceNumber: [text, (index) => `INV-${String(index).padStart(6, '0')}`],
  token: [uuid, (index) => `22808196-d9cb-469f-a165-${String(index * 7919).padStart(12, 'a')}`],
  placedBy: [text, (index) => (index % 2 ? 'Grace Hopper' : 'Zoë Quinn')],
  billingAddressCity: [text, (index) => cities[index % 7] ?? ''],
  billingAddressCountry: [text, (index) => ['CA', 'GB', 'FR', 'US'][index % 4] ?? ''],
  isRecurringOrder: [bool, (index) => index % 3 === 0],
  page: [int, (index) => index],
}
const readers = Object.entries(parameters).map(([name, [reader]]) => [name, reader] as const)

const queries = Array.from({ length: 5000 }, (_, index) => {
  const values = Object.values(parameters).map(([, valueAt]) => valueAt(index))
  const pairs = readers.map(([name], at): [string, string] => [name, String(values[at])])
  // A string put together from parts is a tree until its first read; one off a socket is in one piece.
  return { query: Buffer.from(new URLSearchParams(pairs).toString()).toString('latin1'), values }
})

const readTyped = (query: string) => {
  const params = readQuery(query)
  return readers.map(([name, reader]) => params.param(name, reader))
}
const readBare = (query: string) => {
  const params = new URLSearchParams(query)
  return readers.map(([name]) => params.get(name))
}

/** Reads 10 typed parameters of a query, and as many texts of `URLSearchParams`. */
export async function bench({ quick, rounds = quick ? 11 : 41 }: Options): Promise<Report> {
  for (const { query, values } of queries)
    if (!isDeepStrictEqual(readTyped(query), values)) throw new UserError(`${query} is read wrongly`)
  for (let warmUp = 0; warmUp < 4; warmUp++) rateOf(readBare) + rateOf(readTyped)
  const [typed = [], bare = []] = await sampleInTurns(rounds, [readTyped, readBare], async (read) => rateOf(read))
  const share = ratio(typed, bare).median
  return {
    sections: [
      table(`10 parameters, ${rounds} rounds of ${milliseconds} ms in turns | Reads/s | Of bare reads`, [
        ['bare `URLSearchParams` reads, as strings', whole(summarise(bare).median), times(1)],
        ['`request-params`', whole(summarise(typed).median), times(share)],
      ]),
    ],
    targets: [{ what: 'request-params, against bare reads', bound: 'min', limit: minShare, unit: '×', byClock: share }],
    results: { typed, bare },
  }
}

/** Whole queries read in a second. */
function rateOf(read: (query: string) => unknown): number {
  const started = performance.now()
  let count = 0
  while (performance.now() - started < milliseconds)
    for (let end = count + 100; count < end; count++) read(queries[count % queries.length]?.query ?? '')
  return (count / (performance.now() - started)) * 1000
}
