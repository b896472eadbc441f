import type { Finding } from './setting.ts'

/** The finding of the tool about a flag or one of its values. `refused` is an error with advice. */
export type Verdict = Extract<Finding['kind'], 'kept' | 'renamed' | 'feature-gate' | 'removed' | 'v2-check'> | 'refused'

/** A flag with its values in the help of a 3.5.21 server: the default, and every value that the help names. */
export interface HelpRow {
  flag: string
  values: readonly string[]
  verdict: Verdict
  /** Further flags that a server needs to start with this one. */
  with?: readonly string[]
  /** Why no server is started with it. */
  notStarted?: string
}

const row = (flag: string, values: readonly string[], verdict: Verdict, more: Partial<HelpRow> = {}): HelpRow => ({
  flag: `--${flag}`,
  values,
  verdict,
  ...more,
})
const kept = (flag: string, values: readonly string[], more?: Partial<HelpRow>) => row(flag, values, 'kept', more)
const removed = (flag: string, values: readonly string[]) => row(flag, values, 'removed')
const renamed = (flag: string, values: readonly string[]) => row(`experimental-${flag}`, values, 'renamed')
const gate = (flag: string, values: readonly string[], more?: Partial<HelpRow>) =>
  row(`experimental-${flag}`, values, 'feature-gate', more)

const both = ['false', 'true']
const address = { notStarted: 'every server that the tests start has its own' }
const certificate = { notStarted: 'needs certificates' }

