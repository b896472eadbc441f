import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

/**
 * Connects to a server, and sends nothing.
 *
 * @param timeout in milliseconds
 * @throws {NodeJS.ErrnoException} when it takes no connection
 */
export async function connectTo(
  { protocol, hostname, port }: URL,
  timeout: number,
  tls: ConnectionOptions = {},
): Promise<void> {
  const isTls = protocol === 'https:'
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)) }
  const socket = isTls
    ? connectTls({ ...address, ...(isIP(address.host) ? {} : { servername: address.host }), ...tls })
    : connect(address)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(timeout) })
  } finally {
    socket.destroy()
  }
}

const causes: readonly [code: RegExp, cause: string][] = [
  [/^ECONNREFUSED$/, 'nothing listens there; is the server running, and is the port right?'],
  [/^ENOTFOUND$/, 'no such host; is the name right?'],
  [/^EAI_AGAIN$/, 'its name could not be looked up; is there a network?'],
  [/^(ECONNRESET|EPIPE)$/, 'it ended the connection; does it want https, or http?'],
  [/^(ETIMEDOUT|ABORT_ERR)$/, 'it does not answer; is a firewall in between?'],
  [/^E(HOST|NET)UNREACH$/, 'it cannot be reached from here'],
  [/^(EPROTO$|ERR_SSL)/, 'it does not speak TLS there; is it http?'],
  [/^HPE_/, 'what it answers is not HTTP/1.1; is it https?'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/CERT|SIGNATURE|ISSUER/, 'its certificate has an authority that is not known here: name it in'],
]

/**
 * Why a server cannot be used; undefined for an error of another kind.
 *
 * @param authorities where the user names an authority of certificates
 */
export function whyNoAnswer(code: string, { origin }: URL, authorities: string): string | undefined {
  const cause = causes.find(([known]) => known.test(code))?.[1]
  return cause && `${origin} cannot be used: ${cause}${cause.endsWith(' in') ? ` ${authorities}` : ''} (${code})`
}
