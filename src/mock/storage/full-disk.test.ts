import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cli } from '../../cli/run-command.fixture.ts'
import { startProcess } from '../../start-process.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { manualTimers } from '../../timers.fixture.ts'
import { openSessions } from '../session/open-sessions.ts'
import { withinSession } from '../session/sessions.ts'

const folder = temporaryFolder()

/** The command that runs another command with this many kilobytes for each of its files, or for all of them together. */
type Limit = (kilobytes: number) => readonly string[]

const fileSizeLimit: Limit = (kilobytes) => ['bash', '-c', `ulimit -f ${kilobytes}; exec "$@"`, 'bash']

/** A separate file system, in a mount namespace that ends with the command. */
const fullDisk: Limit = (kilobytes) => [
  ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'],
  ...[`mount -t tmpfs -o size=${kilobytes}k tmpfs '${folder}' && exec "$@"`, 'sh'],
]

const [program = '', ...mounting] = [...fullDisk(100), 'true']
const cannotMount = spawnSync(program, mounting).status !== 0 && 'this user may not mount a file system'

function startLimited(limit: Limit, kilobytes: number) {
  const file = join(folder, `${kilobytes}.db`)
  const mock = [process.execPath, cli, 'mock', 'orders', '--port', '0', '--state', file]
  return startProcess([...limit(kilobytes), ...mock])
}

describe.each([
  ['a file-size limit', fileSizeLimit, false],
  ['a full disk', fullDisk, cannotMount],
] as const)('under %s', (_, limit, reason) => {
  it('does not start, and says why', async ({ skip }) => {
    if (reason) skip(reason)
    const { stderr, code } = await startLimited(limit, 4).ended
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^.*\.db cannot be used: .*that the disk has space.*\n$/)])
  })

  it('answers 503 in the form of the interface to changes, still reads, and logs one line', async ({ skip }) => {
    if (reason) skip(reason)
    const mock = startLimited(limit, 400)
    const [, origin] = await mock.says(/(http:\/\/[\d.]+:\d+)\/orders/)
    const order = `${origin}/orders/api/orders/a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35`
    const headers = { authorization: 'Basic b3JkZXJzLmV4YW1wbGUta2V5Og==', accept: 'application/json' }
    const refusals: unknown[] = []
    for (let at = 0; at < 60; at++) {
      const body = JSON.stringify({
        status: 'Cancelled',
        metadata: { at, text: String.fromCharCode(60 + at).repeat(20_000) },
      })
      const init = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body }
      const answer = await fetch(order, init)
      const mediaType = answer.headers.get('content-type')
      if (answer.status !== 200) refusals.push([answer.status, mediaType, await answer.json()])
    }
    const read = await fetch(order, { headers })
    const stored = await read.json()
    const { stderr } = await mock.end()

    expect(refusals.length).toBeGreaterThan(10)
    const detail = expect.stringContaining('The mock cannot store the change: ')
    for (const one of refusals)
      expect(one).toEqual([503, 'application/problem+json', expect.objectContaining({ detail })])
    // A read returns the last update that was answered with 200.
    expect([read.status, stored.metadata.at]).toEqual([200, 59 - refusals.length])
    expect(stderr).toMatch(/^\S+\.db: writing to the state file failed .*\n$/)
  })
})

it('a session that cannot be removed adds no second line', async () => {
  const timers = manualTimers()
  const faults: string[] = []
  const options = { state: join(folder, 'sessions.db'), sessionMinutes: 0 }
  const { sessions, sweep, close } = await openSessions(options, (reason) => void faults.push(reason), timers)
  onTestFinished(close)
  await withinSession(sessions, 'short', () => timers.pass(1))
  const write = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
  onTestFinished(() => write.mockRestore())
  await timers.pass(60_000)
  // Sweeps come one after another: the one of the timer is over, and this one finds nothing.
  expect(await sweep?.()).toEqual([])
  expect(faults).toEqual([
    expect.stringMatching(/^\S+sessions\.db: writing to the state file failed \(database or disk is full\)/),
  ])
})
