import { UnusableInput } from '../unusable-input.ts'

/**
 * Reads a list of client URLs. One without a scheme is taken for `http://`, or `https://` where TLS options are given.
 *
 * @throws UnusableInput for an empty list, what is no client URL, and one member given twice.
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
    throw new UnusableInput(`'${text}' is no client URL such as https://m1.example:2379.`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UnusableInput(`'${text}': a client URL has no user, no query and no fragment.`)
  }
  return url.href.replace(/\/+$/, '')
}
