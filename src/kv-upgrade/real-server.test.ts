import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MemberReport, readMembers } from './members/read-member.ts'
import { planUpgrade } from './plan/plan.ts'
import { type RealCluster, startRealCluster, whyNoRealServer } from './real-members.fixture.ts'
import type { Observation } from './watch/observe.ts'
import { watchUpgrade } from './watch/watch.ts'

const missing = whyNoRealServer()

describe.skipIf(missing)(`a real server of the family${missing ? `: ${missing}` : ''}`, () => {
  let cluster: RealCluster
  const read = () => readMembers(cluster.endpoints, { timeout: 3000 })

  beforeAll(async () => {
    cluster = await startRealCluster()
    await reach((reports) => reports.every(({ answers }) => answers) && reports.some(({ leads }) => leads))
  }, 60_000)
  afterAll(() => cluster?.close())

  async function reach(wanted: (reports: MemberReport[]) => boolean): Promise<MemberReport[]> {
    for (const end = Date.now() + 45_000; ; await sleep(200)) {
      const reports = await read()
      if (wanted(reports)) return reports
      if (Date.now() > end) throw new Error(`the members did not come to this: ${JSON.stringify(reports)}`)
    }
  }

  it('KVC-030, KVC-032: /version and /metrics are read as they are', async () => {
    const reports = await reach((seen) => seen.every(({ cluster: version }) => version?.startsWith('3.')))
    for (const { server, cluster: version, problems } of reports) {
      expect([server, version, problems]).toEqual([
        expect.stringMatching(/^3\.\d+\.\d+$/),
        expect.stringMatching(/^3\.\d+\.0$/),
        [],
      ])
    }
    expect(reports.filter(({ leads }) => leads)).toHaveLength(1)
  })

  it('KVC-047: is refused as too old, with the versions that were seen, and for nothing else', async () => {
    const reports = await reach((seen) => seen.every(({ cluster: version }) => version?.startsWith('3.')))
    const tools = { controlTool: 'kvctl', offlineUtility: 'kvutl', snapshotFile: 'a.db', curl: 'curl' }
    const { state, preconditions, steps } = planUpgrade({
      reports,
      health: { state: 'healthy', seen: 'the operator says so' },
      v2: 'not-needed',
      tools,
    })
    expect([state, steps]).toEqual(['blocked', []])
    const blocked = preconditions.filter(({ blocks }) => blocks.length > 0)
    expect(blocked.map(({ id }) => id)).toEqual(['versions', 'cluster-version'])
    expect(blocked.flatMap(({ blocks }) => blocks.map(({ seen }) => seen))).toEqual([
      ...reports.map(({ server }) => `runs ${server}, older than 3.5`),
      ...reports.map(({ cluster: version }) => `reports the cluster version ${version}, older than 3.5`),
    ])
  })

  it('KVC-106: a member that stops and comes back is followed, the leader too', async () => {
    const leader = (await reach((seen) => seen.some(({ leads }) => leads))).findIndex(({ leads }) => leads)
    const endpoint = cluster.endpoints[leader]
    const observations: Observation[] = []
    const options = {
      read,
      interval: 200,
      timeout: 40_000,
      now: Date.now,
      sleep: (milliseconds: number) => sleep(milliseconds),
    }
    let restarted = false
    for await (const observation of watchUpgrade(options)) {
      observations.push(observation)
      const events = observations.flatMap((seen) => seen.events)
      if (observations.length === 1) await cluster.stop(leader)
      // Leadership moves before or after the round in which the old leader is seen to be gone.
      if (
        !restarted &&
        events.includes(`${endpoint} is stopped`) &&
        events.some((event) => / leads now$/.test(event))
      ) {
        restarted = true
        cluster.start(leader)
      }
      if (events.includes(`${endpoint} answers again`)) break
    }
    const down = observations.find(({ rows }) => rows[leader]?.step === 'stopped')
    expect(down?.verdict.expected).toEqual([expect.stringMatching(/^connection errors/)])
    expect(observations.map(({ verdict }) => verdict.state)).not.toContain('done')
    expect(observations.map(({ verdict }) => verdict.state)).not.toContain('go-on')
    expect(observations.at(-1)?.events).toContain(`${endpoint} answers again`)
  }, 60_000)
})
