import { expect, it } from 'vitest'
import upgrade from '../../generated/kv-cluster/upgrade.json' with { type: 'json' }

// Typed out from the reference, so that a slip of the pen in upgrade.yaml does not prove itself.

it('KVC-055, KVC-056, KVC-057, KVC-058, KVC-059, KVC-060, KVC-061, KVC-062, KVC-063, KVC-064, KVC-065, KVC-066, KVC-067, KVC-068, KVC-069: flags that 3.6 adds, with their defaults', () => {
  expect(
    upgrade.flags_added.map((item) => ['default' in item ? item.default : undefined, item.flag, ...item.rules]),
  ).toEqual([
    ['', '--discovery-token', 'KVC-055'],
    ['', '--discovery-endpoints', 'KVC-056'],
    ['2s', '--discovery-dial-timeout', 'KVC-057'],
    ['5s', '--discovery-request-timeout', 'KVC-058'],
    ['2s', '--discovery-keepalive-time', 'KVC-059'],
    ['6s', '--discovery-keepalive-timeout', 'KVC-060'],
    ['true', '--discovery-insecure-transport', 'KVC-061'],
    ['false', '--discovery-insecure-skip-tls-verify', 'KVC-062'],
    ['', '--discovery-cert', 'KVC-063'],
    ['', '--discovery-key', 'KVC-064'],
    ['', '--discovery-cacert', 'KVC-065'],
    ['', '--discovery-user', 'KVC-066'],
    ['', '--discovery-password', 'KVC-067'],
    [undefined, '--feature-gates', 'KVC-068'],
    [undefined, '--log-format', 'KVC-069'],
  ])
})

it('KVC-070 to KVC-077: flags that 3.6 removes', () => {
  expect(upgrade.flags_removed.map(({ flag, rules }) => [flag, ...rules])).toEqual([
    ['--enable-v2', 'KVC-070'],
    ['--experimental-enable-v2v3', 'KVC-071'],
    ['--proxy', 'KVC-072'],
    ['--proxy-failure-wait', 'KVC-073'],
    ['--proxy-refresh-interval', 'KVC-074'],
    ['--proxy-dial-timeout', 'KVC-075'],
    ['--proxy-write-timeout', 'KVC-076'],
    ['--proxy-read-timeout', 'KVC-077'],
  ])
})

const renamed = [
  ['bootstrap-defrag-threshold-megabytes', 'KVC-079'],
  ['compaction-batch-limit', 'KVC-080'],
  ['compact-hash-check-time', 'KVC-081'],
  ['compaction-sleep-interval', 'KVC-082'],
  ['corrupt-check-time', 'KVC-083'],
  ['enable-distributed-tracing', 'KVC-084'],
  ['distributed-tracing-address', 'KVC-085'],
  ['distributed-tracing-instance-id', 'KVC-086'],
  ['distributed-tracing-sampling-rate', 'KVC-087'],
  ['distributed-tracing-service-name', 'KVC-088'],
  ['downgrade-check-time', 'KVC-089'],
  ['max-learners', 'KVC-090'],
  ['memory-mlock', 'KVC-091'],
  ['peer-skip-client-san-verification', 'KVC-092'],
  ['snapshot-catchup-entries', 'KVC-093'],
  ['warning-apply-duration', 'KVC-094'],
  ['warning-unary-request-duration', 'KVC-095'],
  ['watch-progress-notify-interval', 'KVC-096'],
]

it('KVC-078 to KVC-096: flags that 3.6 renames, and no other', () => {
  expect(upgrade.flags_renamed.map(({ flag, becomes, rules }) => [flag, becomes, rules])).toEqual(
    renamed.map(([name, rule]) => [`--experimental-${name}`, `--${name}`, ['KVC-078', rule]]),
  )
})

it('KVC-097 to KVC-102: flags whose settings are feature gates', () => {
  expect(
    upgrade.flags_replaced_by_feature_gates.map(({ flag, gate, value, rules }) => [`${flag}=${value}`, gate, ...rules]),
  ).toEqual([
    ['--experimental-compact-hash-check-enabled=true', 'CompactHashCheck', 'KVC-097'],
    ['--experimental-initial-corrupt-check=true', 'InitialCorruptCheck', 'KVC-098'],
    ['--experimental-enable-lease-checkpoint=true', 'LeaseCheckpoint', 'KVC-099'],
    ['--experimental-enable-lease-checkpoint-persist=true', 'LeaseCheckpointPersist', 'KVC-100'],
    ['--experimental-stop-grpc-service-on-defrag=true', 'StopGRPCServiceOnDefrag', 'KVC-101'],
    ['--experimental-txn-mode-write-with-shared-buffer=false', 'TxnModeWriteWithSharedBuffer', 'KVC-102'],
  ])
})

it('KVC-103, KVC-104, KVC-105: defaults that change', () => {
  expect(upgrade.defaults_changed.map(({ flag, old, new: next, rules }) => [flag, old, next, ...rules])).toEqual([
    ['--snapshot-count', '100000', '10000', 'KVC-103'],
    ['--v2-deprecation', 'not-yet', 'write-only', 'KVC-104'],
    ['--discovery-fallback', 'proxy', 'exit', 'KVC-105'],
  ])
})

it('KVC-041, KVC-047: versions from which an upgrade may start', () => {
  expect([upgrade.from, upgrade.to]).toEqual(['3.5', '3.6'])
  expect(upgrade.minimum_versions.map(({ subject, version }) => [subject, version])).toEqual([
    ['cluster', '3.5'],
    ['member', '3.5.20'],
  ])
})

it('KVC-033, KVC-034, KVC-036, KVC-040: the commands, who has them, and what they print', () => {
  expect(upgrade.commands.map(({ program, command, output }) => [program, command, output])).toEqual([
    ['control tool', 'endpoint health', 'text per endpoint'],
    ['control tool', 'snapshot save <file>', 'file'],
    ['offline utility', 'check v2store', 'text'],
  ])
  expect(upgrade.commands.map((item) => ('option' in item ? item.option?.flag : undefined))).toEqual([
    '--endpoints',
    '--endpoints',
    undefined,
  ])
})

it('KVC-107: the publish time-out that was seen', () => {
  expect(upgrade.timeouts_seen).toMatchObject([{ id: 'publish', duration: '7s' }])
})

it('the order of the procedure, and what belongs to a healthy one', () => {
  expect(upgrade.procedure.map(({ step, id, phase }) => [step, id, phase])).toEqual([
    [1, 'patch-level', 'before'],
    [2, 'v2-store', 'before'],
    [3, 'readiness', 'before'],
    [4, 'snapshot', 'before'],
    [5, 'replace', 'each-member'],
    [6, 'verify', 'after'],
  ])
  expect(upgrade.metrics_added.map(({ metric }) => metric)).toEqual([
    'kv_network_known_peers',
    'kv_server_feature_enabled',
  ])
  expect(upgrade.expected_logs.map(({ id }) => id)).toEqual(['higher-version', 'connection'])
  expect(upgrade.failures.map(({ id }) => id)).toEqual(['too-many-learner-members'])
})
