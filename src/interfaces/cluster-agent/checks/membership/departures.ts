import type { Context, Head, Member } from '../context.ts'
import { assertServed } from '../outcomes.ts'

/** The status of a member in the list; undefined if the list does not show it. */
export async function statusOf(t: Context, name: string): Promise<Member['Status'] | undefined> {
  const { body } = await t.call('listMembers')
  return body.Members.find(({ Name }) => Name === name)?.Status
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
