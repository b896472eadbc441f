import type { Health } from '../health.ts'
import { findObstacles, type Obstacle } from '../members/obstacles.ts'
import type { MemberReport } from '../members/read-member.ts'
import { everyMemberIsNew } from '../members/standing.ts'
import type { V2State } from '../v2-store.ts'
import { newVersion, oldVersion } from '../versions.ts'

/** A condition that must hold before the next member may be stopped. */
export interface Precondition {
  id: Obstacle['precondition'] | 'health' | 'v2-store'
  title: string
  rules: readonly string[]
  /** What blocks it. Empty when the precondition holds. */
  blocks: readonly Block[]
}

export type Block = Pick<Obstacle, 'member' | 'seen' | 'todo' | 'uncertain'>

export interface Known {
  reports: readonly MemberReport[]
  health?: Health
  v2: V2State
  /** The commands of the operator's programs that find out what the members do not say. */
  commands: { health: string; v2: string }
}

const documented: readonly Omit<Precondition, 'blocks'>[] = [
  { id: 'answers', title: 'every member answers', rules: ['KVC-030', 'KVC-032'] },
  { id: 'versions', title: `every member runs ${oldVersion} or ${newVersion}`, rules: ['KVC-047', 'KVC-G28'] },
  { id: 'patch-level', title: 'every 3.5 member runs 3.5.20 or later', rules: ['KVC-041', 'KVC-042'] },
  { id: 'cluster-version', title: 'the cluster runs 3.5 or newer', rules: ['KVC-047'] },
  { id: 'one-cluster', title: 'the endpoints are one cluster', rules: ['KVC-108', 'KVC-109'] },
  { id: 'health', title: 'every member is healthy', rules: ['KVC-048', 'KVC-G05', 'KVC-G07'] },
  { id: 'leader', title: 'one member leads, to take the snapshot from', rules: ['KVC-032', 'KVC-039'] },
  {
    id: 'v2-store',
    title: 'the v2 store holds nothing that would be lost',
    rules: ['KVC-043', 'KVC-044', 'KVC-045', 'KVC-046'],
  },
]

/** Compares what is known with every precondition of the procedure. What is unknown never counts as met. */
export function checkPreconditions({ reports, health, v2, commands }: Known): Precondition[] {
  const obstacles = findObstacles(reports)
  const blocksOf: Partial<Record<Precondition['id'], Block[]>> = {
    health: judgeHealth(health, commands.health),
    // 3.6 members hold no v2 store to lose.
    'v2-store': everyMemberIsNew(reports) ? [] : v2Store(v2, commands.v2),
  }
  const seen = (id: Precondition['id']) =>
    obstacles.flatMap(({ precondition, kind, ...block }): Block[] => (precondition === id ? [block] : []))
  return documented.map((precondition) => ({
    ...precondition,
    blocks: blocksOf[precondition.id] ?? seen(precondition.id),
  }))
}

function judgeHealth(health: Health | undefined, command: string): Block[] {
  if (health?.state === 'healthy') return []
  if (health?.state === 'unhealthy') {
    return [{ seen: health.seen, todo: 'Make every member healthy before any member is stopped.' }]
  }
  const seen = health?.seen ?? 'the health of the members is unknown'
  const todo = `Run \`${command}\`, and give what it says: --health healthy or --health unhealthy. Or let this program run it: --health-command.`
  return [{ seen, todo, uncertain: true }]
}

function v2Store(v2: V2State, checkV2: string): Block[] {
  switch (v2) {
    case 'not-needed':
    case 'removable':
      return []
    case 'to-check': {
      const todo = `Run \`${checkV2}\`, and give what it says: --v2-store no-custom-data or --v2-store custom-data.`
      return [{ seen: '--enable-v2 is set', todo }]
    }
    case 'to-migrate':
      return [{ seen: 'the v2 store holds custom data', todo: 'Follow the v2 migration procedure first.' }]
    case 'unknown': {
      const todo =
        'Give the configuration of the members (--file, or -- and the command line), or --v2-store not-enabled where none sets it.'
      return [{ seen: 'it is unknown whether --enable-v2 is set', todo, uncertain: true }]
    }
  }
}
