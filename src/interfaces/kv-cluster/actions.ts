import type { BehaviourContext } from '../../behaviour/behaviour.ts'
import type { Action, JsonSchema } from '../../behaviour/definition.ts'
import { objectOf, text } from '../../behaviour/record-schema.ts'
import { restoreSnapshot, type Snapshot, startMember, stopMember, takeSnapshot } from '../../kv-upgrade/cluster.ts'
import { type ClusterState, type Outcome, type RefusedChange, refuse } from '../../kv-upgrade/cluster-state.ts'
import type { Conditions } from './conditions.ts'
import { memberNames } from './member-names.ts'
import { clusterKey, readCluster, writeLogs } from './state.ts'

type ActionContext = Omit<BehaviourContext<Conditions>, 'caller'>

const member: JsonSchema = { enum: memberNames, description: 'Its name.' }
const file: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Name of the file of the snapshot.',
}

const stop: Action<Conditions> = {
  description: 'Stops a member, which answers nothing from then on. A leader hands leadership over first.',
  schema: objectOf({ member }),
  run: ({ member }: { member: string }, context) => change(context, (cluster) => stopMember(cluster, member)),
}

const start: Action<Conditions> = {
  description:
    'Starts a stopped member with a binary of this version; with the one that it ran before when none is given. A binary that does not start is told as `refused`.',
  schema: objectOf({ member, version: { ...text, description: 'As in `3.6.4`.' } }, ['version']),
  run: ({ member, version }: { member: string; version?: string }, context) =>
    change(context, (cluster) => startMember(cluster, member, version)),
}

const snapshot: Action<Conditions> = {
  description: 'Saves a snapshot from the leader, in the place of one that has the same name.',
  schema: objectOf({ file }),
  async run({ file }: { file: string }, { store }) {
    const saved = takeSnapshot(await readCluster(store))
    if ('refused' in saved) return saved
    await store.collection<Snapshot>('snapshots').set(file, saved)
    return { file, ...saved }
  },
}

const restore: Action<Conditions> = {
  description:
    'Restores a snapshot: every member runs again, with the version that it had when the snapshot was saved.',
  schema: objectOf({ file }),
  async run({ file }: { file: string }, context) {
    const saved = await context.store.collection<Snapshot>('snapshots').get(file)
    if (!saved) return refuse('no-snapshot', `There is no snapshot ${file}.`)
    return change(context, (cluster) => restoreSnapshot(cluster, saved))
  },
}

export const actions = { stop, start, snapshot, restore }

/** Stores the next state of the cluster, and answers it; or answers why the state does not change. */
async function change(
  { store, clock }: ActionContext,
  step: (cluster: ClusterState) => Outcome,
): Promise<ClusterState | RefusedChange> {
  const noted: { outcome?: Outcome } = {}
  await store.collection<ClusterState>('cluster').update(clusterKey, (cluster) => {
    if (!cluster) return undefined
    noted.outcome = step(cluster)
    return 'state' in noted.outcome ? noted.outcome.state : cluster
  })
  const { outcome } = noted
  if (!outcome) return refuse('unknown-member', 'The cluster has no members.')
  if ('refused' in outcome) return outcome
  await writeLogs(store, clock, outcome.log)
  return outcome.state
}
