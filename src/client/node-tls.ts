import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'

/** How a server and its caller prove who they are. */
export interface TlsOptions {
  /** Certificates of the authorities to trust, in PEM, instead of those that Node brings. */
  ca?: string | string[]
  /** The caller's own certificate and its key, in PEM. */
  cert?: string
  key?: string
  /** Whether the server's certificate must be verified; true unless told otherwise. Without it, anybody in between can read and change everything. */
  verifyCertificate?: boolean
}

/**
 * Makes a `fetch` for the option of that name of a client, in Node: the global one takes no settings for TLS.
 *
 * ```ts
 * const fetch = createTlsFetch({ ca: readFileSync('authority.pem', 'utf8') })
 * const secrets = createSecretsClient({ baseUrl: 'https://secrets.internal:8200', token, fetch })
 * ```
 */
export function createTlsFetch({
  verifyCertificate = true,
  ...tls
}: TlsOptions = {}): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url, method, signal } = request
    const headers = Object.fromEntries(request.headers)
    const body = Buffer.from(await request.arrayBuffer())
    return new Promise((resolve, reject) => {
      const options = { method, headers, signal }
      const outgoing = url.startsWith('https:')
        ? requestHttps(url, { ...options, ...tls, rejectUnauthorized: verifyCertificate })
        : requestHttp(url, options)
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        const status = incoming.statusCode ?? 0
        const received = new Headers()
        for (const [name, values] of Object.entries(incoming.headersDistinct)) {
          for (const value of values ?? []) received.append(name, value)
        }
        const isEmpty = status === 204 || status === 304 || method === 'HEAD'
        if (isEmpty) incoming.resume()
        resolve(
          new Response(isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream), { status, headers: received }),
        )
      })
      outgoing.end(body.length > 0 ? body : undefined)
    })
  }
}
