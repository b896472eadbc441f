import { InvalidArgumentError } from 'commander'
import type { Connection } from '../../kv-upgrade/members/connection.ts'
import { readEndpoints } from '../../kv-upgrade/members/endpoints.ts'
import { maxHealthTime } from '../../kv-upgrade/members/health-command.ts'
import { shellQuote } from '../../redaction/shell-quote.ts'
import { readTlsFiles } from '../../tls-files.ts'
import { parseDuration } from '../common-flags.ts'
import { flag, type ValuesOf } from '../define-command.ts'

export const clusterFlags = {
  endpoints: flag('<urls>', 'client URL of every member, separated by commas', { repeats: 'list', required: true }),
  cacert: flag('<file>', "certificate of the authority that signed the members' certificates, PEM"),
  cert: flag('<file>', 'client certificate, PEM'),
  key: flag('<file>', 'key of the client certificate, PEM'),
  header: flag('<line>', "header to send with every request, 'Name: value'; repeatable", {
    parse: parseHeader,
    repeats: 'pairs',
  }),
  memberTimeout: flag('<duration>', 'longest time for the two requests to one member', {
    parse: parseDuration,
    default: 5000,
    shownDefault: '5s',
  }),
} as const

export type ClusterFlags = ValuesOf<typeof clusterFlags>

export const healthCommand = flag(
  '<command>',
  `command that exits with 0 if every member is healthy; it may take ${maxHealthTime / 1000} s`,
)

/** The client URLs of the members, in the order given, and how to reach them. */
export function readCluster(flags: ClusterFlags): { endpoints: string[]; connection: Connection } {
  const { cacert, cert, key, header, memberTimeout } = flags
  const tls = readTlsFiles({ ca: cacert, cert, key }, { ca: '--cacert', cert: '--cert', key: '--key' })
  const endpoints = readEndpoints(flags.endpoints, cacert !== undefined || cert !== undefined ? 'https' : 'http')
  return { endpoints, connection: { timeout: memberTimeout, headers: header, tls } }
}

/** The curl command that reaches the same members. */
export function curlOf({ cacert, cert, key, header }: ClusterFlags): string {
  const options = Object.entries({ '--cacert': cacert, '--cert': cert, '--key': key })
  const files = options.flatMap(([option, file]) => (file === undefined ? [] : [option, file]))
  const headers = Object.entries(header).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  return ['curl', ...files, ...headers].map((word) => shellQuote(word)).join(' ')
}

function parseHeader(line: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\t\x20-\x7e\x80-\xff]*?)\s*$/.exec(line) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new InvalidArgumentError("A header is written 'Name: value'.")
}
