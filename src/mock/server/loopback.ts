import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** True for `localhost`, in lower case, and for the addresses by which a machine reaches itself. */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return host === 'localhost'
  return loopback.check(host, version === 6 ? 'ipv6' : 'ipv4')
}

/** True for an origin that may use the control plane: the mock's own, or one of this machine (CTL-057). */
export function isOwnOrigin(origin: string, host: string): boolean {
  return isLoopback(hostOf(origin)) || origin === `http://${host}` || origin === `https://${host}`
}

/** The host name in an address, without its port; empty when the text is not an address. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/[[\]]/g, '') : ''
}
