import { InvalidArgumentError } from 'commander'
import { flag, toggle, type ValuesOf } from './define-command.ts'

/** The argument of a command that works on interfaces. */
export const interfaces = {
  '[interface...]': 'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all)',
} as const

export const port = flag('<number>', 'port to listen on; 0 lets the system choose', {
  short: 'p',
  parse: wholeFrom(0, 65_535),
})

export const host = flag('<address>', 'address to listen on', { default: '127.0.0.1' })

/** How documents are read. */
export const documentFlags = {
  allowFiles: flag(
    '<folder...>',
    'folders whose files documents may refer to (default: the workspace, else the git repository, else the folder of the document)',
  ),
  overlay: flag(
    '<file>',
    'overlay (Overlay Specification) that changes the documents before they are used; repeatable',
    { repeats: 'list' },
  ),
} as const

export type DocumentFlags = ValuesOf<typeof documentFlags>

export const exchangeFlags = {
  failOnRequests: toggle('also count violations in requests'),
} as const

/** @throws {InvalidArgumentError} for a text that is not an absolute URL of http or https, and for one with a user or a password */
export function parseHttpUrl(text: string, form = 'It is an absolute URL.'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError(`${form} The URL begins with http:// or https://.`)
  }
  if (url.username === '' && url.password === '') return url
  throw new InvalidArgumentError('The URL has no user and no password; the requests themselves carry credentials.')
}

/** Reads a whole number within bounds. */
export function wholeFrom(min: number, max = Number.MAX_SAFE_INTEGER) {
  const parse = (text: string): number => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= min && number <= max && text.trim() !== '') return number
    throw new InvalidArgumentError(
      `Give a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}.`,
    )
  }
  return Object.assign(parse, { min, max })
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Reads a duration. @returns milliseconds */
export function parseDuration(text: string): number {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? []
  const milliseconds = Math.round(Number(number) * (units[unit as keyof typeof units] ?? 0))
  // Timers hold no more than 31 bits.
  if (milliseconds >= 1 && milliseconds < 2 ** 31) return milliseconds
  throw new InvalidArgumentError('A duration is a number and its unit: 500ms, 5s, 10m, 1h; at most 24 days.')
}
