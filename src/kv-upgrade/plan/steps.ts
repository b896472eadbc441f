import upgrade from '../../../generated/kv-cluster/upgrade.json' with { type: 'json' }
import { shellQuote } from '../../redaction/shell-quote.ts'
import type { Finding } from '../flags/setting.ts'
import type { MemberReport } from '../members/read-member.ts'
import { newVersion } from '../versions.ts'

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

interface Restart {
  /** The command that verifies health. */
  health: string
  /** The changes of the members' configuration. Absent where the configuration is not known. */
  findings: readonly Finding[] | undefined
  /** Whether it is the last 3.5 member. After it the cluster is not mixed, and no member warns (KVC-021). */
  last: boolean
}

/** Stop, start with 3.6 on the same configuration, verify health: all of it before the next member (KVC-050 to KVC-052). */
export function describeRestart({ endpoint, leads }: MemberReport, { health, findings, last }: Restart): Step {
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
export function verifyStep(reports: readonly MemberReport[], health: string, curl: string): Step {
  return {
    id: 'verify',
    do: `Verify health, and that /version of each member reports ${newVersion} as its own version and as the cluster's. From then on going back to the ${upgrade.from} binary is impossible.`,
    commands: [health, ...reports.map(({ endpoint }) => `${curl} ${shellQuote(`${endpoint}/version`)}`)],
    rules: ['KVC-035', 'KVC-053', 'KVC-054', 'KVC-111', 'KVC-025'],
  }
}
