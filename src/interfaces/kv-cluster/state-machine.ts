import { explore, type StateDiagram } from '../../behaviour/state-diagram.ts'
import {
  createCluster,
  restoreSnapshot,
  type Snapshot,
  startMember,
  stopMember,
  takeSnapshot,
} from '../../kv-upgrade/cluster.ts'
import { type ClusterState, type Outcome, phaseOf } from '../../kv-upgrade/cluster-state.ts'
import { minorOf, newVersion, oldVersion } from '../../kv-upgrade/versions.ts'
import { members } from './seed.ts'

const oldBinary = `${oldVersion}.21`
const newBinary = `${newVersion}.4`
const before = createCluster(members, oldBinary)
const snapshot = takeSnapshot(before)

/** The version of a cluster whose members are replaced one by one, put back, and restored. */
export const diagram: StateDiagram = {
  title: 'The version of a cluster',
  about: `A cluster of ${members.length} members on its way from ${oldVersion} to ${newVersion}. Its version is raised with the last member, and from then on only a snapshot leads back.`,
  ...explore<ClusterState>({
    initial: before,
    nameOf,
    events: [
      {
        event: `a member is replaced by ${newVersion}`,
        rules: ['KVC-108', 'KVC-019'],
        apply: (cluster) => restartOne(cluster, oldVersion, newBinary),
      },
      {
        event: `a member is put back on ${oldVersion}`,
        rules: ['KVC-022', 'KVC-025'],
        apply: (cluster) => restartOne(cluster, newVersion, oldBinary),
      },
      {
        event: 'the snapshot is restored',
        rules: ['KVC-023', 'KVC-026'],
        apply: (cluster) => stateAfter(restoreSnapshot(cluster, snapshot as Snapshot)),
      },
    ],
  }),
}

function nameOf(cluster: ClusterState): string {
  const upgraded = cluster.members.filter(({ version }) => minorOf(version) === newVersion).length
  return `cluster version ${cluster.clusterVersion}\n${upgraded} of ${cluster.members.length} members run ${newVersion} (${phaseOf(cluster)})`
}

/** Stops the first member of one version and starts it as another. */
function restartOne(cluster: ClusterState, from: string, binary: string): ClusterState | undefined {
  const name = cluster.members.find(({ version }) => minorOf(version) === from)?.name
  if (name === undefined) return undefined
  const stopped = stateAfter(stopMember(cluster, name))
  return stopped && stateAfter(startMember(stopped, name, binary))
}

function stateAfter(outcome: Outcome): ClusterState | undefined {
  return 'state' in outcome ? outcome.state : undefined
}
