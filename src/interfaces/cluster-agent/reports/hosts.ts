import { isIPv4 } from 'node:net'
import type { HostData } from '../state.ts'

/** Replaces a sensitive value. */
export const redacted = '<redacted>'

/** Host data for a report: variables whose names sound secret are redacted (AGT-042, gap AGT-G07). */
export function redact(host: HostData): HostData {
  const variables = Object.entries(host.Environment).map(([name, value]) => [
    name,
    isSensitive(name) ? redacted : value,
  ])
  return { ...host, Environment: Object.fromEntries(variables) }
}

function isSensitive(variable: string): boolean {
  return /TOKEN|SECRET|PASSWORD|KEY/i.test(variable)
}

/** The host of an agent of which only name and address are known. */
export function describeHost(name: string, address: string): HostData {
  const [host = name] = name.split('.')
  return {
    OS: `x86_64 ${host} 6.8.0-45-generic Linux #45-Ubuntu SMP`,
    Network: [describeAddress('127.0.0.1', 8), describeAddress(address, address.includes(':') ? 64 : 24)],
    ResolvConf: 'nameserver 192.0.2.53\nsearch dc1.example\n',
    Hosts: `127.0.0.1 localhost\n${address} ${host}\n`,
    Environment: { LANG: 'C.UTF-8', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    Disk: { '/': { DiskMB: 40_188, UsedMB: 8642 } },
  }
}

type NetworkAddress = HostData['Network'][number]

/** An address of a host in the notations of a host report (AGT-038). */
function describeAddress(address: string, maskBits: number): NetworkAddress {
  return isIPv4(address) ? describeIpv4(address, maskBits) : describeIpv6(address, maskBits)
}

function describeIpv4(address: string, maskBits: number): NetworkAddress {
  const value = toNumber(address)
  const size = 2 ** (32 - maskBits)
  const network = value - (value % size)
  const broadcast = network + size - 1
  return {
    address,
    binary: value.toString(2).padStart(32, '0'),
    broadcast: toText(broadcast),
    first_usable: toText(network + 1),
    hex: value.toString(16).padStart(8, '0'),
    host: address,
    last_usable: toText(broadcast - 1),
    mask_bits: String(maskBits),
    netmask: toText(2 ** 32 - size),
    network: toText(network),
    octets: address.replaceAll('.', ' '),
    port: '0',
    size: String(size),
    string: `${address}/${maskBits}`,
    type: 'IPv4',
    uint32: String(value),
    ...sockets('4'),
  }
}

function describeIpv6(address: string, maskBits: number): NetworkAddress {
  return {
    address,
    host: address,
    mask_bits: String(maskBits),
    port: '0',
    string: `${address}/${maskBits}`,
    type: 'IPv6',
    ...sockets('6'),
  }
}

function sockets(family: '4' | '6'): NetworkAddress {
  const [datagram, stream] = [`"udp${family}" ""`, `"tcp${family}" ""`]
  return { DialPacket: datagram, DialStream: stream, ListenPacket: datagram, ListenStream: stream }
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
}

function toText(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}
