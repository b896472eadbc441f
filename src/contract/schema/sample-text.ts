import type { AST } from '@eslint-community/regexpp'
import { memoize } from '../../memoize.ts'
import { lengthOf } from './json-equality.ts'
import { compilePattern, parsePattern } from './pattern.ts'

/** How texts of a format look: a usual one, shorter ones, and where it can be made longer, before which part. */
interface FormatTexts {
  usual: string
  others?: readonly string[]
  /** Longer by this many characters. */
  longer?: (characters: number) => string
}

const a = (count: number) => 'a'.repeat(count)
const date = { usual: '2024-01-01', others: ['2020-02-29', '1999-12-31'] }
const email = {
  usual: 'user@example.com',
  others: ['a@b.co', 'a@b.c'],
  longer: (more: number) => `${a(Math.min(more, 60))}user@${labels(more - 60)}example.com`,
}
const hostname = { usual: 'example.com', others: ['a.b', 'a'], longer: (more: number) => `${labels(more)}example.com` }
const uri = {
  usual: 'https://example.com/',
  others: ['http://a.b', 'urn:a', 'a:b', 'ftp://192.0.2.1/a'],
  longer: (more: number) => `https://example.com/${a(more)}`,
}
const reference = {
  usual: '/example',
  others: ['/', 'a', '?a=b', '#a'],
  longer: (more: number) => `/example${a(more)}`,
}
const pointer = { usual: '/example', others: ['', '/a~1b', '/0'], longer: (more: number) => `/example${a(more)}` }

/** Texts by format. */
const formats: Readonly<Record<string, FormatTexts>> = {
  'date-time': {
    usual: '2024-01-01T12:00:00Z',
    others: ['2020-02-29T23:59:59.999+14:00', '1999-12-31T00:00:00-01:30'],
  },
  date,
  time: { usual: '12:00:00Z', others: ['23:59:59.5+01:00'] },
  'date-time-local': { usual: '2024-01-01T12:00:00' },
  'time-local': { usual: '12:00:00' },
  'http-date': { usual: 'Mon, 01 Jan 2024 12:00:00 GMT', others: ['Tue, 29 Feb 2000 00:00:00 GMT'] },
  duration: { usual: 'P1D', others: ['PT0S', 'P1Y2M3DT4H5M6S', 'P1W'] },
  email,
  'idn-email': { ...email, others: [...email.others, 'é@example.com'] },
  hostname,
  'idn-hostname': { ...hostname, others: [...hostname.others, 'é.example'] },
  ipv4: { usual: '192.0.2.1', others: ['10.0.0.1', '127.0.0.1', '172.16.0.1', '0.0.0.0', '255.255.255.255'] },
  ipv6: {
    usual: '2001:db8::1',
    others: ['::', '::1', 'fe80::1', '::ffff:192.0.2.1', '2001:0db8:0000:0000:0000:0000:0000:0001'],
  },
  uri,
  url: uri,
  iri: { ...uri, others: [...uri.others, 'https://é.example/'] },
  'uri-reference': reference,
  'iri-reference': reference,
  'uri-template': { ...reference, usual: '/example/{id}' },
  uuid: {
    usual: '00000000-0000-4000-8000-000000000001',
    others: ['6BA7B810-9DAD-11D1-80B4-00C04FD430C8'],
  },
  'json-pointer': pointer,
  'relative-json-pointer': { usual: '0/example', others: ['0', '1#'] },
  'json-pointer-uri-fragment': { usual: '#/example' },
  regex: { usual: '^example$', others: ['', 'a+'], longer: (more) => `^example${a(more)}$` },
  byte: { usual: 'dGV4dA==', others: ['', 'dGV4'], longer: (more) => `${'AAAA'.repeat(Math.ceil(more / 4))}dGV4dA==` },
  base64url: { usual: 'dGV4dA', others: ['', 'dGV4'], longer: (more) => `${'AAAA'.repeat(Math.ceil(more / 4))}dGV4dA` },
  'sf-binary': { usual: ':dGV4dA==:' },
  'sf-boolean': { usual: '?1', others: ['?0'] },
  'sf-integer': { usual: '1' },
  'sf-decimal': { usual: '1.5' },
  'sf-token': { usual: 'example' },
  'sf-string': { usual: '"example"' },
  'media-range': { usual: 'application/json', others: ['*/*', 'text/*;q=0.5'] },
  char: { usual: 'a', others: ['é', '😀'] },
  decimal: { usual: '1.5', others: ['0', '-12.50'] },
  decimal128: { usual: '1.5', others: ['0', '-12.50'] },
  int8: { usual: '1' },
  'iso-time': { usual: '12:00:00Z' },
  'iso-date-time': { usual: '2024-01-01T12:00:00Z' },
}

