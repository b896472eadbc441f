import type { Command } from 'commander'
import { migrate } from '../../kv-upgrade/flags/migrate.ts'
import type { Health } from '../../kv-upgrade/health.ts'
import { maxHealthTime, runHealthCommand } from '../../kv-upgrade/members/health-command.ts'
import { readMembers } from '../../kv-upgrade/members/read-member.ts'
import { type Plan, planUpgrade, type Step } from '../../kv-upgrade/plan/plan.ts'
import type { Precondition } from '../../kv-upgrade/plan/preconditions.ts'
import { judgeV2Store } from '../../kv-upgrade/v2-store.ts'
import { maskUsers } from '../../redaction/mask.ts'
import { UserError } from '../../user-error.ts'
import { defineCommand, flag, toggle, type ValuesOf } from '../define-command.ts'
import { safeText, wrap } from '../table.ts'
import { clusterFlags, curlOf, healthCommand, readCluster } from './cluster-options.ts'
import { commandLine, configurationFlags, readConfiguration } from './configuration.ts'

const flags = {
  ...clusterFlags,
  healthCommand,
  ...configurationFlags,
  controlTool: flag('<command>', 'command line of the control tool, with its TLS options', {
    default: '<control-tool>',
  }),
  offlineUtility: flag('<command>', 'command line of the offline utility', { default: '<offline-utility>' }),
  snapshotFile: flag('<file>', 'file for the snapshot', { default: 'before-3.6.db' }),
  health: flag('<answer>', 'answer of `endpoint health`', { choices: ['healthy', 'unhealthy'] }),
  json: toggle('print one JSON object'),
} as const

type PlanFlags = ValuesOf<typeof flags>

export const planCommand: Command = defineCommand('plan', {
  text: 'check the preconditions on every member, and print the procedure for this cluster',
  words: commandLine,
  flags,
  more: 'Exit codes: 0, every precondition holds; 1, one does not or is not certain; 2, the input is unusable.',
  run: plan,
})

async function plan(words: string[], flags: PlanFlags): Promise<number> {
  const configuration = readConfiguration(words, flags)
  const findings = configuration && migrate(configuration).findings
  const { endpoints, connection } = readCluster(flags)
  const [reports, health] = await Promise.all([readMembers(endpoints, connection), readHealth(flags)])
  const v2 = judgeV2Store(configuration?.settings, flags.v2Store)
  const planned = planUpgrade({
    reports,
    ...(health ? { health } : {}),
    v2,
    tools: { ...flags, curl: curlOf(flags) },
    ...(findings ? { findings } : {}),
  })
  if (flags.json) console.log(maskUsers(JSON.stringify({ ...planned, members: reports }, undefined, 2)))
  else console.log(describePlan(planned, Math.min(process.stdout.columns ?? 100, 100)))
  return planned.state === 'blocked' || planned.state === 'uncertain' ? 1 : 0
}

async function readHealth({ health, healthCommand }: PlanFlags): Promise<Health | undefined> {
  if (health && healthCommand !== undefined) throw new UserError('Give --health or --health-command, not both.')
  if (health) return { state: health, seen: `--health says ${health}` }
  return healthCommand === undefined ? undefined : runHealthCommand(healthCommand, maxHealthTime)
}

const verdicts: Record<Plan['state'], string> = {
  blocked: 'Blocked: mend what is marked before any member is stopped.',
  uncertain: 'Not certain: find out what is marked before any member is stopped.',
  ready: 'Ready. The procedure, one member at a time:',
  resume: 'Some members run 3.6 already. What is left, one member at a time:',
  upgraded: 'Every member runs 3.6, and so does the cluster: nothing is left to do.',
}

function describePlan({ state, preconditions, steps }: Plan, width: number): string {
  const checks = preconditions.flatMap((precondition) => describePrecondition(precondition, width))
  const procedure = steps.flatMap((step, index) => describeStep(step, index + 1, width))
  return ['Preconditions', ...checks, '', verdicts[state], ...procedure].join('\n')
}

function describePrecondition({ title, rules, blocks }: Precondition, width: number): string[] {
  const open = blocks.every(({ uncertain }) => uncertain) ? '?      ' : 'BLOCKED'
  const mark = blocks.length === 0 ? 'ok     ' : open
  const reasons = blocks.flatMap(({ member, seen, todo }) => [
    ...indent(`${member === undefined ? '' : `${member} `}${safeText(seen)}`, 11, width),
    ...(todo === undefined ? [] : indent(`→ ${safeText(todo)}`, 11, width)),
  ])
  return [`  ${mark}  ${title} [${rules.join(', ')}]`, ...reasons]
}

function describeStep({ do: sentence, commands, expect = [], rules }: Step, number: number, width: number): string[] {
  const [first = '', ...rest] = wrap(`${sentence} [${rules.join(', ')}]`, width - 5)
  return [
    '',
    `${String(number).padStart(3)}. ${first}`,
    ...rest.map((line) => `     ${line}`),
    ...commands.map((command) => `       $ ${safeText(command)}`),
    ...expect.flatMap((line) => indent(`expected ${line}`, 5, width)),
  ]
}

function indent(text: string, by: number, width: number): string[] {
  return wrap(text, width - by).map((line) => ' '.repeat(by) + line)
}
