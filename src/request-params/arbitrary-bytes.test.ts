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
  type ValueReader,
} from './request-params.ts'

const readers: readonly ValueReader<unknown>[] = [
  text,
  int,
  bigint,
  bool,
  strictBool,
  uuid,
  file,
  enumReader(['a']),
  list(int),
  optional(int),
]
const record = asRecord({ a: '', b: 0 }, { a: text, b: int })

/** Every operation that may throw, for every name in the request, and for some names that may be missing. */
function readEverything(params: Params): void {
  const names = [...params.allParams().map(([name]) => name), 'a', '', '__proto__']
  for (const name of names.slice(0, 20)) {
    expect(params.hasParam(name)).toBe(params.allParams().some(([known]) => known === name))
    params.queryOrBodyParam(name)
    for (const reader of readers) {
      for (const read of [
        () => params.param(name, reader),
        () => params.paramOrDefault(name, reader, undefined),
        () => params.paramOrNothing(name, reader),
        () => params.paramList(name, reader),
        () => params.paramListOrNothing(name, reader),
      ]) {
        expectKnown(read)
      }
      params.paramOrError(name, reader)
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

const bytes = fc.uint8Array({ maxLength: 300 })
const formBytes = fc
  .array(fc.constantFrom(...Buffer.from('aab=&%+2\xff\xc3\xa9e', 'latin1')))
  .map((list) => Uint8Array.from(list))
const jsonBytes = fc
  .array(
    fc.oneof({
      weight: 4,
      arbitrary: fc.constantFrom(...'{}[]",:\\u"a'.split(''), 'null', '-1', '1.5', '"a":', '\xff'),
    }),
  )
  .map((list) => Uint8Array.from(Buffer.from(`{"a":${list.join('')}`, 'latin1')))
const pieces = '--b|--b--|\r\n|\r\n\r\n|Content-Disposition: form-data; name="a"|; filename="|"|:|x|\xff|-|\r|\n'.split(
  '|',
)
const partBytes = fc
  .array(fc.constantFrom(...pieces))
  .map((list) => Uint8Array.from(Buffer.from(`--b\r\n${list.join('')}`, 'latin1')))
const types = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary=\r\n',
  'multipart/form-data; boundary=é',
  'text/plain',
  ';;;',
  '',
]

it('PRM-064: arbitrary bytes never throw anything but the two errors, whatever they are said to be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(bytes, formBytes),
      fc.oneof(bytes, formBytes, jsonBytes, partBytes),
      fc.oneof(fc.constantFrom(...types), fc.string()),
      async (query, body, contentType) => {
        const parts = { query: Buffer.from(query).toString('latin1'), contentType, body }
        const params = await readParts(parts).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ParamCouldNotBeParsedError)
        })
        if (params) readEverything(params)
      },
    ),
    { numRuns: 1500 },
  )
})
