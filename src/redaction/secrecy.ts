const names =
  'token|secret|passw(?:or)?d|passphrase|credential|authorization|cookie|signature|session|assertion|(?:api|access|private)[-_]?key'
const sounding = new RegExp(`${names}|^(?:auth|key|sig|code|jwt|sid|pwd)$`, 'i')

/** True of the name of a parameter, header or member whose value is likely a credential. */
export function soundsSecret(name: string): boolean {
  return sounding.test(name)
}

/** What stands in the place of a value that is not shown. */
export const hidden = '…'

const pairs = new RegExp(`((?:${names})[\\w-]*"?\\s*[:=]\\s*"?)[^"&,;\\s]+`, 'gi')
const schemes = /\b(bearer|basic)\s+[\w.~+/=-]+/gi
const webTokens = /\beyJ[\w-]+\.[\w.-]+/g

/** A text without what stands beside a word for a credential, and without what has the form of one. */
export function maskText(text: string): string {
  return text.replace(schemes, `$1 ${hidden}`).replace(webTokens, hidden).replace(pairs, `$1${hidden}`)
}

/** A text without certain values: those that a request brought as credentials. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((masked, value) => masked.replaceAll(value, hidden), text)
}

/** What the headers of a request hold of credentials, in the forms in which a response may repeat them. */
export function credentialsIn(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (soundsSecret(name) ? wordsOf(value) : []))
  return [...new Set(values)].filter((value) => value.length >= 8).sort((one, other) => other.length - one.length)
}

function wordsOf(value: string): string[] {
  const basic = /^basic\s+(\S+)/i.exec(value)?.[1]
  const decoded = basic ? Buffer.from(basic, 'base64').toString().split(':') : []
  return [value, ...value.split(/[\s,;=]+/), ...decoded].filter((word) => !/^(basic|bearer)$/i.test(word))
}
