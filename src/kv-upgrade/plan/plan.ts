import upgrade from '../../../generated/kv-cluster/upgrade.json' with { type: 'json' }
import { shellQuote } from '../../redaction/shell-quote.ts'
import type { Finding } from '../flags/setting.ts'
import type { Health } from '../health.ts'
import type { MemberReport } from '../members/read-member.ts'
import { everyMemberIsNew, isUpgraded, replacementOrder, standingOf } from '../members/standing.ts'
import type { V2State } from '../v2-store.ts'
import { newVersion } from '../versions.ts'
import { checkPreconditions, type Precondition } from './preconditions.ts'

/** The operator's programs. The documents name only their roles (gap KVC-G06). */
export interface Tools {
  controlTool: string
  offlineUtility: string
  snapshotFile: string
  /** The curl command, with the options that members require. */
  curl: string
}

export interface PlanInput {
  reports: readonly MemberReport[]
  /** Absent where it is unknown. */
  health?: Health
  v2: V2State
  /** The changes of the members' configuration. Absent where the configuration is not known. */
  findings?: readonly Finding[]
  tools: Tools
}

export interface Step {
  id: 'staging' | 'v2-store' | 'health' | 'snapshot' | 'replace' | 'verify'
  /** The endpoint of the one member that it stops. */
  member?: string
  do: string
  /** Ready to be pasted, in their order. */
  commands: string[]
  /** Log lines that are not a reason to stop. */
  expect?: string[]
  rules: string[]
}

/** The procedure for one cluster as it is now. */
export interface Plan {
  /**
   * `blocked` and `uncertain`, where something is not known, have no steps; `resume` finds 3.6 members already; `upgraded` has
   * nothing left to do.
   */
  state: 'blocked' | 'uncertain' | 'ready' | 'resume' | 'upgraded'
  preconditions: Precondition[]
  steps: Step[]
}

/** Checks every precondition, and lists the steps that are left: one member at a time, the leader last (KVC-003). */
export function planUpgrade({ reports, health: givenHealth, v2, findings, tools }: PlanInput): Plan {
  const health = healthCommand(reports, tools)
  const commands = { health, v2: `${tools.offlineUtility} ${commandOf('check-v2store')}` }
  const preconditions = checkPreconditions({ reports, v2, commands, ...(givenHealth ? { health: givenHealth } : {}) })
  const blocks = preconditions.flatMap((precondition) => precondition.blocks)
  if (blocks.some(({ uncertain }) => !uncertain)) return { state: 'blocked', preconditions, steps: [] }
  if (blocks.length > 0) return { state: 'uncertain', preconditions, steps: [] }
  if (isUpgraded(reports)) return { state: 'upgraded', preconditions, steps: [] }
  const begun = reports.some((report) => standingOf(report) === 'new')
  const order = replacementOrder(reports)
  const steps = [
    ...(begun ? [] : [stagingStep]),
    ...(v2 === 'removable' ? [dropV2Step] : []),
    healthStep(health),
    ...(everyMemberIsNew(reports) ? [] : [snapshotStep(reports, tools, begun)]),
    ...order.map((report, index) => describeRestart(report, { health, findings, last: index === order.length - 1 })),
    verifyStep(reports, health, tools.curl),
  ]
  return { state: begun ? 'resume' : 'ready', preconditions, steps }
}

const stagingStep: Step = {
  id: 'staging',
  do: 'Test the services that rely on the cluster in staging, against 3.6.',
  commands: [],
  rules: ['KVC-049'],
}

const dropV2Step: Step = {
  id: 'v2-store',
  do: 'The v2 store holds no custom data: --enable-v2 can be removed from the configuration of every member.',
  commands: [],
  rules: ['KVC-044'],
}

function healthStep(health: string): Step {
  return {
    id: 'health',
    do: 'Check the health before anything is stopped: every endpoint has its line, and every one is healthy.',
    commands: [health],
    rules: ['KVC-033', 'KVC-034', 'KVC-035'],
  }
}

