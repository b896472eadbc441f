import { isIP } from 'node:net'
import { Refusal } from '../../behaviour/refusal.ts'

/**
 * Refuses the first address that is not `ip:port` (AGT-106, AGT-112; gap AGT-G17). The schema checks everything except the parts of an IPv6
 * address.
 */
export function refuseAddresses(addresses: readonly string[], rule: string): Refusal | undefined {
  const wrong = addresses.find((address) => !URL.canParse(urlOf(address)))
  if (wrong === undefined) return undefined
  return new Refusal('invalid-request', `invalid address "${wrong}": not of the form ip:port`, { rules: [rule] })
}

/** Whether both have the same IP address, in any notation of IPv6, and the same port. */
export function sameAddress(left: string, right: string): boolean {
  return new URL(urlOf(left)).host === new URL(urlOf(right)).host
}

/** `ip:port` of a server. An IPv6 address is in brackets (RFC 3986, 3.2.2). */
export function joinAddress(ip: string, port: number | string): string {
  return isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`
}

/** A URL parser writes an IPv6 address in its canonical form. Without a special scheme it keeps every port. */
function urlOf(address: string): string {
  return `tcp://${address}`
}
