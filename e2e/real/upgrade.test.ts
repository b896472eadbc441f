import { exec, execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kvUpgrade, startCommand } from '../../src/cli/run-command.fixture.ts'
import { type MemberReport, readMembers } from '../../src/kv-upgrade/members/read-member.ts'
import { minorOf } from '../../src/kv-upgrade/versions.ts'
import type { Observation } from '../../src/kv-upgrade/watch/observe.ts'
import { buildMembers } from './build-members.ts'
import { openCluster, type RealCluster, until } from './cluster.fixture.ts'
import { readKeys, startWriting } from './keys.fixture.ts'

const [old, next] = [await buildMembers('3.5'), await buildMembers('3.6')]
// The adapters run in this process, so nothing may block it.
const [runShell, runProgram] = [promisify(exec), promisify(execFile)]

// The steps depend on each other, and run in their order.
describe('three members, from 3.5 to 3.6', () => {
  let cluster: RealCluster
  let writing: ReturnType<typeof startWriting>
  let snapshot: { file: string; keys: string[] }
  const observations: Observation[] = []

  beforeAll(async () => {
    cluster = await openCluster(3)
    for (const index of [0, 1, 2]) cluster.start(index, old.server)
    await reach(['3.5', '3.5', '3.5'], '3.5')
    writing = startWriting(cluster.clients)
  })
  afterAll(async () => {
    await writing?.stop()
    await cluster?.close()
  })

  const read = () => readMembers(cluster.endpoints, { timeout: 3000 })

  /** Waits until the members run these versions and lead a cluster of that one. */
  function reach(servers: readonly (string | undefined)[], version: string): Promise<MemberReport[]> {
    return until(`${servers.join(', ')} in a cluster of ${version}`, async () => {
      const reports = await read()
      const run = reports.map(({ server }) => server && minorOf(server))
      const answering = reports.filter(({ answers }) => answers)
      const agrees = answering.every((report) => minorOf(report.cluster ?? '') === version)
      return run.join() === servers.join() && agrees && answering.some(({ leads }) => leads) ? reports : undefined
    })
  }

  const health = () => `'${old.controlTool}' endpoint health --endpoints=${cluster.endpoints.join()}`
  const run = (...args: string[]) => kvUpgrade([...args, '--endpoints', cluster.endpoints.join()])
  const planNow = async (...args: string[]) => {
    const programs = ['--control-tool', old.controlTool, '--snapshot-file', join(cluster.folder, 'before.db')]
    const { stdout, code } = await run('plan', '--v2-store', 'not-enabled', ...programs, ...args, '--json')
    return { ...JSON.parse(stdout), code }
  }
  const rollbackNow = async () => {
    const { stdout, code } = await run('rollback-check', '--json')
    const { phase, binarySwap } = JSON.parse(stdout)
    return [phase, binarySwap.possible, code]
  }

  it('plan is uncertain until the operator gives the health', async () => {
    expect(await planNow()).toMatchObject({ state: 'uncertain', steps: [], code: 1 })
    expect(await planNow('--health', 'unhealthy')).toMatchObject({ state: 'blocked', code: 1 })
    expect(await planNow('--health', 'healthy')).toMatchObject({ state: 'ready', code: 0 })
  })

  it('plan with a health command is ready, and its commands work as they are printed', async () => {
    const { state, steps, code } = await planNow('--health-command', health())
    expect([state, code]).toEqual(['ready', 0])
    const commandsOf = (id: string) =>
      (steps as { id: string; commands: string[] }[]).filter((step) => step.id === id).flatMap((step) => step.commands)
    for (const command of commandsOf('health')) await runShell(command)
    const keys = [...writing.acknowledged]
    expect(commandsOf('snapshot')).toHaveLength(1)
    for (const command of commandsOf('snapshot')) await runShell(command)
    snapshot = { file: join(cluster.folder, 'before.db'), keys }
    expect(keys.length).toBeGreaterThan(0)
  })

  it('a stopped member blocks the plan, and makes no cluster mixed', async () => {
    await cluster.stop(2)
    await reach(['3.5', '3.5', undefined], '3.5')
    expect((await planNow('--health', 'healthy')).state).toBe('blocked')
    expect(await rollbackNow()).toEqual(['partly-seen', true, 0])
    cluster.start(2, old.server)
    await reach(['3.5', '3.5', '3.5'], '3.5')
  })

  it('a lost quorum is trouble, and unhealthy to the control tool', async () => {
    await Promise.all([cluster.stop(1), cluster.stop(2)])
    const { state, preconditions } = await planNow('--health-command', health())
    expect(state).toBe('blocked')
    const reported = (preconditions as { id: string; blocks: { seen: string }[] }[]).find(({ id }) => id === 'health')
    expect(reported?.blocks[0]?.seen).toMatch(/^the health command ended with status 1/)
    const { stdout, code } = await run('watch', '--health-command', health(), '--timeout', '1s', '--json')
    expect(code).toBe(1)
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line).verdict.state).toBe('trouble')
    for (const index of [1, 2]) cluster.start(index, old.server)
    await reach(['3.5', '3.5', '3.5'], '3.5')
  })

  it('watch without a health command asks for endpoint health after a replacement, and never prints safe', async () => {
    await replace(2, next.server)
    await reach(['3.5', '3.5', '3.6'], '3.5')
    const { stdout, code } = await run('watch', '--timeout', '3s')
    expect([stdout, code]).toEqual([expect.stringContaining('Run `endpoint health` on every member.'), 1])
    expect(stdout).not.toMatch(/safe/i)
  })

  it('the 3.5 binary comes back while the cluster is mixed', async () => {
    expect(await rollbackNow()).toEqual(['mixed', true, 0])
    expect((await planNow('--health-command', health())).state).toBe('resume')
    await replace(2, old.server)
    await reach(['3.5', '3.5', '3.5'], '3.5')
    expect(await rollbackNow()).toEqual(['not-started', true, 0])
  })

  async function replace(index: number, server: string): Promise<void> {
    await cluster.stop(index)
    cluster.start(index, server)
  }

  it('watch leads through the upgrade, and ends with it', async () => {
    const args = ['--health-command', health(), '--interval', '300ms', '--timeout', '4m', '--json']
    const watched = startCommand(['kv-upgrade', 'watch', '--endpoints', cluster.endpoints.join(), ...args])
    const seen = () =>
      watched.output.stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Observation)
    const replaced: string[] = []
    for (const left of [3, 2, 1]) {
      const { verdict, rows } = await until(`a member to replace, of ${left}`, async () => {
        const latest = seen().at(-1)
        const known = latest?.rows.filter(({ server }) => server.startsWith('3.5')).length === left
        return known && latest.verdict.next !== undefined ? latest : undefined
      })
      const member = verdict.next ?? ''
      expect(verdict.state).toBe(left === 3 ? 'not-started' : 'go-on')
      // The leader comes last.
      if (left > 1) expect(rows.find((row) => row.member === member)?.leader).toBe('no')
      replaced.push(member)
      await cluster.stop(cluster.endpoints.indexOf(member))
      await until('watch sees that it is stopped', async () =>
        seen()
          .at(-1)
          ?.rows.some((row) => row.member === member && row.step === 'stopped')
          ? true
          : undefined,
      )
      cluster.start(cluster.endpoints.indexOf(member), next.server)
    }
    const { code } = await watched.ended
    observations.push(...seen())
    expect(code).toBe(0)
    expect(replaced.toSorted()).toEqual(cluster.endpoints.toSorted())
    expect(observations.at(-1)?.verdict).toMatchObject({ state: 'done', say: expect.not.stringContaining('Run') })
    for (const { rows, verdict } of observations.slice(0, -1)) {
      expect(verdict.state).not.toBe('done')
      expect(verdict.state).not.toBe('trouble')
      if (rows.some(({ step }) => step === 'stopped')) expect(verdict.state).toBe('wait')
    }
  }, 300_000)

  it('no acknowledged key is lost', async () => {
    await writing.stop()
    expect(writing.acknowledged.length).toBeGreaterThan(100)
    for (const client of cluster.clients) {
      const keys = await until('the keys of a member', () => readKeys(client))
      expect(writing.acknowledged.filter((key) => !keys.has(key))).toEqual([])
    }
  })

  it('the cluster refuses the 3.5 binary after the last replacement', async () => {
    await reach(['3.6', '3.6', '3.6'], '3.6')
    expect(await rollbackNow()).toEqual(['upgraded', false, 0])
    expect(await planNow('--health-command', health())).toMatchObject({ state: 'upgraded', steps: [], code: 0 })
    await replace(1, old.server)
    expect(await cluster.ended(1)).not.toBe(0)
    cluster.start(1, next.server)
    await reach(['3.6', '3.6', '3.6'], '3.6')
  })

  it('the snapshot brings back the cluster from before', async () => {
    for (const index of [0, 1, 2]) {
      await cluster.stop(index)
      const words = ['snapshot', 'restore', snapshot.file, ...cluster.restoreArguments(index)]
      await runProgram(old.offlineUtility, words)
    }
    for (const index of [0, 1, 2]) cluster.start(index, old.server)
    await reach(['3.5', '3.5', '3.5'], '3.5')
    expect(await rollbackNow()).toEqual(['not-started', true, 0])
    expect((await planNow('--health-command', health())).state).toBe('ready')
    const keys = await until('the keys of a member', () => readKeys(cluster.clients[0] ?? ''))
    expect(snapshot.keys.filter((key) => !keys.has(key))).toEqual([])
    expect(writing.acknowledged.some((key) => !keys.has(key))).toBe(true)
  })

  it('the commands request only /version and /metrics of each member', () => {
    for (const { requests } of cluster.adapters) expect([...requests].sort()).toEqual(['GET /metrics', 'GET /version'])
  })
})
