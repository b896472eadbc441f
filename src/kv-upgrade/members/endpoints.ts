import { UserError } from '../../user-error.ts'

/**
 * Reads a list of client URLs. A URL without a scheme gets `http://`, or `https://` where TLS options are given.
 *
 * @throws UserError for an empty list, text that is not a client URL, and a member given twice. No message repeats a password.
 */
export function readEndpoints(list: readonly string[], scheme: 'http' | 'https' = 'http'): string[] {
  const written = list.flatMap((text) => text.split(',')).map((text) => text.trim())
  const endpoints = written.map((text, index) => readEndpoint(text, scheme, index + 1))
  endpoints.forEach((endpoint, index) => {
    if (endpoints.indexOf(endpoint) === index) return
    throw new UserError(`The endpoint ${endpoint} is given twice; each member counts once.`)
  })
  if (endpoints.length === 0) throw new UserError('Give the client URL of every member: --endpoints http://m1:2379,…')
  return endpoints
}

function readEndpoint(text: string, scheme: string, number: number): string {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${scheme}://${text}`
  const url = text === '' ? undefined : URL.parse(full)
  if (!url || !/^https?:$/.test(url.protocol)) {
    // The text may hold a password.
    throw new UserError(`endpoint ${number} of --endpoints is not a client URL such as https://m1.example:2379.`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UserError(`${url.origin}: a client URL has no user, no query and no fragment.`)
  }
  return url.href.replace(/\/+$/, '')
}
