import type { operations } from '../../../generated/kv-cluster/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer } from '../../behaviour/refusal-answer.ts'
import { minorOf, newVersion } from '../../kv-upgrade/versions.ts'
import { actions } from './actions.ts'
import { type AddressedMember, address, admit } from './admission.ts'
import { type Conditions, conditions } from './conditions.ts'
import { renderMetrics } from './metrics.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, records, seed } from './seed.ts'

/** Each member answers for itself. The address selects the member. */
const behaviours: Behaviours<operations, Conditions, AddressedMember> = {
  async getVersion(_, { caller: { cluster, member }, cite }) {
    cite('KVC-005', 'KVC-006', 'KVC-109')
    // Members of this family also name a patch level of the cluster, always 0 (gap KVC-G03).
    return { status: 200, body: { kvserver: member.version, kvcluster: `${cluster.clusterVersion}.0` } }
  },

  async getMetrics(_, { caller: { cluster, member }, cite }) {
    cite(cluster.leader === member.name ? 'KVC-008' : 'KVC-009')
    if (minorOf(member.version) === newVersion) cite('KVC-012', 'KVC-013')
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: renderMetrics(cluster, member),
    }
  },

  async getHealth(_, { caller: { cluster, member }, conditions }) {
    if (cluster.leader === null) return unhealthy('no leader')
    if (conditions.unhealthy.includes(member.name)) return unhealthy('the member was told not to be healthy')
    return { status: 200, body: { health: 'true' } }
  },
}

function unhealthy(reason: string): { status: 503; body: { health: 'false'; reason: string } } {
  return { status: 503, body: { health: 'false', reason } }
}

export const definition: InterfaceDefinition<operations, Conditions, AddressedMember> = {
  actions,
  address,
  admit,
  behaviours,
  conditions,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
}

/** One line of plain text, as members of this family answer unknown paths; the documents show no error (KVC-G11). */
function renderRefusal(refusal: Refusal): Answer {
  return refusalAnswer(refusal, { mediaType: 'text/plain', body: `${refusal.detail}\n` })
}
