import { type Command, InvalidArgumentError } from 'commander'
import { quoteWord } from '../../kv-upgrade/flags/command-line.ts'
import type { Connection } from '../../kv-upgrade/members/connection.ts'
import { readEndpoints } from '../../kv-upgrade/members/endpoints.ts'
import { readTlsFiles, type TlsFlags } from './tls-files.ts'

export interface ClusterFlags extends TlsFlags {
  endpoints: string[]
  header: Record<string, string>
  memberTimeout: number
}

/** Adds the options by which a cluster is named and reached. */
export function withCluster(command: Command): Command {
  return command
    .requiredOption('--endpoints <urls>', 'client URL of every member, with commas between', collect)
    .option('--cacert <file>', 'authority that the certificates of the members are held against, PEM')
    .option('--cert <file>', 'client certificate, PEM')
    .option('--key <file>', 'key of the client certificate, PEM')
    .option('--header <line>', "sent with every request, 'Name: value'; repeatable", readHeader, {})
    .option('--member-timeout <duration>', 'for all that one member is asked at a time', readDuration, 5000)
}

/** The members, in the order given, and how to reach them. */
export function readCluster(flags: ClusterFlags): { endpoints: string[]; connection: Connection } {
  const { cacert, cert, header, memberTimeout } = flags
  const endpoints = readEndpoints(flags.endpoints, cacert !== undefined || cert !== undefined ? 'https' : 'http')
  return { endpoints, connection: { timeout: memberTimeout, headers: header, tls: readTlsFiles(flags) } }
}

/** How curl reaches the same members. */
export function curlOf({ cacert, cert, key, header }: ClusterFlags): string {
  const options = Object.entries({ '--cacert': cacert, '--cert': cert, '--key': key })
  const files = options.flatMap(([option, file]) => (file === undefined ? [] : [option, file]))
  const headers = Object.entries(header).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  return ['curl', ...files, ...headers].map(quoteWord).join(' ')
}

function collect(text: string, before: string[] = []): string[] {
  return [...before, text]
}

function readHeader(line: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\t\x20-\x7e\x80-\xff]*?)\s*$/.exec(line) ?? []
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("A header is written 'Name: value'.")
  }
  return { ...before, [name]: value }
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `500ms`, `5s`, `10m` or `1h`. */
export function readDuration(text: string): number {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? []
  const milliseconds = Math.round(Number(number) * (units[unit as keyof typeof units] ?? 0))
  // Timers hold no more than 31 bits.
  if (milliseconds >= 1 && milliseconds < 2 ** 31) return milliseconds
  throw new InvalidArgumentError('A duration is a number and its unit: 500ms, 5s, 10m, 1h; at most 24 days.')
}
