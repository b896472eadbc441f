import { shellQuote } from '../../redaction/shell-quote.ts'
import type { ShownRequest } from './shown-report.ts'

/**
 * A request as one line for a shell. curl sends it as the check did, and adds no headers.
 *
 * @param variables environment variables that replace credentials: `$ORDERS_API_KEY`
 */
export function toCurl({ method, url, headers, user, body }: ShownRequest, variables: readonly string[]): string {
  const quote = (text: string) => shellQuote(text, variables)
  const isText = typeof body === 'string'
  const words = [
    'curl -i',
    // curl would change dots and brackets, and the check meant them.
    ...(/\/\.{1,2}(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...methodOf(method, body !== undefined),
    ...(user === undefined ? [] : [`-u ${quote(user)}`]),
    ...headersOf(headers, body !== undefined).map((header) => `-H ${quote(header)}`),
    ...(isText ? [`--data-raw ${quote(body)}`] : body ? ['--data-binary @body.bin'] : []),
    quote(url),
  ]
  const note =
    body === undefined || isText ? '' : ` # body.bin: the ${body.bytes} bytes that were sent, which are not text`
  return words.join(' ') + note
}

function methodOf(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${shellQuote(method)}`]
}

/** curl's notation: `name:` keeps curl from adding a header, and `name;` sends an empty one. */
function headersOf(headers: Readonly<Record<string, string>>, hasBody: boolean): string[] {
  const unsent = ['accept', ...(hasBody ? ['content-type'] : [])].filter((name) => headers[name] === undefined)
  const sent = Object.entries(headers).map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`))
  return [...sent, ...unsent.map((name) => `${name}:`)]
}
