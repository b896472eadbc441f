import { InvalidArgumentError, Option } from 'commander'
import { defaultMaxViolations, greatestMaxViolations } from '../contract/violation.ts'

/** The address of an interface, as `--base-url` gives it. */
export interface GivenBaseUrl {
  interface: string
  url: URL
}

/** Collects `--base-url <interface>=<url>`. */
export function collectBaseUrl(text: string, collected: GivenBaseUrl[]): GivenBaseUrl[] {
  const [name = '', ...rest] = text.split('=')
  return [...collected, { interface: name, url: parseHttpUrl(rest.join('='), 'It is written <interface>=<url>.') }]
}

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
  return (text: string): number => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= min && number <= max && text.trim() !== '') return number
    throw new InvalidArgumentError(
      `Give a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}.`,
    )
  }
}

export const parsePort: (text: string) => number = wholeFrom(0, 65_535)

export function maxViolations(): Option {
  const description = 'most violations to report of one message; the report says if there are more'
  return new Option('--max-violations <number>', description)
    .argParser(wholeFrom(1, greatestMaxViolations))
    .default(defaultMaxViolations)
}

export function failOnRequests(): Option {
  return new Option('--fail-on-requests', 'also count violations in requests').default(false)
}
