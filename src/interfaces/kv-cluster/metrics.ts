import upgrade from '../../../generated/kv-cluster/upgrade.json' with { type: 'json' }
import type { ClusterState, Member } from '../../kv-upgrade/cluster-state.ts'
import { minorOf, newVersion } from '../../kv-upgrade/versions.ts'

/** One metric in the Prometheus text format: its name, its help, and a sample per line. */
interface Gauge {
  name: string
  help: string
  samples: { labels?: Readonly<Record<string, string>>; value: number }[]
}

/** The metrics of a member, in the Prometheus text format (KVC-031). */
export function renderMetrics(cluster: ClusterState, member: Member): string {
  const added = minorOf(member.version) === newVersion ? [knownPeers(cluster, member), featureEnabled()] : []
  return [...added, isLeader(cluster, member)].map(renderGauge).join('')
}

/** KVC-008, KVC-009. */
function isLeader({ leader }: ClusterState, { name }: Member): Gauge {
  return {
    name: 'kv_server_is_leader',
    help: 'Whether this member leads the cluster: 1 if it does, 0 if not.',
    samples: [{ value: leader === name ? 1 : 0 }],
  }
}

/** Only on 3.6 members (KVC-012); labels and values are those of the family (gap KVC-G08). */
function knownPeers({ members }: ClusterState, { id }: Member): Gauge {
  const peers = members.filter((peer) => peer.id !== id)
  return {
    name: 'kv_network_known_peers',
    help: 'The peers that this member knows.',
    samples: peers.map((peer) => ({ labels: { Local: id, Remote: peer.id }, value: 1 })),
  }
}

/** Only on 3.6 members (KVC-013): the documented feature gates, each with the opposite of the value that the documents set. */
function featureEnabled(): Gauge {
  return {
    name: 'kv_server_feature_enabled',
    help: 'Whether a feature is enabled: 1 if it is, 0 if not.',
    samples: upgrade.flags_replaced_by_feature_gates.map(({ gate, value }) => ({
      labels: { name: gate, stage: value ? 'ALPHA' : 'BETA' },
      value: value ? 0 : 1,
    })),
  }
}

function renderGauge({ name, help, samples }: Gauge): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${renderLabels(labels)} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n')
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
