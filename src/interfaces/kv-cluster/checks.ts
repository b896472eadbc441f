import type { operations } from '../../../generated/kv-cluster/types.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import { answering } from './checks/answering.ts'
import { metrics } from './checks/metrics.ts'
import { leadership, rollback } from './checks/rollback.ts'
import { upgrade } from './checks/upgrade.ts'

export const checks: InterfaceChecks<operations> = {
  roles: {
    anyone: { description: 'No credential: how callers authenticate is not shown (KVC-G01).', values: {}, onMock: {} },
  },
  resources: {
    members: {
      description: 'The members of the cluster, separated by commas, as `{member}` in the base URL is to be for each.',
      onMock: 'm1,m2,m3',
    },
  },
  successGap: 'KVC-G34',
  samples: [
    {
      operation: 'getVersion',
      needs: { resources: ['members'] },
      input: (t) => ({ server: { member: t.resource('members').split(',')[0] ?? '' } }),
    },
  ],
  async state(t) {
    const members = t.resource('members').split(',')
    for (const member of members.filter(Boolean)) await t.attempt('getVersion', { server: { member } })
    return undefined
  },
  checks: { ...answering, ...metrics, ...leadership, ...upgrade, ...rollback },
}
