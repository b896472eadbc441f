/**
 * Reads the address of a server. An address without a scheme gets `https` (SEC-009).
 *
 * @throws {TypeError} when the address is missing or not a URL, or has credentials, a query or a fragment
 */
export function readBaseUrl(address: string | undefined): string {
  if (typeof address !== 'string' || address.trim() === '')
    throw new TypeError('`baseUrl` is missing; give the address of the server, such as https://host.example/path')
  const text = address.includes('://') ? address : `https://${address}`
  if (address.trim().startsWith('/') || !URL.canParse(text))
    throw new TypeError('`baseUrl` is not an address; write it as https://host.example/path')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('`baseUrl` is neither an https nor an http address')
  // The message does not quote the address, because a part that does not belong there is often a secret.
  if (url.username || url.password)
    throw new TypeError('`baseUrl` contains credentials; pass them in the option for credentials')
  if (url.search || url.hash) throw new TypeError('`baseUrl` holds a query or a fragment; it ends with a path')
  return url.href.replace(/\/+$/, '')
}
