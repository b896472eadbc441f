import type { Finding } from '../flags/setting.ts'
import type { Health } from '../health.ts'
import type { MemberReport } from '../members/read-member.ts'
import { report } from '../members/reports.fixture.ts'
import type { V2State } from '../v2-store.ts'
import { type Plan, planUpgrade } from './plan.ts'

const tools = {
  controlTool: 'kvctl',
  offlineUtility: 'kvutl',
  snapshotFile: 'before 3.6.db',
  curl: 'curl --cacert ca.pem',
}

/** Three members of a 3.5 cluster; the first leads. */
export const three: MemberReport[] = [report('m1', { leads: true }), report('m2'), report('m3')]

const healthy: Health = { state: 'healthy', seen: 'the operator says so' }

export function plan(reports: MemberReport[] = three, v2: V2State = 'not-needed', findings?: readonly Finding[]): Plan {
  return planUpgrade({ reports, health: healthy, v2, tools, ...(findings ? { findings } : {}) })
}

/** The plan for three members of whose health this is known. */
export function planWith(health?: Health): Plan {
  return planUpgrade({ reports: three, v2: 'not-needed', tools, ...(health ? { health } : {}) })
}

/** What blocks, as `[precondition, member, seen, todo]`. */
export function blocksOf({ preconditions }: Plan): [string, string | undefined, string, string | undefined][] {
  return preconditions.flatMap(({ id, blocks }) =>
    blocks.map(({ member, seen, todo }): [string, string | undefined, string, string | undefined] => [
      id,
      member,
      seen,
      todo,
    ]),
  )
}

export function stepsOf({ steps }: Plan, id: string): Plan['steps'] {
  return steps.filter((step) => step.id === id)
}
