/**
 * A pattern that finds a value in every writing: plain, percent-encoded once or several times, escaped for JSON or HTML, or a
 * mixture of these.
 */
export function writtenAnyhow(value: string): RegExp {
  return new RegExp([...value].map(formsOf).join(''), 'g')
}

/** The Base64 characters that depend only on a value, wherever the value is in the encoded bytes: in both alphabets, percent-encoded or not. */
export function writtenInBase64(value: string): string[] {
  const cores = [0, 1, 2].map((offset) => coreAt(value, offset))
  return [
    ...new Set(
      cores.flatMap((core) => [
        core,
        core.replaceAll('+', '-').replaceAll('/', '_'),
        core.replaceAll('+', '%2B').replaceAll('/', '%2F'),
        core.replaceAll('+', '%2b').replaceAll('/', '%2f'),
      ]),
    ),
  ]
}

const shortEscapes: Readonly<Record<string, string>> = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r' }
const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function formsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const forms = [
    // Bounded, because a long run of backslashes could be matched in too many ways.
    ...('"\\/'.includes(character) ? [`\\\\{0,8}${escaped(character)}`] : [escaped(character)]),
    [...Buffer.from(character)].map((byte) => `%(?:25){0,3}${caseless(hex(byte, 2))}`).join(''),
    character
      .split('')
      .map((unit) => `\\\\{1,8}u${caseless(hex(unit.charCodeAt(0), 4))}`)
      .join(''),
    `&#(?:0{0,6}${code}|[xX]0{0,6}${caseless(hex(code, 1))});`,
  ]
  if (character === ' ') forms.push('\\+')
  const short = shortEscapes[character]
  if (short !== undefined) forms.push(`\\\\{1,8}${short}`)
  const entity = entities[character]
  if (entity !== undefined) forms.push(`&${entity};`)
  return `(?:${forms.join('|')})`
}

/** @param offset of the first byte of the value in its group of three */
function coreAt(value: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)])
  const first = Math.ceil((offset * 8) / 6)
  const last = Math.floor((bytes.length * 8) / 6)
  return bytes.toString('base64').slice(first, last)
}

function escaped(character: string): string {
  return /[a-z0-9]/i.test(character) || character > '\x7f' ? character : `\\x${hex(character.charCodeAt(0), 2)}`
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}

function caseless(digits: string): string {
  return digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}
