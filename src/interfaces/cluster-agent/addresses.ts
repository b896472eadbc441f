import { isIP } from 'node:net'
import { Refusal } from '../../behaviour/refusal.ts'

/** The first address that is no `ip:port`, refused (AGT-106, AGT-112; gap AGT-G17); the schema checks the form, not the numbers. */
export function refuseAddresses(addresses: readonly string[], rule: string): Refusal | undefined {
  const wrong = addresses.find((address) => !splitAddress(address))
  if (wrong === undefined) return undefined
  return new Refusal('invalid-request', `invalid address "${wrong}": not of the form ip:port`, { rules: [rule] })
}

/** Whether both name the same IP address, however an IPv6 one is written, and the same port. */
export function sameAddress(left: string, right: string): boolean {
  const [one, other] = [splitAddress(left), splitAddress(right)]
  return one !== undefined && one.ip === other?.ip && one.port === other.port
}

/** `ip:port` of a server; an IPv6 address stands in brackets (RFC 3986, 3.2.2). */
export function joinAddress(ip: string, port: number | string): string {
  return isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`
}

function splitAddress(address: string): { ip: string; port: number } | undefined {
  const {
    ip = '',
    ip6 = '',
    port = '',
  } = /^(?:(?<ip>[\d.]+)|\[(?<ip6>[^\]]+)\]):(?<port>\d{1,5})$/.exec(address)?.groups ?? {}
  const number = Number(port)
  if (number < 1 || number > 65_535) return undefined
  if (isIP(ip) === 4) return { ip, port: number }
  // The URL parser writes an IPv6 address in its one canonical form.
  return isIP(ip6) === 6 ? { ip: new URL(`http://[${ip6}]`).hostname, port: number } : undefined
}
