import { expect } from '../../../../check/expect.ts'
import { addressOf, assertServed, type Context, type Head, type Member } from '../context.ts'
import { nobody } from '../endpoints.ts'
import { assumeLogged } from '../logs/log-content.ts'

export const day = 24 * 3600

const membersOf = async (t: Context) => (await t.call('listMembers')).body.Members

/** The status of a member in the list; undefined if the list does not show it. */
export async function statusOf(t: Context, name: string): Promise<Member['Status'] | undefined> {
  return (await membersOf(t)).find(({ Name }) => Name === name)?.Status
}

/** The failed member of the target, unless another check has already made it leave. */
export async function failedMember(t: Context, resource: string): Promise<string> {
  const node = t.resource(resource)
  const status = await statusOf(t, node)
  return status === 'failed' ? node : t.inconclusive(`${node} is ${status ?? 'no member'}, and should have failed`)
}

export async function forceLeave(t: Context, query: { node: string; prune?: boolean }): Promise<Head> {
  const reply = await t.call('forceLeaveMember', { query })
  assertServed(t, reply, `force-leave of ${query.node}`)
  return reply
}

/** Makes the failed member of the target leave, once in a run, because it can leave only once. */
export function departure(t: Context) {
  const node = t.resource('failed member')
  return t.once(`force-leave of ${node}`, async () => {
    await failedMember(t, 'failed member')
    const reply = await forceLeave(t, { node })
    return { node, reply, after: await statusOf(t, node) }
  })
}

/** The states of a failed member that is made to leave and then pruned; once in a run. */
export function pruning(t: Context) {
  const resource = 'failed member to make leave and prune'
  return t.once(`force-leave and prune of ${t.resource(resource)}`, async () => {
    const node = await failedMember(t, resource)
    await forceLeave(t, { node, prune: false })
    const left = await statusOf(t, node)
    await forceLeave(t, { node })
    const leftAgain = await statusOf(t, node)
    await forceLeave(t, { node, prune: true })
    return { node, left, leftAgain, pruned: await statusOf(t, node) }
  })
}

/** A member fails and recovers. The list shows it at once, or after the gossip delay (gaps AGT-G09, AGT-G42). */
export async function assumeGossip(t: Context, node: string): Promise<void> {
  const address = (await membersOf(t)).find(({ Name }) => Name === node)?.Addr
  const fields = `member=${node} address=${address}`
  const assumeStatus = async (status: string, when: string) => {
    const seen = await statusOf(t, node)
    t.assume('AGT-G09', () => expect(seen, `status of ${node}, ${when}`).toBe(status))
  }
  const failed = { level: 'warn', text: `serf: member failed: ${fields}` }
  await assumeLogged(t, () => t.control.run('failMember', { node }), failed)
  await assumeStatus('failed', 'which has failed')
  const joined = { text: `serf: member joined: ${fields}` }
  await assumeLogged(t, () => t.control.run('recoverMember', { node }), joined)
  await assumeStatus('alive', 'which runs again')
  await t.control.setConditions({ gossipDelaySeconds: day })
  await t.control.run('failMember', { node })
  await assumeStatus('alive', 'of whose failure nobody has heard yet')
  await t.control.advanceClock(day - 60)
  await assumeStatus('alive', 'of whose failure nobody has heard for long')
  await t.control.advanceClock(60)
  await assumeStatus('failed', 'of whose failure the pool has heard')
  await t.control.setConditions({ gossipDelaySeconds: 0 })
  await t.control.run('recoverMember', { node })
  await assumeUnmoved(t, { node })
  const { ServerName } = (await t.call('listMembers')).body
  const own = (await membersOf(t)).find(({ Name }) => Name.startsWith(ServerName))
  await assumeUnmoved(t, { node: own?.Name ?? '', prune: true })
  for (const [action, name] of [
    ['failMember', own?.Name],
    ['recoverMember', nobody],
  ] as const) {
    const refusal = await t.control.run(action, { node: name }).then(() => 'none', String)
    t.assume('AGT-G09', () => expect(refusal, `refusal of ${action} of ${name}`).toContain(name))
  }
}

/** A pruned member that runs is back after half a minute, however often it is pruned; a dead one stays away (gaps AGT-G10, AGT-G11). */
export async function assumePruned(t: Context, node: string): Promise<void> {
  const prune = () => t.call('forceLeaveMember', { query: { node, prune: true } })
  await prune()
  await t.control.advanceClock(20)
  await prune()
  await t.control.advanceClock(5)
  const early = await statusOf(t, node)
  await t.control.advanceClock(5)
  const back = await statusOf(t, node)
  await prune()
  await t.control.run('failMember', { node })
  await t.control.advanceClock(60)
  const dead = await statusOf(t, node)
  t.assume('AGT-G11', () =>
    expect([early, back, dead], `status of ${node}, pruned twice, then back, then pruned and dead`).toEqual([
      undefined,
      'alive',
      undefined,
    ]),
  )
}

/** A live member that is forced to leave stays (gap AGT-G10). */
async function assumeUnmoved(t: Context, query: { node: string; prune?: boolean }): Promise<void> {
  await t.call('forceLeaveMember', { query })
  const status = await statusOf(t, query.node)
  t.assume('AGT-G10', () => expect(status, `status after a force-leave with ${JSON.stringify(query)}`).toBe('alive'))
}

/** A server that left or failed is in the pool again after a join, if it runs (gaps AGT-G09, AGT-G42). */
export async function assumeRejoins(t: Context): Promise<void> {
  if (!t.hasControl) return
  const node = (await membersOf(t)).findLast(({ Status }) => Status === 'alive')
  if (!node) return
  const { Name } = node
  for (const running of [false, true]) {
    await t.control.run('failMember', { node: Name, running })
    await t.call('forceLeaveMember', { query: { node: Name } })
    const joining = () => t.call('joinCluster', { query: { address: [addressOf(node)] } })
    const { body } = running
      ? await assumeLogged(t, joining, { text: `serf: member joined: member=${Name}` })
      : await joining()
    const seen = await statusOf(t, Name)
    t.assume('AGT-G09', () => {
      expect(body.num_joined, `num_joined of a join of ${Name}, running: ${running}`).toBe(Number(running))
      expect(seen, `status of ${Name} after a join, running: ${running}`).toBe(running ? 'alive' : 'left')
    })
  }
}
