import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { maxHealthTime, runHealthCommand } from '../../kv-upgrade/members/health-command.ts'
import { readMembers } from '../../kv-upgrade/members/read-member.ts'
import type { Observation } from '../../kv-upgrade/watch/observe.ts'
import { RuleReport, type SeenRule } from '../../kv-upgrade/watch/report-rules.ts'
import { watchUpgrade } from '../../kv-upgrade/watch/watch.ts'
import { parseDuration } from '../common-flags.ts'
import { defineCommand, flag, toggle, type ValuesOf } from '../define-command.ts'
import { renderTable, safeText } from '../table.ts'
import { clusterFlags, healthCommand, readCluster } from './cluster-options.ts'
import { createJsonView, createLineView, createTableView, type View } from './views.ts'

const flags = {
  ...clusterFlags,
  healthCommand,
  interval: flag('<duration>', 'time between two rounds of requests', {
    parse: parseDuration,
    default: 2000,
    shownDefault: '2s',
  }),
  timeout: flag('<duration>', 'time after which the upgrade counts as not done', {
    parse: parseDuration,
    default: 3_600_000,
    shownDefault: '1h',
  }),
  json: toggle('print a line of JSON for each change'),
  report: toggle('print at the end which documented rules the members were seen to keep or to break'),
} as const

type WatchFlags = ValuesOf<typeof flags>

export const watchCommand: Command = defineCommand('watch', {
  text: 'follow a running upgrade, and say after each replacement whether to go on',
  flags,
  more: `On a terminal a table redraws itself; elsewhere a line is printed for each change.
Members do not tell whether they are healthy: without --health-command the watch says after each replacement to run \`endpoint health\`.

Exit codes: 0, every member and the cluster run 3.6; 1, the time is over before, or --report shows a broken rule; 2, the input is
unusable; 130, Ctrl-C stopped the watch.`,
  run: (_, flags) => watch(flags),
})

async function watch(flags: WatchFlags): Promise<number> {
  const { endpoints, connection } = readCluster({
    ...flags,
    // A member that accepts a request and does not answer must not delay the end.
    memberTimeout: Math.min(flags.memberTimeout, flags.timeout),
  })
  const view = chooseView(flags)
  const report = new RuleReport()
  const interrupt = () => {
    view.close()
    if (flags.report) printReport(report.rules(), flags)
    process.exit(130)
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const { healthCommand } = flags
  const checkHealth = (timeout: number) => runHealthCommand(healthCommand ?? '', Math.min(timeout, maxHealthTime))
  const rounds = watchUpgrade({
    read: () => readMembers(endpoints, connection),
    ...(healthCommand === undefined ? {} : { checkHealth }),
    interval: flags.interval,
    timeout: flags.timeout,
    now: Date.now,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal }).catch(() => undefined),
  })
  let last: Observation | undefined
  try {
    for await (const { reports, ...observation } of rounds) {
      last = observation
      report.add({ reports, at: observation.at })
      view.show(observation)
    }
  } finally {
    view.close()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
  const rules = flags.report ? report.rules() : []
  if (flags.report) printReport(rules, flags)
  const isBroken = rules.some(({ result }) => result === 'failed')
  if (last?.verdict.state === 'done') return isBroken ? 1 : 0
  console.error(`Not done within ${flags.timeout / 1000} s.`)
  return 1
}

function printReport(rules: readonly SeenRule[], { json }: WatchFlags): void {
  if (json) console.log(JSON.stringify({ rules }))
  else if (rules.length === 0) console.log('\nNo documented rule was seen: no member was replaced or stopped.')
  else {
    const rows = rules.map(({ rule, result, seen }) => [rule, result, safeText(seen)])
    console.log(`\n${renderTable([['rule', 'result', 'seen'], ...rows], process.stdout.columns ?? 120)}`)
  }
}

function chooseView({ json }: WatchFlags): View {
  if (json) return createJsonView(process.stdout)
  return process.stdout.isTTY ? createTableView(process.stdout) : createLineView(process.stdout)
}
