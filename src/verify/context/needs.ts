import type { InterfaceChecks, Needs } from '../../check/check.ts'
import type { Target } from '../target/target.ts'

type Roles = Pick<InterfaceChecks<Record<string, unknown>>, 'roles'>

/** The role of calls without a role. */
export function firstRoleOf({ roles }: Roles): string {
  return Object.keys(roles)[0] ?? ''
}

/** Why a check cannot run against a target; undefined if it can. */
export function whatIsMissing(needs: Needs, { target, checks }: { target: Target; checks: Roles }): string | undefined {
  for (const role of [firstRoleOf(checks), ...(needs.roles ?? [])]) {
    if (target.credentials.has(role)) continue
    const variables = target.credentialVariables?.get(role)
    return `needs a credential '${role}'${variables ? `: set ${variables.join(' and ')}` : ', which the target does not name'}`
  }
  for (const name of needs.resources ?? []) {
    if (!target.resources.has(name)) return `needs the resource '${name}', which the target does not name`
  }
  if (needs.control === true && !target.control) return 'needs the control plane of the mock'
  if (needs.changes && target.allows === 'nothing')
    return 'changes the target, which its file does not allow (allow: reversible)'
  if (needs.changes === 'lasting' && target.allows !== 'lasting') {
    return 'changes the target for good, which its file does not allow (allow: lasting)'
  }
  return undefined
}
