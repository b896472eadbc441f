import { hidden, secretWords, soundsSecret } from './secret-names.ts'
import { decode } from './secret-values.ts'
import { replaceSpans, type Span } from './spans.ts'

// Each of these begins where a run of its characters does: otherwise the time for a long run would grow with its square.
const pairs = new RegExp(`(?<![\\w-])(?=[\\w-]*(?:${secretWords}))([\\w-]+"?\\s*[:=]\\s*"?)[^"&,;\\s]+`, 'gi')
const schemes = /\b(bearer|basic)\s+[\w.~+/=-]+/gi
const dotted = /(?<![\w-])[\w-]+\.[\w.-]+/g

/** A text without values that follow a word for a credential, and without values in the form of one. */
export function maskText(text: string): string {
  const withoutSchemes = text.replace(schemes, `$1 ${hidden}`)
  return replaceSpans(withoutSchemes, findWebTokens(withoutSchemes)).replace(pairs, `$1${hidden}`)
}

/** JSON web tokens: `eyJ` and characters of Base64, in two parts or more. */
export function findWebTokens(text: string): Span[] {
  return [...text.matchAll(dotted)].flatMap(({ 0: run, index }) => {
    const start = run.slice(0, run.lastIndexOf('.', run.length - 2)).search(/\beyJ[\w-]/)
    return start === -1 ? [] : [[index + start, index + run.length, hidden] as const]
  })
}

/** A text that is meant as a URL, without the user and the password that it may hold. */
export function maskUser(text: string): string {
  return text.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, `$1${hidden}@`)
}

/** A text without the users and passwords of the URLs in it. A password may hold any character but blanks and quotes. */
export function maskUsers(text: string): string {
  return text.replace(/[^\s"']+/g, (word) => {
    const [start, end] = [word.indexOf('://') + 3, word.lastIndexOf('@')]
    return start > 2 && end >= start ? word.slice(0, start) + hidden + word.slice(end) : word
  })
}

/** The parts of an operation that say which segments and parameters of a URL are secret. */
interface MaskedOperation {
  /** Template: `/users/{userId}`. */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly node: { readonly 'x-not-secret'?: boolean } }[]
}

/** A URL as a report shows it: without user, password and fragment, and without values whose name sounds like a credential. */
export function maskUrl({ origin, pathname, search }: URL, operation?: MaskedOperation): string {
  const harmless = new Set(operation?.parameters.filter(({ node }) => node['x-not-secret']).map(({ name }) => name))
  const show = (name: string | undefined, value: string) =>
    name !== undefined && soundsSecret(name) && !harmless.has(name) ? hidden : maskText(value)
  const query = search.replace(
    /([?&])([^=&]*)=([^&]*)/g,
    (_, separator: string, name: string, value: string) => `${separator}${name}=${show(decode(name), value)}`,
  )
  if (!operation) return origin + maskText(pathname) + query
  // Aligned at the end, since the beginning of a path depends on where the interface is served.
  const template = operation.path.split('/')
  const segments = pathname.split('/')
  const shift = segments.length - template.length
  const path = segments.map((segment, at) => show(/^\{(.+)\}$/.exec(template[at - shift] ?? '')?.[1], segment))
  return origin + path.join('/') + query
}

/**
 * A header as a report shows it: the scheme of a credential, and the names of cookies.
 *
 * @param nameOf the text to show for a known secret, such as `$ORDERS_API_KEY`
 */
export function maskHeader(name: string, value: string, nameOf: (secret: string) => string | undefined): string {
  if (name === 'cookie' || name === 'set-cookie')
    return value.replace(/(^|[;,]\s*)([^=;,\s]+)=[^;,]*/g, `$1$2=${hidden}`)
  const [, scheme = '', rest = ''] = /^((?:(?:basic|bearer|digest|negotiate|token) +)?)(.*)$/is.exec(value) ?? []
  return scheme + (nameOf(rest) ?? (rest === '' ? '' : hidden))
}
