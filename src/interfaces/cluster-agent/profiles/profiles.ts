import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../../behaviour/behaviour.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import type { Conditions } from '../conditions.ts'
import type { AgentContext } from '../state.ts'
import { findTarget, refuseTwoTargets, type Target } from '../targets.ts'

/** Default duration of a recording, in seconds (AGT-139). */
const usualSeconds = 3

/** Loaded with the first profile. */
const loadRecorded = () => import('./recorded.ts')

export const profiles = {
  /** Arguments are separated by NUL, as in the family (gap AGT-G25). */
  async getPprofCmdline({ query }, context) {
    const target = await profiled(query, context)
    if (target instanceof Refusal) return target
    const [node] = target.name.split('.')
    const command = ['/usr/local/bin/cluster-agent', 'agent', '-config=/etc/cluster-agent.d', `-node=${node}`]
    return { status: 200, body: command.join('\0') }
  },

  getPprofProfile: ({ query }, context) => record('cpu', query, context),
  getPprofTrace: ({ query }, context) => record('trace', query, context),

  /** A snapshot ignores `seconds`. `debug` decides on the form, not `Accept` (gaps AGT-G22, AGT-G26). */
  async getPprofNamed({ path, query }, context) {
    const target = await profiled(query, context)
    if (target instanceof Refusal) return target
    const { profiles, stacks } = await loadRecorded()
    const profile = profiles.get(path.profile)
    if (!profile) return new Refusal('not-found', `Profile not found: ${JSON.stringify(path.profile)}`)
    const { debug = 0 } = query
    context.cite(rulesOfForms[debug])
    const { binary, text } = profile
    if (debug === 0) return { status: 200, mediaType: 'application/octet-stream', body: Buffer.from(binary, 'base64') }
    return { status: 200, mediaType: 'text/plain', body: debug === 2 && path.profile === 'goroutine' ? stacks : text }
  },
} satisfies Behaviours<operations, Conditions>

/** The rule of each value of `debug`. */
const rulesOfForms = { 0: 'AGT-142', 1: 'AGT-143', 2: 'AGT-144' } as const

interface ProfileQuery {
  node_id?: string
  server_id?: string
  seconds?: number
}

/** The agent to profile, after the form of the request and the availability of profiles were checked (order of gap AGT-G35). */
async function profiled(query: ProfileQuery, context: AgentContext): Promise<Target | Refusal> {
  const refusal = refuseTwoTargets(query)
  if (refusal) return refusal
  const { available, rule } = availability(context.conditions)
  if (!available) return new Refusal('not-found', 'Profiles are not available', { rules: [rule] })
  context.cite(rule)
  if (query.node_id || query.server_id) context.cite('AGT-135')
  return findTarget(query, context, { leader: true })
}

/** The table of availability with `n/a` read as off (gap AGT-G27), and the row that decides. */
function availability({ aclsEnabled, enableDebug }: Pick<Conditions, 'aclsEnabled' | 'enableDebug'>) {
  if (aclsEnabled) return { available: true, rule: enableDebug === false ? 'AGT-151' : 'AGT-149' }
  if (enableDebug === true) return { available: true, rule: 'AGT-150' }
  return { available: false, rule: enableDebug === false ? 'AGT-147' : 'AGT-148' }
}

/** Answers a recording, for which it waits on the session's clock (AGT-138). */
async function record(kind: 'cpu' | 'trace', query: ProfileQuery, context: AgentContext) {
  const target = await profiled(query, context)
  if (target instanceof Refusal) return target
  const { seconds = usualSeconds } = query
  context.cite('AGT-138')
  await context.clock.wait((seconds < 1 ? usualSeconds : seconds) * 1000, context.signal)
  const recorded = await loadRecorded()
  return { status: 200 as const, body: Buffer.from(recorded[kind], 'base64') }
}