/** Labels of at most 63 characters, in all about this many. */
function labels(characters: number): string {
  if (characters <= 0) return ''
  const whole = `${a(60)}.`.repeat(Math.floor(characters / 61))
  return characters % 61 > 1 ? `${a((characters % 61) - 1)}.${whole}` : whole
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
  const fits = (text: string) => lengthOf(text) >= min && lengthOf(text) <= max
  const ofFormat = typeof format === 'string' ? textsOfFormat(format, min, index) : []
  const ofPattern = typeof pattern === 'string' ? matchesOf(pattern, index, min) : []
  for (const text of ofFormat) if (fits(text)) yield text
  for (const text of ofPattern) if (fits(text)) yield text
  if (typeof pattern === 'string' && typeof format === 'string') yield* grafted(pattern, format, index)
  const word = index === 0 ? hint : `${hint}-${index + 1}`
  if (min > maxLengthMade) return
  yield [...word.padEnd(min, `-${hint}`)].slice(0, Math.min(max, maxLengthMade)).join('')
  // A cut word is the same for all elements of a list.
  if (index > 0 && max < word.length) yield String(index).padStart(Math.max(min, 1), '0')
  if (index > 0 && max === 1) yield usual[index % usual.length] ?? ''
}

/** Valid texts of a format that has them: the usual one, others, and one of this length at least. */
export function textsOfFormat(format: string, min = 0, index = 0): string[] {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (!known) return []
  const { usual, others = [], longer } = known
  const long = longer && min > usual.length && min <= maxLengthMade ? [longer(min - usual.length)] : []
  return [...(index === 0 ? [usual] : [numbered(usual, index)]), ...others, ...long]
}

/** A text of the format whose beginning or end is as the pattern has it: `^10\.` and an address. */
function* grafted(pattern: string, format: string, index: number): Generator<string> {
  for (const part of [...matchesOf(pattern, index)].slice(0, 3))
    for (const text of textsOfFormat(format, 0, index))
      for (let cut = 0; cut <= text.length; cut++) {
        yield part + text.slice(cut)
        yield text.slice(0, cut) + part
      }
}

/** Longer texts are not made up. */
const maxLengthMade = 100_000

/** The same text with another number at its end, or after its first word. */
function numbered(text: string, index: number): string {
  const other = text.replace(/\d+(?=\D*$)/, (digits) => String(Number(digits) + index).padStart(digits.length, '0'))
  return other === text ? text.replace(/[a-z]+/, (word) => word + index) : other
}

/** Texts that match a pattern, the shortest first. */
export function* matchesOf(pattern: string, index = 0, min = 0): Generator<string> {
  try {
    const { ast } = parsePattern(pattern)
    const compiled = compilePattern(pattern)
    for (const extra of [1, 0, 2, 3, 4, 5, 7, 11, 15, 19, 31, 63, ...(min > 63 && min <= maxLengthMade ? [min] : [])]) {
      for (const alternative of ast.alternatives) {
        const text = alternative.elements.map((element) => textOf(element, extra, index)).join('')
        if (text.length <= maxLengthMade && compiled.test(text)) yield text
        // A pattern without an end says nothing about what follows.
        if (text.length < min && min <= maxLengthMade) {
          const longer = text.padEnd(min, text === '' ? 'a' : text)
          if (compiled.test(longer)) yield longer
        }
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
      const times = Math.min(node.max, Math.max(node.min, extra), node.min + Math.max(64, extra))
      // Only the outer one of nested repetitions makes a text long.
      const text = textOf(node.element, extra > 63 ? 1 : extra, index)
      return text.length * times > maxLengthMade ? '' : text.repeat(times)
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
  const found = charactersIn(raw)
  return found[index % found.length] ?? ''
}

/** The usual characters of a class, or else its first one. */
const charactersIn = memoize((raw: string): string[] => {
  const isIn = new RegExp(`^(?:${raw})$`, /\\p\{|\\u\{/i.test(raw) ? 'u' : '')
  const found = usual.filter((character) => isIn.test(character))
  for (let code = 0x21; found.length === 0 && code < 0x3000; code++)
    if (isIn.test(String.fromCodePoint(code))) found.push(String.fromCodePoint(code))
  return found
})
