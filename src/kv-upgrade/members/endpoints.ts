import { UnusableInput } from '../unusable-input.ts'

/**
 * Reads a list of client URLs. A URL without a scheme gets `http://`, or `https://` where TLS options are given.
 *
 * @throws UnusableInput for an empty list, text that is not a client URL, and a member given twice. No message repeats a password.
 */
export function readEndpoints(list: readonly string[], scheme: 'http' | 'https' = 'http'): string[] {
  const written = list.flatMap((text) => text.split(',')).map((text) => text.trim())
  const endpoints = written.map((text) => readEndpoint(text, scheme))
  endpoints.forEach((endpoint, index) => {
    if (endpoints.indexOf(endpoint) === index) return
    throw new UnusableInput(`The endpoint ${endpoint} is given twice; each member counts once.`)
  })
  if (endpoints.length === 0)
    throw new UnusableInput('Give the client URL of every member: --endpoints http://m1:2379,…')
  return endpoints
}

function readEndpoint(text: string, scheme: string): string {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${scheme}://${text}`
  const url = text === '' ? undefined : URL.parse(full)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UnusableInput(`'${withoutPassword(text)}' is not a client URL such as https://m1.example:2379.`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UnusableInput(`${url.origin}: a client URL has no user, no query and no fragment.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Text that is meant as a URL, without the password that it may hold. A password with a comma comes in two pieces. */
function withoutPassword(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@')
    .replace(/^((?:[a-z][a-z0-9+.-]*:\/\/)?[^:/[]*):(?!\/\/|\d+(?:\/|$)).*$/is, '$1:***')
}
