import type { AST } from '@eslint-community/regexpp'
import { compilePattern, parsePattern } from './pattern.ts'

/** Texts by format. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2024-01-01T12:00:00Z',
  date: '2024-01-01',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/example',
  'iri-reference': '/example',
  'uri-template': '/example/{id}',
  uuid: '00000000-0000-4000-8000-000000000001',
  'json-pointer': '/example',
  'relative-json-pointer': '0/example',
  'json-pointer-uri-fragment': '#/example',
  regex: '^example$',
  byte: 'dGV4dA==',
  'iso-time': '12:00:00Z',
  'iso-date-time': '2024-01-01T12:00:00Z',
}

export interface TextShape {
  format?: unknown
  pattern?: unknown
  minLength?: unknown
  maxLength?: unknown
}

/**
 * Texts for a schema, the most telling first. The caller validates them.
 *
 * @param hint a word that says what the text is for, such as the name of its property
 * @param index 0, 1, 2, …: different texts for different elements of one list
 */
export function* textsOf(
  { format, pattern, minLength, maxLength }: TextShape,
  hint: string,
  index: number,
): Generator<string> {
  const min = typeof minLength === 'number' ? minLength : 0
  const max = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  if (typeof pattern === 'string') {
    for (const text of matchesOf(pattern, index)) {
      const { length } = [...text]
      if (length >= min && length <= max) yield text
    }
  }
  const ofFormat = typeof format === 'string' ? formats[format] : undefined
  if (ofFormat !== undefined) yield index === 0 ? ofFormat : numbered(ofFormat, index)
  const word = index === 0 ? hint : `${hint}-${index + 1}`
  if (min > maxLengthMade) return
  yield [...word.padEnd(min, `-${hint}`)].slice(0, Math.min(max, maxLengthMade)).join('')
}

/** Longer texts are not made up. */
const maxLengthMade = 100_000

/** The same text with another number at its end, or after its first word. */
function numbered(text: string, index: number): string {
  const other = text.replace(/\d+(?=\D*$)/, (digits) => String(Number(digits) + index).padStart(digits.length, '0'))
  return other === text ? text.replace(/[a-z]+/, (word) => word + index) : other
}

/** Texts that match a pattern, the shortest first. */
export function* matchesOf(pattern: string, index = 0): Generator<string> {
  try {
    const { ast } = parsePattern(pattern)
    const compiled = compilePattern(pattern)
    for (const extra of [1, 0, 2, 3, 4, 5, 7, 11, 15, 19, 31, 63]) {
      for (const alternative of ast.alternatives) {
        const text = alternative.elements.map((element) => textOf(element, extra, index)).join('')
        if (text.length <= maxLengthMade && compiled.test(text)) yield text
      }
    }
    // What look-ahead asks for: most such patterns are those of passwords.
    for (const text of ['Aa1!Aa1!', 'Aa1-Aa1-Aa1-Aa1-', 'Aa1Aa1Aa1', 'aaaa', '1111'])
      if (compiled.test(text)) yield text
  } catch {
    // A pattern that cannot be read is not enforced either.
  }
}

function textOf(node: AST.Element | AST.QuantifiableElement, extra: number, index: number): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return characterIn(node.raw, index)
    case 'CapturingGroup':
    case 'Group': {
      const branch = node.alternatives[index % node.alternatives.length]
      return branch?.elements.map((element) => textOf(element, extra, index)).join('') ?? ''
    }
    case 'Quantifier': {
      const times = Math.min(node.max, Math.max(node.min, extra), node.min + 64)
      return times > 1000 ? '' : textOf(node.element, extra, index).repeat(times)
    }
    case 'Backreference': {
      const [group] = [node.resolved].flat()
      return group ? textOf(group, extra, index) : ''
    }
    default:
      return ''
  }
}

const usual = [
  ...'abcdefghijklmnopqrstuvwxyz',
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'0123456789',
  ...'-_. /:@+=,;#%&*!?$()[]{}<>|~^"\'`\\\t\n',
  ...'éßαя中あ한😀',
]

function characterIn(raw: string, index: number): string {
  const flags = /\\p\{|\\u\{/i.test(raw) ? 'u' : ''
  const isIn = new RegExp(`^(?:${raw})$`, flags)
  const start = index % 26
  const found = [...usual.slice(start), ...usual.slice(0, start)].find((character) => isIn.test(character))
  if (found !== undefined) return found
  for (let code = 0x21; code < 0x3000; code++)
    if (isIn.test(String.fromCodePoint(code))) return String.fromCodePoint(code)
  return ''
}
