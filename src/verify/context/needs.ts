import type { InterfaceChecks, Needs } from '../../check/check.ts'
import type { Target } from '../target/target.ts'

type Roles = Pick<InterfaceChecks<Record<string, unknown>>, 'roles'>

/** The role of calls without a role. */
export function firstRoleOf({ roles }: Roles): string {
  return Object.keys(roles)[0] ?? ''
}

/** Something that a check needs and a target does not offer. */
interface Missing {
  /** `the resource 'sealed node'`, `allow: reversible`. */
  what: string
  /** Why the check cannot run without it. */
  reason: string
}

/** Why a check cannot run against a target; undefined if it can. */
export function whatIsMissing(needs: Needs, on: { target: Target; checks: Roles }): string | undefined {
  return everythingMissing(needs, on)[0]?.reason
}

/** Everything without which a check cannot run against a target. */
export function everythingMissing(
  { roles = [], resources = [], reads = [], control, changes }: Needs,
  { target, checks }: { target: Target; checks: Roles },
): Missing[] {
  const isUnnamed = (name: string) => !target.resources.has(name)
  const missing: Missing[] = [firstRoleOf(checks), ...roles]
    .filter((role) => !target.credentials.has(role))
    .map((role) => {
      const variables = target.credentialVariables?.get(role)?.join(' and ')
      const what = `a credential '${role}'`
      return { what, reason: `needs ${what}${variables ? `: set ${variables}` : ', which the target does not name'}` }
    })
  for (const what of resources.filter(isUnnamed).map((name) => `the resource '${name}'`)) {
    missing.push({ what, reason: `needs ${what}, which the target does not name` })
  }
  if (control === true && !target.control) {
    const what = 'the control plane of the mock'
    missing.push({ what, reason: `needs ${what}` })
  }
  const mayChange = target.allows === 'lasting' || changes !== 'lasting' ? target.allows !== 'nothing' : false
  const unnamed = reads.filter(isUnnamed).map((name) => `'${name}'`)
  const mayRead = target.allows === 'nothing' && reads.length > 0 && unnamed.length === 0
  if (changes && !mayChange && !mayRead) {
    const instead = unnamed.length > 0 ? `, or, for a part of it, the resource ${unnamed.join(' and ')}` : ''
    const how = changes === 'lasting' ? 'changes the target permanently' : 'changes the target'
    missing.push({
      what: `allow: ${changes}${instead}`,
      reason: `${how}, which is not allowed (allow: ${changes})`,
    })
  }
  return missing
}
