import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'

/** The TLS settings with which server and caller prove their identity. */
export interface TlsOptions {
  /** Certificates of the trusted authorities, in PEM; default: those of Node. */
  ca?: string | string[]
  /** The caller's own certificate and its key, in PEM. */
  cert?: string
  key?: string
  /**
   * Whether to verify the server's certificate; default true. Without verification, anybody between client and server can read
   * and change everything.
   */
  verifyCertificate?: boolean
}

/**
 * Makes a `fetch` with TLS settings, for the option `fetch` of a client in Node. The global `fetch` takes no TLS settings.
 *
 * ```ts
 * const fetch = createTlsFetch({ ca: readFileSync('authority.pem', 'utf8') })
 * const secrets = createSecretsClient({ baseUrl: 'https://secrets.internal:8200', credentials: { ClientToken: token }, fetch })
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