function snapshotStep(reports: readonly MemberReport[], { controlTool, snapshotFile }: Tools, begun: boolean): Step {
  const leader = reports.find(({ leads }) => leads)?.endpoint ?? ''
  const command = commandOf('snapshot-save').replace('<file>', () => shellQuote(snapshotFile))
  const content = 'It holds the v3 data, and nothing of the v2 store.'
  return {
    id: 'snapshot',
    do: begun
      ? `Have the snapshot from before the first replacement; without it, save one now, from the leader. ${content}`
      : `Save a snapshot from the leader, before the first member is replaced. ${content}`,
    commands: [`${controlTool} ${command} --endpoints=${shellQuote(leader)}`],
    rules: ['KVC-011', 'KVC-036', 'KVC-037', 'KVC-038', 'KVC-039'],
  }
}

interface Restart {
  /** The command that verifies health. */
  health: string
  /** The changes of the members' configuration. Absent where the configuration is not known. */
  findings: readonly Finding[] | undefined
  /** Whether it is the last 3.5 member. After it the cluster is not mixed, and no member warns (KVC-021). */
  last: boolean
}

/** Stop, start with 3.6 on the same configuration, verify health: all of it before the next member (KVC-050 to KVC-052). */
function describeRestart({ endpoint, leads }: MemberReport, { health, findings, last }: Restart): Step {
  const handsOver = leads ? ' It leads: leadership moves to another member before it shuts down.' : ''
  const expected = upgrade.expected_logs.filter(({ id }) => !last || id !== 'higher-version')
  return {
    id: 'replace',
    member: endpoint,
    do: `Stop ${endpoint}, and start it with the ${newVersion} binary. ${configurationSentence(findings)} Verify health before the next step.${handsOver}`,
    commands: [health],
    expect: expected.map(({ where, while: period, says }) => `while ${period}, in the logs of ${where}: ${says}`),
    rules: [
      'KVC-003',
      'KVC-050',
      'KVC-051',
      'KVC-052',
      ...expected.flatMap(({ rules }) => rules),
      ...(leads ? ['KVC-028'] : []),
    ],
  }
}

/** The same settings, in the spelling of 3.6 (gap KVC-G20). */
function configurationSentence(findings: readonly Finding[] | undefined): string {
  if (!findings) return 'Keep its configuration the same, in the spelling of 3.6 (`kv-upgrade flags` writes it).'
  const changes = findings.flatMap(({ kind, flag, becomes }) => {
    if (kind === 'removed') return [`without ${flag}`]
    return kind === 'renamed' || kind === 'feature-gate' ? [`${flag} as ${becomes}`] : []
  })
  if (changes.length === 0) return 'Keep its configuration the same; no flag of it changes.'
  return `Keep its configuration the same, in the spelling of 3.6: ${changes.join(', ')}.`
}

/** After the last member: health, and both versions on each of them (KVC-053, KVC-054). */
function verifyStep(reports: readonly MemberReport[], health: string, curl: string): Step {
  return {
    id: 'verify',
    do: `Verify health, and that /version of each member reports ${newVersion} as its own version and as the cluster's. From then on going back to the ${upgrade.from} binary is impossible.`,
    commands: [health, ...reports.map(({ endpoint }) => `${curl} ${shellQuote(`${endpoint}/version`)}`)],
    rules: ['KVC-035', 'KVC-053', 'KVC-054', 'KVC-111', 'KVC-025'],
  }
}

function healthCommand(reports: readonly MemberReport[], { controlTool }: Tools): string {
  const endpoints = reports.map(({ endpoint }) => endpoint).join(',')
  return `${controlTool} ${commandOf('endpoint-health')} --endpoints=${shellQuote(endpoints)}`
}

function commandOf(id: string): string {
  return upgrade.commands.find((command) => command.id === id)?.command ?? ''
}
