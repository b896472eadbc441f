import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  asRecord,
  bigint,
  bool,
  enumReader,
  file,
  int,
  list,
  optional,
  ParamCouldNotBeParsedError,
  ParamNotFoundError,
  type Params,
  readParts,
  strictBool,
  text,
  uuid,
} from './request-params.ts'

const readers = [text, int, bigint, bool, strictBool, uuid, file, enumReader(['a']), list(int), optional(int)]
const record = asRecord({ a: '', b: 0 }, { a: text, b: int })

/** Every operation that may throw, for the names in the request, and for some that may be missing. */
function readEverything(params: Params): void {
  const names = [...params.allParams().map(([name]) => name), 'a', '', '__proto__']
  for (const name of names.slice(0, 20)) {
    expect(params.hasParam(name)).toBe(params.allParams().some(([known]) => known === name))
    for (const reader of readers) {
      expectKnown(() => params.param<unknown>(name, reader))
      expectKnown(() => params.paramListOrNothing<unknown>(name, reader))
    }
  }
  params.fill(record, ['a', 'b'])
}

function expectKnown(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ParamNotFoundError)) expect(error).toBeInstanceOf(ParamCouldNotBeParsedError)
  }
}

/** Bytes after a beginning, made of these pieces. */
const made = (begin: string, ...pieces: string[]) =>
  fc.array(fc.constantFrom(...pieces)).map((list) => Uint8Array.from(Buffer.from(begin + list.join(''), 'latin1')))
const bytes = fc.uint8Array({ maxLength: 300 })
const form = made('', ...'aab=&%+2\xff\xc3\xa9e')
const json = made('{"a":', ...'{}[]",:\\u"a\xff', 'null', '-1', '1.5', '"a":')
const field = 'Content-Disposition: form-data; name="a"'
const parts = made('--b\r\n', '--b', '--b--', '\r\n', '\r\n\r\n', field, '; filename="', '"', ':', 'x', '\xff', '-')
const types = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary=\r\n',
  'multipart/form-data; boundary=é',
  ';;;',
]

it('PRM-064: arbitrary bytes never throw anything but the two errors, whatever they are said to be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(bytes, form),
      fc.oneof(bytes, form, json, parts),
      fc.oneof(fc.constantFrom(...types), fc.string()),
      async (query, body, contentType) => {
        const sent = { query: Buffer.from(query).toString('latin1'), contentType, body }
        const params = await readParts(sent).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ParamCouldNotBeParsedError)
        })
        if (params) readEverything(params)
      },
    ),
    { numRuns: 1500 },
  )
})
