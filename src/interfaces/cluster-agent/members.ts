import type { Member, MemberRecord } from './state.ts'

/** After this time on the session's clock, a pruned server that runs is back in the list (AGT-052, gap AGT-G11). */
export const rejoinMilliseconds = 30_000

type Status = Member['Status']

/** The record as it stands now: what was pending has happened once its moment has come. */
export function settle(record: MemberRecord, now: Date): MemberRecord {
  const { pending } = record
  return pending && Date.parse(pending.at) <= now.getTime() ? listed(record, pending.status) : record
}

/** The member list: settled records that stand in it, each under its key. */
export function memberList(entries: readonly [string, MemberRecord][], now: Date): Member[] {
  return entries
    .map(([name, record]): [string, MemberRecord] => [name, settle(record, now)])
    .filter(([, record]) => isListed(record))
    .map(([name, { member }]) => ({ ...member, Name: name }))
}

/**
 * Forces a member to leave: `failed` becomes `left` (AGT-048). With `prune` it disappears, whatever its status (AGT-050,
 * AGT-051), and comes back when it runs after all (AGT-052). Anything else changes nothing (gap AGT-G10).
 */
export function forceLeave(record: MemberRecord, { prune, now }: { prune: boolean; now: Date }): MemberRecord {
  const current = settle(record, now)
  if (!isListed(current)) return current
  if (!prune) return current.member.Status === 'failed' ? listed(current, 'left') : current
  const pruned = { ...withoutPending(current), listed: false }
  return isRunning(current) ? { ...pruned, pending: { status: 'alive', at: later(now, rejoinMilliseconds) } } : pruned
}

/** The pool stops hearing of a member; its process may go on all the same. One that is not listed stays away. */
export function fail(record: MemberRecord, { running, now, delay }: { running: boolean } & Elsewhere): MemberRecord {
  const current = { ...settle(record, now), running }
  return isListed(current) ? changeElsewhere(current, 'failed', { now, delay }) : withoutPending(current)
}

/** The member runs and is heard of again. */
export function recover(record: MemberRecord, when: Elsewhere): MemberRecord {
  return changeElsewhere({ ...settle(record, when.now), running: true }, 'alive', when)
}

/** This agent has reached the member: both know of each other at once (gap AGT-G09). */
export function join(record: MemberRecord): MemberRecord {
  return listed(record, 'alive')
}

export function isRunning({ running = true }: MemberRecord): boolean {
  return running
}

interface Elsewhere {
  now: Date
  /** Milliseconds until this agent's list shows it (AGT-101). */
  delay: number
}

function changeElsewhere(record: MemberRecord, status: Status, { now, delay }: Elsewhere): MemberRecord {
  return delay > 0 ? { ...record, pending: { status, at: later(now, delay) } } : listed(record, status)
}

function listed(record: MemberRecord, status: Status): MemberRecord {
  return { ...withoutPending(record), listed: true, member: { ...record.member, Status: status } }
}

function withoutPending({ pending: _, ...record }: MemberRecord): MemberRecord {
  return record
}

function isListed({ listed = true }: MemberRecord): boolean {
  return listed
}

function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString()
}
