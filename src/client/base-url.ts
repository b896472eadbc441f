/**
 * Reads the address of a server: without a scheme it is one with TLS (SEC-009), and it carries nothing secret.
 *
 * @throws {TypeError} for an address that is none, or that holds credentials, a query or a fragment
 */
export function readBaseUrl(address: string): string {
  const text = address.includes('://') ? address : `https://${address}`
  if (!URL.canParse(text)) throw new TypeError('`baseUrl` is no address; write it as https://host.example/path')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('`baseUrl` is neither an https nor an http address')
  // Not quoted: what does not belong into the address is a secret, as often as not.
  if (url.username || url.password)
    throw new TypeError('`baseUrl` holds credentials; give them as an option of their own')
  if (url.search || url.hash) throw new TypeError('`baseUrl` holds a query or a fragment; it ends with a path')
  return url.href.replace(/\/+$/, '')
}
