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
    Network: ['127.0.0.1', address].map(describeAddress),
    ResolvConf: 'nameserver 192.0.2.53\nsearch dc1.example\n',
    Hosts: `127.0.0.1 localhost\n${address} ${host}\n`,
    Environment: { LANG: 'C.UTF-8', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    Disk: { '/': { DiskMB: 40_188, UsedMB: 8642 } },
  }
}

/** An address of a host; the documents do not show its other notations (gap AGT-G43). */
function describeAddress(address: string): HostData['Network'][number] {
  return { address, host: address, type: address.includes(':') ? 'IPv6' : 'IPv4' }
}
