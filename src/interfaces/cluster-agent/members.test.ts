import { describe, expect, it } from 'vitest'
import { fail, forceLeave, join, memberList, recover, settle } from './members.ts'
import type { Member, MemberRecord } from './state.ts'

const now = new Date('2026-03-02T09:30:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

function record(Status: Member['Status'], more: Partial<MemberRecord> = {}): MemberRecord {
  const member: Member = {
    Name: 'a.global',
    Addr: '192.0.2.1',
    Port: 4648,
    Tags: {},
    Status,
    ProtocolMin: 1,
    ProtocolMax: 5,
    ProtocolCur: 2,
    DelegateMin: 2,
    DelegateMax: 4,
    DelegateCur: 4,
  }
  return { member, ...more }
}

/** What the list shows of a record at a moment; undefined when it is not there. */
const shown = (record: MemberRecord, at = now) => memberList([['a.global', record]], at)[0]?.Status

describe('forceLeave without prune', () => {
  it('AGT-048: a failed member has left', () => {
    expect(shown(forceLeave(record('failed'), { prune: false, now }))).toBe('left')
  })

  it.each(['alive', 'left'] as const)('AGT-G10: a member that is %s stays so', (status) => {
    expect(shown(forceLeave(record(status), { prune: false, now }))).toBe(status)
  })
})

describe('forceLeave with prune', () => {
  it.each(['failed', 'left'] as const)(
    'AGT-050, AGT-051: a %s member is gone at once, for good when it is dead',
    (status) => {
      const pruned = forceLeave(record(status, { running: false }), { prune: true, now })
      expect(shown(pruned)).toBeUndefined()
      expect(shown(pruned, later(86_400))).toBeUndefined()
    },
  )

  it.each(['failed', 'left', 'alive'] as const)('AGT-052: a %s member that runs is back after 30 seconds', (status) => {
    const pruned = forceLeave(record(status, { running: true }), { prune: true, now })
    expect(shown(pruned, later(29.9))).toBeUndefined()
    expect(shown(pruned, later(30))).toBe('alive')
  })

  it('AGT-052: a member that dies before it is back stays away', () => {
    const pruned = forceLeave(record('alive'), { prune: true, now })
    expect(shown(fail(pruned, { running: false, now, delay: 0 }), later(60))).toBeUndefined()
  })

  it('AGT-G10: pruning one who is gone already changes nothing', () => {
    const pruned = forceLeave(record('failed', { running: true }), { prune: true, now })
    expect(forceLeave(pruned, { prune: true, now: later(20) })).toEqual(pruned)
  })
})

describe('changes elsewhere', () => {
  it('AGT-101: reach the list after the delay, not before', () => {
    const failed = fail(record('alive'), { running: false, now, delay: 5000 })
    expect([shown(failed), shown(failed, later(4)), shown(failed, later(5))]).toEqual(['alive', 'alive', 'failed'])
    const back = recover(settle(failed, later(5)), { now: later(5), delay: 5000 })
    expect([shown(back, later(9)), shown(back, later(10))]).toEqual(['failed', 'alive'])
  })

  it('AGT-101: reach the list at once without a delay', () => {
    expect(shown(fail(record('alive'), { running: true, now, delay: 0 }))).toBe('failed')
    expect(shown(recover(record('left', { listed: false, running: false }), { now, delay: 0 }))).toBe('alive')
  })
})

it('AGT-G09: who is joined is in the list, alive', () => {
  expect(shown(join(record('alive', { listed: false })))).toBe('alive')
  expect(shown(join(record('left')))).toBe('alive')
})
