import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printable, printableLines } from './printable.ts'

it.each([
  ['a sequence of a terminal', '\x1b[2Ja\x9b', '\\u001b[2Ja\\u009b'],
  ['a change of direction', 'user\u202etxt.exe\u2066', 'user\\u202etxt.exe\\u2066'],
  ['line and paragraph separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['characters without width', 'a\u200bb\u00adc\ufeffd\u2060', 'a\\u200bb\\u00adc\\ufeffd\\u2060'],
  ['a filler', 'a\u3164b', 'a\\u3164b'],
  ['a tag, which takes two UTF-16 units', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
  ['half a surrogate pair', 'a\ud800b', 'a\\ud800b'],
  ['letters of any script', 'ä 日本 אב 🙂 \\u0041', 'ä 日本 אב 🙂 \\u0041'],
])('escapes %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

it('keeps a line in one line, and the lines of a text', () => {
  expect(printable('a\tb\r\nc\n')).toBe('a\\u0009b\\u000d\\u000ac\\u000a')
  expect(printableLines('a\tb\r\nc\rd\n')).toBe('a\tb\nc\\u000dd\n')
})

it('leaves JSON with the same value, in whatever characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = JSON.stringify({ [text]: text }, undefined, 1)
      expect(JSON.parse(printableLines(json))).toEqual({ [text]: text })
    }),
  )
})
