import type { ConnectionOptions as TlsOptions } from 'node:tls'
import { readTlsFiles } from '../../../tls-files.ts'
import { UserError } from '../../../user-error.ts'

/** The state engine cannot be used with these options. */
export class StateEngineError extends UserError {}

/** Options of an engine besides its address. */
export interface StateEngineOptions {
  user?: string | undefined
  password?: string | undefined
  /** Start of the names of all keys; default: `rulebound:`. */
  prefix?: string | undefined
  /** PEM file with the certificates that may have signed the engine's certificate; default: those that Node.js trusts. */
  ca?: string | undefined
  /** PEM files of a client certificate and its key. */
  cert?: string | undefined
  key?: string | undefined
  /** Seconds to wait for the engine at the start; default: 0. */
  wait?: number | undefined
  /** Replicas of the engine that must confirm each change; default: 0. */
  waitReplicas?: number | undefined
}

export interface Endpoint {
  seeds: { host: string; port: number }[]
  database: number
  user: string | undefined
  password: string | undefined
  tls: TlsOptions | undefined
  /** The address for messages, without secrets. */
  shown: string
}

const form = /^(valkeys?|rediss?):\/\/([^/?#]*)(?:\/(\d*))?$/

/** True for the URL of an engine, and for text that only looks like one; false for the name of a file. */
export function isEngineUrl(state: string): boolean {
  return /^([a-z][\w+.-]+:\/\/|(valkeys?|rediss?):)/i.test(state)
}

/**
 * Reads the URL of an engine: `valkey://host:6379/0`, with several hosts for a cluster; `valkeys` and `rediss` use TLS.
 *
 * @throws {StateEngineError} when it has another form, contains a user or a password, or does not use the TLS that the options are about
 */
export function parseEngineUrl(url: string, options: StateEngineOptions): Endpoint {
  const [, scheme = '', hosts = '', database = ''] = form.exec(url.toLowerCase()) ?? []
  if (hosts.includes('@')) {
    throw new StateEngineError(
      'leave the user and the password out of the URL of the state engine, since others can read them in the list of processes; ' +
        'set RULEBOUND_STATE_USER and RULEBOUND_STATE_PASSWORD',
    )
  }
  const seeds = hosts.split(',').map(parseHost)
  if (scheme === '' || seeds.includes(undefined)) {
    throw new StateEngineError(
      `'${url}' is not the URL of a state engine; write valkey://host:6379, valkey://one:6379,two:6379 for a cluster, or the name of a file`,
    )
  }
  const isSecure = scheme === 'valkeys' || scheme === 'rediss'
  const { ca, cert, key } = options
  if (!isSecure && (ca ?? cert ?? key) !== undefined) {
    throw new StateEngineError(`certificates are for TLS, which '${url}' does not use; write ${scheme}s://${hosts}`)
  }
  return {
    seeds: seeds.filter((seed) => seed !== undefined),
    database: Number(database),
    user: options.user || undefined,
    password: options.password || undefined,
    tls: isSecure ? readTlsFiles(options, { ca: '--state-ca', cert: '--state-cert', key: '--state-key' }) : undefined,
    shown: `${scheme}://${hosts}${Number(database) > 0 ? `/${database}` : ''}`,
  }
}

function parseHost(text: string): Endpoint['seeds'][number] | undefined {
  const [, host, port = '6379'] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
