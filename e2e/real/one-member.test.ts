import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { kvUpgrade } from '../../src/cli/run-command.fixture.ts'
import { readMembers } from '../../src/kv-upgrade/members/read-member.ts'
import { buildMembers } from './build-members.ts'
import { openCluster, type RealCluster, until } from './cluster.fixture.ts'
import { callKeys, putKey } from './keys.fixture.ts'

const [old, next] = [await buildMembers('3.5'), await buildMembers('3.6')]
const run = promisify(execFile)

let cluster: RealCluster
afterEach(() => cluster?.close())

async function start(server: string, ...options: string[]): Promise<void> {
  cluster = await openCluster(1, options)
  cluster.start(0, server)
  await leads()
}

const leads = () =>
  until('the member leads', async () => {
    const [report] = await readMembers(cluster.endpoints, { timeout: 3000 })
    return report?.leads && report.cluster?.startsWith('3.') ? report : undefined
  })

const health = () => `'${old.controlTool}' endpoint health --endpoints=${cluster.endpoints.join()}`

async function planNow(...args: string[]): Promise<{ state: string; seen: string[]; code: number | null }> {
  const endpoints = ['--endpoints', cluster.endpoints.join()]
  const { stdout, code } = await kvUpgrade(['plan', '--json', ...endpoints, ...args])
  const { state, preconditions } = JSON.parse(stdout) as {
    state: string
    preconditions: { blocks: { seen: string }[] }[]
  }
  return { state, seen: preconditions.flatMap(({ blocks }) => blocks.map((block) => block.seen)), code }
}

/** The result of the offline utility's check, and the result of a start with the 3.6 binary without the flag. */
async function upgradeMember(): Promise<{ check: string; endsWith: number | null | 'runs' }> {
  await cluster.stop(0)
  const { stdout: check } = await run(old.offlineUtility, ['check', 'v2store', '--data-dir', cluster.dataOf(0)])
  cluster.start(0, next.server, [])
  const runs = leads().then(() => 'runs' as const)
  return { check, endsWith: await Promise.race([runs, cluster.ended(0)]) }
}

it('every command leaves a 3.5 member with its v2 store unchanged, so that 3.6 starts', async () => {
  await start(old.server, '--enable-v2=true')
  const configuration = ['--', 'server', '--enable-v2=true']
  expect((await planNow('--health-command', health(), ...configuration)).seen).toEqual(['--enable-v2 is set'])
  const options = ['--v2-store', 'no-custom-data', '--health-command', health()]
  expect((await planNow(...options, ...configuration)).state).toBe('ready')
  const endpoints = ['--endpoints', cluster.endpoints.join()]
  await kvUpgrade(['watch', ...endpoints, '--health-command', health(), '--timeout', '2s'])
  expect((await kvUpgrade(['rollback-check', ...endpoints])).code).toBe(0)
  expect(await upgradeMember()).toEqual({ check: expect.stringContaining('No custom content'), endsWith: 'runs' })
  expect([...(cluster.adapters[0]?.requests ?? [])].sort()).toEqual(['GET /metrics', 'GET /version'])
})

it('KVC-G05: 3.6 fails to start on a 3.5 member with its v2 store after a request to /health, though the check finds nothing', async () => {
  await start(old.server, '--enable-v2=true')
  expect(await (await fetch(`${cluster.clients[0]}/health`)).json()).toMatchObject({ health: 'true' })
  const { check, endsWith } = await upgradeMember()
  expect(check).toContain('No custom content')
  expect(endsWith).not.toBe('runs')
  expect(endsWith).not.toBe(0)
})

it('a full disk alarm blocks the plan until it is disarmed', async () => {
  await start(old.server, '--quota-backend-bytes=8388608', '--max-request-bytes=2097152')
  const [client = ''] = cluster.clients
  expect((await planNow('--v2-store', 'not-enabled', '--health-command', health())).state).toBe('ready')
  await until('the alarm', async () => ((await putKey(client, 'key', 'x'.repeat(2 ** 20))) ? undefined : true))
  const full = await planNow('--v2-store', 'not-enabled', '--health-command', health())
  expect(full).toMatchObject({ state: 'blocked', code: 1 })
  expect(full.seen).toEqual([expect.stringMatching(/^the health command ended with status 1: .*Active Alarm/)])
  const { header } = (await callKeys(client, 'kv/range', { key: 'a2V5' })) as { header: { revision: string } }
  await callKeys(client, 'kv/compaction', { revision: header.revision, physical: true })
  for (const words of [['defrag'], ['alarm', 'disarm']]) {
    await run(old.controlTool, [...words, `--endpoints=${cluster.endpoints.join()}`])
  }
  expect((await planNow('--v2-store', 'not-enabled', '--health-command', health())).state).toBe('ready')
})
