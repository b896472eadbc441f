import { explore, type StateDiagram } from '../../behaviour/state-diagram.ts'
import { fail, forceLeave, isRunning, join, recover, rejoinMilliseconds, settle } from './members.ts'
import type { Member, MemberRecord } from './state.ts'

const now = new Date(0)
const later = new Date(rejoinMilliseconds)
const at = { now, delay: 0 }

/** A member in the list of a server. */
export const diagram: StateDiagram = {
  title: 'A member in the list of a server',
  about:
    'What a member of the pool goes through. Whether the process runs is what the pool cannot see: a pruned member that runs comes back.',
  ...explore<MemberRecord>({
    initial: { member: aliveMember(), running: true, listed: true },
    nameOf,
    events: [
      { event: 'stops', rules: [], apply: (record) => fail(record, { running: false, ...at }) },
      {
        event: 'is no longer heard of',
        rules: [],
        apply: (record) => (isRunning(record) ? fail(record, { running: true, ...at }) : undefined),
      },
      { event: 'runs again', rules: [], apply: (record) => (isRunning(record) ? undefined : recover(record, at)) },
      {
        event: 'force-leave',
        rules: ['AGT-048', 'AGT-G10'],
        apply: (record) => forceLeave(record, { prune: false, now }),
      },
      {
        event: 'force-leave with prune',
        rules: ['AGT-050', 'AGT-051'],
        apply: (record) => forceLeave(record, { prune: true, now }),
      },
      {
        event: `${rejoinMilliseconds / 1000} s pass`,
        rules: ['AGT-052', 'AGT-G11'],
        apply: (record) => settle(record, later),
      },
      {
        event: 'join',
        rules: ['AGT-G09'],
        apply: (record) => (isRunning(record) ? join(record) : undefined),
      },
    ],
  }),
}

function nameOf(record: MemberRecord): string {
  const status = record.listed === false ? 'not listed' : record.member.Status
  return `${status}\nprocess ${isRunning(record) ? 'runs' : 'does not run'}`
}

function aliveMember(): Member {
  const versions = { ProtocolMin: 0, ProtocolMax: 0, ProtocolCur: 0, DelegateMin: 0, DelegateMax: 0, DelegateCur: 0 }
  return { Name: '', Addr: '', Port: 0, Status: 'alive', Tags: {}, ...versions }
}
