import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { kvUpgrade } from '../../src/cli/run-command.fixture.ts'
import { readCommandLine } from '../../src/kv-upgrade/flags/command-line.ts'
import { migrate } from '../../src/kv-upgrade/flags/migrate.ts'
import { shellQuote } from '../../src/redaction/shell-quote.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { UserError } from '../../src/user-error.ts'
import { freePort } from '../free-port.fixture.ts'
import { buildMembers } from './build-members.ts'

const [old, next] = [await buildMembers('3.5'), await buildMembers('3.6')]
const folder = temporaryFolder()

/** The settings of a cluster of one member, which elects itself at once, and its client URL. */
async function settingsOfOne(): Promise<{ settings: Record<string, string>; client: string }> {
  const [client = '', peer = ''] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`)
  const settings = {
    name: 'm1',
    'data-dir': mkdtempSync(join(folder, 'data-')),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `m1=${peer}`,
    'heartbeat-interval': '10',
    'election-timeout': '100',
  }
  return { settings, client }
}

const wordsOf = (settings: Record<string, string>) =>
  Object.entries(settings).map(([flag, value]) => `--${flag}=${value}`)
const commandOf = (...words: string[]) => `exec ${words.map((word) => shellQuote(word)).join(' ')}`

/** Runs a shell command that becomes a server, until the server answers or ends. */
async function start(command: string, client: string): Promise<{ runs: boolean; log: string }> {
  const child = spawn(command, { shell: true, cwd: folder })
  let log = ''
  const keep = (text: string) => {
    log += text
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep)
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  let runs = false
  while (!runs && child.exitCode === null) {
    const answer = await fetch(`${client}/version`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
    runs = answer?.ok === true
    if (!runs) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))])
  }
  child.kill('SIGKILL')
  await ended
  return { runs, log }
}

const changing = {
  'enable-v2': 'false',
  'experimental-enable-v2v3': '',
  proxy: 'off',
  'proxy-read-timeout': '0',
  'experimental-initial-corrupt-check': 'true',
  'experimental-compact-hash-check-enabled': 'true',
  'experimental-enable-lease-checkpoint': 'true',
  'experimental-enable-lease-checkpoint-persist': 'true',
  'experimental-stop-grpc-service-on-defrag': 'true',
  'experimental-txn-mode-write-with-shared-buffer': 'false',
  'experimental-compaction-batch-limit': '77',
  'experimental-bootstrap-defrag-threshold-megabytes': '1',
  'experimental-snapshot-catchup-entries': '5001',
  'experimental-corrupt-check-time': '61m',
  'snapshot-count': '100000',
}
const gates = [
  'CompactHashCheck',
  'InitialCorruptCheck',
  'LeaseCheckpoint',
  'LeaseCheckpointPersist',
  'StopGRPCServiceOnDefrag',
]
/** In the log of a 3.6 server that starts. */
const taken = {
  'feature-gates': [...gates.map((gate) => `${gate}=true`), 'TxnModeWriteWithSharedBuffer=false'].join(),
  'snapshot-count': 100_000,
  'snapshot-catchup-entries': 5001,
  'corrupt-check-time-interval': '1h1m0s',
}

async function expectTaken(command: string, client: string, data: string | undefined): Promise<void> {
  rmSync(data ?? '', { recursive: true })
  const { runs, log } = await start(command, client)
  const line = log.split('\n').find((text) => text.includes('"starting an etcd server"'))
  expect([runs, JSON.parse(line ?? '{}')]).toEqual([true, expect.objectContaining(taken)])
  expect(log).not.toContain('unrecognized environment variable')
}

it('3.5 starts with a 3.5 configuration, and 3.6 with its rewriting: a command line', async () => {
  const { settings, client } = await settingsOfOne()
  const words = wordsOf({ ...settings, ...changing })
  expect((await start(commandOf(old.server, ...words), client)).runs).toBe(true)
  expect((await start(commandOf(next.server, ...words), client)).runs).toBe(false)
  const { stdout, code } = await kvUpgrade(['flags', '--', next.server, ...words])
  expect(code).toBe(0)
  await expectTaken(`exec ${stdout}`, client, settings['data-dir'])
})

/** Each writes a setting as a line of the form. In YAML, numbers and booleans stand without quotes, and durations are nanoseconds. */
const files = {
  yaml: {
    write: (flag: string, value: string) =>
      `${flag}: ${/^(\d+|true|false)$/.test(value) ? value : JSON.stringify(value)}\n`,
    startWith: (file: string, server: string) => commandOf(server, `--config-file=${file}`),
    differs: { 'experimental-corrupt-check-time': '3660000000000' },
  },
  env: {
    write: (flag: string, value: string) => `ETCD_${flag.toUpperCase().replaceAll('-', '_')}=${value}\n`,
    startWith: (file: string, server: string) => `set -a; . ${file}; ${commandOf(server)}`,
    differs: {},
  },
}

it.each(['yaml', 'env'] as const)(
  '3.5 starts with a 3.5 configuration, and 3.6 with its rewriting: %s',
  async (form) => {
    const { write, startWith, differs } = files[form]
    const { settings, client } = await settingsOfOne()
    const written = Object.entries({ ...settings, ...changing, ...differs }).map(([flag, value]) => write(flag, value))
    const [before, after] = [join(folder, `before.${form}`), join(folder, `after.${form}`)]
    writeFileSync(before, written.join(''))
    expect((await start(startWith(before, old.server), client)).runs).toBe(true)
    const { stdout, code } = await kvUpgrade(['flags', '--file', before, '--env-prefix', 'ETCD_'])
    expect(code).toBe(0)
    writeFileSync(after, stdout)
    await expectTaken(startWith(after, next.server), client, settings['data-dir'])
  },
)

/** Values beside the defaults of the help. */
const more = [
  '--v2-deprecation=write-only',
  '--v2-deprecation=gone',
  '--discovery-fallback=exit',
  '--metrics=extensive',
]

const help = await promisify(execFile)(old.server, ['--help'])
const listed = [...`${help.stdout}${help.stderr}`.matchAll(/^ {2}(--[a-z0-9-]+) (?:'([^']*)'|(\S+))$/gm)]
/** Every flag of the 3.5 help with its default, and a boolean with both values. */
const settingsOfHelp = listed.flatMap(([, flag = '', quoted, bare]) => {
  const preset = quoted ?? bare ?? ''
  return /^(true|false)$/.test(preset) ? [`${flag}=true`, `${flag}=false`] : [`${flag}=${preset}`]
})

/** The command line for 3.6; undefined where the tool refuses. */
function rewrite(words: readonly string[]): string | undefined {
  try {
    return `exec ${migrate(readCommandLine(words)).configuration}`
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

describe('with a setting of the 3.5 help', () => {
  let started = 0

  it.each([...settingsOfHelp, ...more])(
    '%s: 3.6 takes what flags writes, and fails to start where flags refuses',
    async (setting) => {
      const { settings, client } = await settingsOfOne()
      const [flag = ''] = setting.slice(2).split('=')
      const words = [...wordsOf(settings).filter((word) => !word.startsWith(`--${flag}=`)), setting]
      if (flag in settings || !(await start(commandOf(old.server, ...words), client)).runs) return
      started += 1
      rmSync(settings['data-dir'] ?? '', { recursive: true })
      const rewritten = rewrite([next.server, ...words])
      const { runs, log } = await start(rewritten ?? commandOf(next.server, ...words), client)
      expect([runs, runs || log]).toEqual(rewritten ? [true, true] : [false, expect.stringContaining(flag)])
    },
  )

  it('3.5 itself starts with more than 100 settings of its help', () => {
    expect(started).toBeGreaterThan(100)
  })
})
