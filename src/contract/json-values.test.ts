import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonValueSplitter, type ValueBytes } from './json-values.ts'

/** Texts of the values that the splitter finds when the bytes come in pieces of these sizes. */
function split(text: string, sizes: readonly number[] = [], most = 1e6) {
  const splitter = new JsonValueSplitter(most)
  const bytes = new TextEncoder().encode(text)
  const found: ValueBytes[] = []
  let taken = 0
  for (let at = 0, piece = 0; at < bytes.length && taken === at; piece++) {
    const end = Math.min(bytes.length, at + (sizes[piece % sizes.length] ?? bytes.length))
    taken += splitter.read(bytes.slice(at, end), 0, (value) => void found.push(value))
    at = end
  }
  splitter.end((value) => void found.push(value))
  const texts = found.map((value) => value.bytes && Buffer.from(value.bytes).toString())
  return { texts, offsets: found.map(({ offset }) => offset), taken, isOpen: splitter.isOpen, splitter }
}

it.each([
  ['{"a":"}"}{"b":[1,2]}', ['{"a":"}"}', '{"b":[1,2]}']],
  ['{"a":1},\n{"b":2}', ['{"a":1}', '{"b":2}']],
  ['1 true\n"x"null', ['1', 'true', '"x"', 'null']],
  ['12{"a":1}[2]', ['12', '{"a":1}', '[2]']],
  ['"a\\"b\\\\" "c"', ['"a\\"b\\\\"', '"c"']],
  ['\u001e{"a":1}\n\u001e{"b":2}\n', ['{"a":1}', '{"b":2}']],
  ['  \n', []],
])('%j holds %j', (text, texts) => {
  expect(split(text).texts).toEqual(texts)
})

it('reads the same values and offsets however the bytes are cut', () => {
  const values = fc.array(fc.jsonValue(), { maxLength: 8 })
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(values, sizes, fc.constantFrom('\n', ',', ' , '), (list, cuts, separator) => {
      const expected = list.map((value) => JSON.stringify(value))
      const { texts, offsets } = split(expected.join(separator), cuts)
      expect(texts).toEqual(expected)
      const starts = expected.map((_, index) =>
        Buffer.byteLength(expected.slice(0, index).join(separator) + (index > 0 ? separator : '')),
      )
      expect(offsets).toEqual(starts)
    }),
  )
})

it('stops before a bracket that closes nothing', () => {
  expect(split('{"a":1}, 2 ]}')).toMatchObject({ texts: ['{"a":1}', '2'], taken: 11 })
  expect(split(']').taken).toBe(0)
})

it('knows of a value that has not ended', () => {
  const { isOpen, splitter } = split('{"a":1}{"b":"', [3])
  expect([isOpen, splitter.start]).toEqual([true, 7])
})

it('reports a value that is too large without its bytes, and keeps none of them', () => {
  expect(split(`"${'x'.repeat(100)}"{"a":1}`, [10], 50)).toMatchObject({
    texts: [undefined, '{"a":1}'],
    offsets: [0, 102],
  })
})