export const helpRows: readonly HelpRow[] = [
  kept('config-file', ['server.yaml'], { notStarted: 'needs the file, and has a test of its own' }),
  kept('name', ['default'], address),
  kept('data-dir', ['default.data'], address),
  kept('wal-dir', ['', 'wal']),
  kept('snapshot-count', ['100000']),
  kept('heartbeat-interval', ['100']),
  kept('election-timeout', ['1000']),
  kept('initial-election-tick-advance', both),
  kept('listen-peer-urls', ['http://localhost:2380'], address),
  kept('listen-client-urls', ['http://localhost:2379'], address),
  kept('listen-client-http-urls', ['']),
  kept('max-snapshots', ['0', '5']),
  kept('max-wals', ['0', '5']),
  kept('quota-backend-bytes', ['0']),
  kept('backend-bbolt-freelist-type', ['map', 'array']),
  kept('backend-batch-interval', ['100ms']),
  kept('backend-batch-limit', ['0']),
  kept('max-txn-ops', ['128']),
  kept('max-request-bytes', ['1572864']),
  kept('max-concurrent-streams', ['4294967295']),
  kept('enable-grpc-gateway', both),
  kept('grpc-keepalive-min-time', ['5s']),
  kept('grpc-keepalive-interval', ['0', '2h']),
  kept('grpc-keepalive-timeout', ['0', '20s']),
  kept('socket-reuse-port', both),
  kept('socket-reuse-address', both),
  kept('raft-read-timeout', ['5s']),
  kept('raft-write-timeout', ['5s']),
  kept('initial-advertise-peer-urls', ['http://localhost:2380'], address),
  kept('initial-cluster', ['default=http://localhost:2380'], address),
  kept('initial-cluster-state', ['new']),
  kept('initial-cluster-state', ['existing'], { notStarted: 'needs a cluster to join' }),
  kept('initial-cluster-token', ['a-token']),
  kept('advertise-client-urls', ['http://localhost:2379'], address),
  kept('discovery', ['']),
  kept('discovery-fallback', ['exit']),
  row('discovery-fallback', ['proxy'], 'refused'),
  kept('discovery-proxy', ['']),
  kept('discovery-srv', ['']),
  kept('discovery-srv-name', ['']),
  kept('strict-reconfig-check', both),
  kept('pre-vote', both),
  kept('auto-compaction-retention', ['0', '5m']),
  kept('auto-compaction-mode', ['periodic', 'revision']),
  removed('enable-v2', ['false']),
  row('enable-v2', ['true'], 'v2-check'),
  row('v2-deprecation', ['not-yet'], 'refused'),
  kept('v2-deprecation', ['write-only', 'write-only-drop-data', 'gone']),
  kept('cert-file', ['m.pem'], certificate),
  kept('key-file', ['m.key'], certificate),
  kept('client-cert-auth', ['false']),
  kept('client-cert-auth', ['true'], certificate),
  kept('client-cert-file', ['']),
  kept('client-key-file', ['']),
  kept('client-crl-file', ['']),
  kept('client-cert-allowed-hostname', ['']),
  kept('trusted-ca-file', ['ca.pem'], certificate),
  kept('auto-tls', both),
  kept('peer-cert-file', ['m.pem'], certificate),
  kept('peer-key-file', ['m.key'], certificate),
  kept('peer-client-cert-auth', ['false']),
  kept('peer-client-cert-auth', ['true'], certificate),
  kept('peer-trusted-ca-file', ['ca.pem'], certificate),
  kept('peer-cert-allowed-cn', ['']),
  kept('peer-cert-allowed-hostname', ['']),
  kept('peer-auto-tls', both),
  kept('peer-client-cert-file', ['']),
  kept('peer-client-key-file', ['']),
  kept('self-signed-cert-validity', ['1']),
  kept('peer-crl-file', ['']),
  kept('cipher-suites', ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']),
  kept('cors', ['*']),
  kept('host-whitelist', ['*']),
  kept('tls-min-version', ['TLS1.2', 'TLS1.3']),
  kept('tls-max-version', ['', 'TLS1.2', 'TLS1.3']),
  kept('auth-token', ['simple']),
  kept('auth-token', ['jwt'], { notStarted: 'needs a key' }),
  kept('bcrypt-cost', ['4', '10', '31']),
  kept('auth-token-ttl', ['300']),
  kept('enable-pprof', both),
  kept('metrics', ['basic', 'extensive']),
  kept('listen-metrics-urls', ['']),
  kept('logger', ['zap']),
  kept('log-outputs', ['default', 'stdout', 'stderr']),
  kept('log-level', ['debug', 'info', 'warn', 'error', 'panic', 'fatal']),
  kept('enable-log-rotation', ['false']),
  kept('enable-log-rotation', ['true'], { with: ['--log-outputs=server.log'] }),
  kept('log-rotation-config-json', [
    '{"maxsize": 100, "maxage": 0, "maxbackups": 0, "localtime": false, "compress": false}',
  ]),
  renamed('enable-distributed-tracing', both),
  renamed('distributed-tracing-address', ['localhost:4317']),
  renamed('distributed-tracing-service-name', ['a-service']),
  renamed('distributed-tracing-instance-id', ['']),
  renamed('distributed-tracing-sampling-rate', ['0']),
  removed('proxy', ['off', 'readonly', 'on']),
  removed('proxy-failure-wait', ['5000']),
  removed('proxy-refresh-interval', ['30000']),
  removed('proxy-dial-timeout', ['1000']),
  removed('proxy-write-timeout', ['5000']),
  removed('proxy-read-timeout', ['0']),
  gate('initial-corrupt-check', both),
  renamed('corrupt-check-time', ['0s']),
  gate('compact-hash-check-enabled', both),
  renamed('compact-hash-check-time', ['1m']),
  removed('experimental-enable-v2v3', ['', '/v2']),
  gate('enable-lease-checkpoint', both),
  gate('enable-lease-checkpoint-persist', ['false']),
  gate('enable-lease-checkpoint-persist', ['true'], { with: ['--experimental-enable-lease-checkpoint=true'] }),
  renamed('compaction-batch-limit', ['1000']),
  renamed('compaction-sleep-interval', ['10ms']),
  renamed('peer-skip-client-san-verification', both),
  renamed('watch-progress-notify-interval', ['10m']),
  renamed('downgrade-check-time', ['5s']),
  renamed('memory-mlock', both),
  renamed('warning-apply-duration', ['100ms']),
  gate('txn-mode-write-with-shared-buffer', both),
  renamed('bootstrap-defrag-threshold-megabytes', ['0', '1']),
  gate('stop-grpc-service-on-defrag', both),
  kept('force-new-cluster', both),
  kept('unsafe-no-fsync', both),
]
