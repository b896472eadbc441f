import type { Member, MemberRecord } from './state.ts'

/** Milliseconds on the session's clock after which a pruned server that runs is listed again (AGT-052, gap AGT-G11). */
export const rejoinMilliseconds = 30_000

type Status = Member['Status']

/** The current record: applies a pending change when its time has come. */
export function settle(record: MemberRecord, now: Date): MemberRecord {
  const { pending } = record
  return pending && Date.parse(pending.at) <= now.getTime() ? listed(record, pending.status) : record
}

/** The member list: the current records that are listed, each under its key. */
export function memberList(entries: readonly [string, MemberRecord][], now: Date): Member[] {
  return entries
    .map(([name, record]): [string, MemberRecord] => [name, settle(record, now)])
    .filter(([, record]) => isListed(record))
    .map(([name, { member }]) => ({ ...member, Name: name }))
}

/**
 * Forces a member to leave: `failed` becomes `left` (AGT-048). With `prune` a member of any status disappears (AGT-050, AGT-051), and comes
 * back if it runs (AGT-052). Other members stay unchanged (gap AGT-G10).
 */
export function forceLeave(record: MemberRecord, { prune, now }: { prune: boolean; now: Date }): MemberRecord {
  const current = settle(record, now)
  if (!isListed(current)) return current
  if (!prune) return current.member.Status === 'failed' ? listed(current, 'left') : current
  const pruned = { ...withoutPending(current), listed: false }
  return isRunning(current) ? { ...pruned, pending: { status: 'alive', at: later(now, rejoinMilliseconds) } } : pruned
}

/** The pool loses contact with a member, whose process may still run. A member that is not listed stays unlisted. */
export function fail(record: MemberRecord, { running, now, delay }: { running: boolean } & Elsewhere): MemberRecord {
  const current = { ...settle(record, now), running }
  return isListed(current) ? changeElsewhere(current, 'failed', { now, delay }) : withoutPending(current)
}

/** The member runs, and the pool has contact again. */
export function recover(record: MemberRecord, when: Elsewhere): MemberRecord {
  return changeElsewhere({ ...settle(record, when.now), running: true }, 'alive', when)
}

/** This agent has reached the member: both know each other at once (gap AGT-G09). */
export function join(record: MemberRecord): MemberRecord {
  return listed(record, 'alive')
}

export function isRunning({ running = true }: MemberRecord): boolean {
  return running
}

interface Elsewhere {
  now: Date
  /** Milliseconds until the list of this agent shows the change (AGT-101). */
  delay: number
}

function changeElsewhere(record: MemberRecord, status: Status, { now, delay }: Elsewhere): MemberRecord {
  return settle({ ...record, pending: { status, at: later(now, delay) } }, now)
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
