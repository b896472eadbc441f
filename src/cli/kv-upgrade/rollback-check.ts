import type { Command } from 'commander'
import { type MemberReport, readMembers } from '../../kv-upgrade/members/read-member.ts'
import { describeProblems } from '../../kv-upgrade/members/standing.ts'
import { judgeRollback, type Rollback } from '../../kv-upgrade/plan/rollback.ts'
import { defineCommand, toggle, type ValuesOf } from '../define-command.ts'
import { renderTable } from '../table.ts'
import { clusterFlags, readCluster } from './cluster-options.ts'

const rollbackFlags = { ...clusterFlags, json: toggle('print one JSON object') } as const

export const rollbackCheckCommand: Command = defineCommand('rollback-check', {
  text: 'say which way back is possible now: the 3.5 binary, or only the snapshot',
  flags: rollbackFlags,
  more: 'Exit codes: 0, the members show which way back is possible; 1, they do not; 2, the input is unusable.',
  run: (_, flags) => check(flags),
})

async function check(flags: ValuesOf<typeof rollbackFlags>): Promise<number> {
  const { endpoints, connection } = readCluster(flags)
  const reports = await readMembers(endpoints, connection)
  const rollback = judgeRollback(reports)
  if (flags.json) console.log(JSON.stringify({ ...rollback, members: reports }, undefined, 2))
  else console.log(describe(rollback, reports))
  return rollback.binarySwap.possible === undefined ? 1 : 0
}

const phases: Record<Rollback['phase'], string> = {
  'not-started': 'not started',
  'partly-seen': '3.5 on every member that tells its version',
  mixed: 'mixed',
  between: '3.6 on every member, and not yet, or no longer, as the cluster version',
  upgraded: 'upgraded to 3.6',
  unknown: 'not known',
}

function describe({ phase, binarySwap, snapshot }: Rollback, reports: readonly MemberReport[]): string {
  const members = reports.map(({ endpoint, server, cluster, ...rest }) => {
    const seen = server === undefined ? describeProblems({ endpoint, ...rest }) : `${server}, cluster ${cluster}`
    return [endpoint, seen]
  })
  const way = ({ possible, why, rules }: Rollback['snapshot'], name: string) => {
    const answer = possible === undefined ? 'not certain' : possible ? 'yes' : 'no'
    return [name, answer, `${why}${rules.length === 0 ? '' : ` [${rules.join(', ')}]`}`]
  }
  const width = Math.min(process.stdout.columns ?? 100, 100)
  return [
    `The cluster: ${phases[phase]}`,
    renderTable(members, width),
    '',
    renderTable([way(binarySwap, '3.5 binary'), way(snapshot, 'snapshot')], width),
  ].join('\n')
}
