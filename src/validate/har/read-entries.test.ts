import { expect, it } from 'vitest'
import { type HarEntry, readHarEntries } from './read-entries.ts'

/** The entries of a text that comes in pieces of so many bytes. */
async function read(text: string | Uint8Array, piece = 1e6): Promise<unknown[]> {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
    bytes.subarray(index * piece, (index + 1) * piece),
  )
  const found: unknown[] = []
  for await (const { entry } of readHarEntries(pieces)) found.push(entry)
  return found
}

const har = (entries: string) => `{"log":{"version":"1.2","entries":[${entries}],"comment":"]}"}}`

it.each([
  ['no entries', har(''), []],
  ['entries', har('{"a":1}, {"b":"}]"}'), [{ a: 1 }, { b: '}]' }]],
  ['a byte order mark', `\ufeff${har('{"a":1}')}`, [{ a: 1 }]],
  ['white space', '{ "log" :\r\n{ "entries" : [\r\n{ "a" : 1 } ] , "comment" : "]}" } }\n', [{ a: 1 }]],
  [
    'another array of this name before',
    `{"x":{"entries":[{"no":1}]},"entries":[3],${har('{"a":1}').slice(1)}`,
    [{ a: 1 }],
  ],
  ['another array of this name inside', `{"log":{"pages":[{"entries":[{"no":1}]}],"entries":[{"a":1}]}}`, [{ a: 1 }]],
  ['text with escapes before', `{"log":{"comment":"\\"entries\\":[\\\\","entries":[{"a":1}]}}`, [{ a: 1 }]],
])('a HAR is read with %s, however it is cut', async (_, text, entries) => {
  for (const piece of [1e6, 7, 1]) expect(await read(text, piece)).toEqual(entries)
})

const whole = har('{"a":1},{"b":[2]}')
it.each([
  ['', 'it is empty'],
  ['  \n ', 'it is not JSON: it has only white space'],
  ['<!doctype html><html>', 'it is HTML, not JSON'],
  ['<?xml version="1.0"?>', 'it is markup, not JSON'],
  ['GET /orders', 'it is not JSON: it begins with "GET /orders"'],
  ['[{"log":{}}]', 'it is JSON, but not a HAR: a HAR is an object with `log`'],
  ['{"openapi":"3.1.0"}', 'it is JSON, but not a HAR: it has no array `log.entries`'],
  ['{"log":{"entries":{}}}', 'it is JSON, but not a HAR: it has no array `log.entries`'],
  [`${whole} {}`, 'it is cut off or damaged after entry 2'],
  [whole.slice(0, 20), 'it is cut off or damaged before byte 20'],
  [whole.slice(0, 43), 'it is cut off at byte 43, after entry 1'],
  [whole.slice(0, 48), 'it is cut off at byte 48, within entry 2, which begins at byte 43'],
  [whole.slice(0, -1), 'it is cut off or damaged after entry 2'],
  [har('{"a":1},{"password":hunter2}'), 'entry 2, which begins at byte 43, is not JSON'],
  [Buffer.from([0x1f, 0x8b, 8, 0]), 'it is packed with gzip; unpack it first'],
])('refuses a file that is not a HAR, or an incomplete one: %j', async (text, message) => {
  await expect(read(text)).rejects.toThrow(new RegExp(`^${message.replaceAll(/[.()[\]{}]/g, '\\$&')}$`))
  if (typeof text === 'string') await expect(read(text, 3)).rejects.toThrow(/^(it|entry)/)
})

it('a gigabyte is read an entry at a time, and no further ahead than a piece', async () => {
  const entry = Buffer.from(`{"response":{"content":{"text":"${'x'.repeat(2 ** 20)}"}}},`)
  let given = 0
  let furthest = 0
  let taken = 0
  function* pieces() {
    yield Buffer.from('{"log":{"entries":[')
    for (let index = 0; index < 1024; index++) {
      given++
      yield entry
    }
    yield Buffer.from('{}]}}')
  }
  for await (const { size } of readHarEntries(pieces())) {
    taken++
    expect(size).toBeLessThan(2 ** 20 + 100)
    furthest = Math.max(furthest, given - taken)
  }
  expect([taken, furthest]).toEqual([1025, 0])
})

it('an entry that is too large for the memory is reported without its content', async () => {
  const piece = Buffer.alloc(2 ** 20, 'x')
  function* pieces() {
    yield Buffer.from('{"log":{"entries":[{"text":"')
    for (let index = 0; index < 65; index++) yield piece
    yield Buffer.from('"},{"a":1}]}}')
  }
  const found = []
  for await (const entry of readHarEntries(pieces())) found.push(entry)
  expect(found).toMatchObject([
    { number: 1, entry: undefined },
    { number: 2, entry: { a: 1 } },
  ])
  expect(found[0]?.size).toBeGreaterThan(65 * 2 ** 20)
})

async function all(pieces: readonly Uint8Array[]): Promise<HarEntry[]> {
  const entries: HarEntry[] = []
  for await (const entry of readHarEntries(pieces)) entries.push(entry)
  return entries
}

it('nesting takes bounded memory, around the entries and in them', async () => {
  const deep = Buffer.alloc(2 ** 20, '[')
  await expect(all([Buffer.from('{"log":'), deep, deep, deep, deep, deep])).rejects.toThrow('it has no array')
  const closed = Buffer.alloc(2 ** 20, ']')
  const pieces = [Buffer.from('{"log":{"entries":['), deep, closed, Buffer.from(',{"a":1}]}}')]
  const entries = await all(pieces)
  expect(entries.map(({ entry }) => entry)).toEqual([undefined, { a: 1 }])
})
