import type { Command } from 'commander'
import { readMembers } from '../../kv-upgrade/members/read-member.ts'
import { type Plan, planUpgrade, type Tools } from '../../kv-upgrade/plan/plan.ts'
import type { Precondition } from '../../kv-upgrade/plan/preconditions.ts'
import type { Step } from '../../kv-upgrade/plan/steps.ts'
import { judgeV2Store, type V2Answer } from '../../kv-upgrade/v2-store.ts'
import { printable } from '../../redaction/printable.ts'
import { judgingCommand } from '../judge.ts'
import { type ClusterFlags, curlOf, readCluster, withCluster } from './cluster-options.ts'
import { type ConfigurationFlags, readConfiguration, withConfiguration } from './configuration.ts'
import { runStep } from './run.ts'
import { wrap } from './table.ts'

interface Flags extends ClusterFlags, ConfigurationFlags, Omit<Tools, 'curl'> {
  v2Store?: V2Answer
  json: boolean
}

const exitCodes =
  '\nEnds with 0 when every precondition holds, with 1 when one blocks, with 2 when the input is unusable.'

export const planCommand: Command = withConfiguration(withCluster(judgingCommand('plan')))
  .description('check the preconditions on every member, and print the procedure for this cluster')
  .option('--control-tool <command>', 'how the control tool is called, TLS options included', '<control-tool>')
  .option('--offline-utility <command>', 'how the offline utility is called', '<offline-utility>')
  .option('--snapshot-file <file>', 'where the snapshot is saved', 'before-3.6.db')
  .option('--json', 'print one JSON object', false)
  .addHelpText('after', exitCodes)
  .action((words: string[], flags: Flags) => runStep(() => plan(words, flags)))

async function plan(words: string[], flags: Flags): Promise<number> {
  const configuration = readConfiguration(words, flags)
  const settings = configuration?.settings()
  const findings = configuration?.migrate().findings
  const { endpoints, connection } = readCluster(flags)
  const reports = await readMembers(endpoints, connection)
  const v2 = judgeV2Store(settings, flags.v2Store)
  const planned = planUpgrade({
    reports,
    v2,
    tools: { ...flags, curl: curlOf(flags) },
    ...(findings ? { findings } : {}),
  })
  if (flags.json) console.log(JSON.stringify({ ...planned, members: reports }, undefined, 2))
  else console.log(describePlan(planned, Math.min(process.stdout.columns ?? 100, 100)))
  return planned.state === 'blocked' ? 1 : 0
}

const verdicts: Record<Plan['state'], string> = {
  blocked: 'Blocked: stop no member before what is marked is mended.',
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
  const mark = blocks.length === 0 ? 'ok     ' : 'BLOCKED'
  const reasons = blocks.flatMap(({ member, seen, todo }) => [
    ...indent(`${member === undefined ? '' : `${member} `}${printable(seen)}`, 11, width),
    ...indent(`→ ${todo}`, 11, width),
  ])
  return [`  ${mark}  ${title} [${rules.join(', ')}]`, ...reasons]
}

function describeStep({ do: sentence, commands, expect = [], rules }: Step, number: number, width: number): string[] {
  const [first = '', ...rest] = wrap(`${sentence} [${rules.join(', ')}]`, width - 5)
  return [
    '',
    `${String(number).padStart(3)}. ${first}`,
    ...rest.map((line) => `     ${line}`),
    ...commands.map((command) => `       $ ${command}`),
    ...expect.flatMap((line) => indent(`expected ${line}`, 5, width)),
  ]
}

function indent(text: string, by: number, width: number): string[] {
  return wrap(text, width - by).map((line) => ' '.repeat(by) + line)
}
