import type { operations } from '../../../generated/mock-control/types.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import { access } from './checks/access.ts'
import { answers } from './checks/answers.ts'
import { clock } from './checks/clock.ts'
import { conditions } from './checks/conditions.ts'
import { ending } from './checks/ending.ts'
import { faultKinds } from './checks/fault-kinds.ts'
import { faults } from './checks/faults.ts'
import { following } from './checks/following.ts'
import { interfaces } from './checks/interfaces.ts'
import { journal } from './checks/journal.ts'
import { metrics } from './checks/metrics.ts'
import { records } from './checks/records.ts'
import { sessions } from './checks/sessions.ts'
import { snapshots } from './checks/snapshots.ts'

export const checks: InterfaceChecks<operations> = {
  roles: {
    full: {
      description: 'Whoever may call the control plane.',
      values: { token: 'the control token, or any word where the mock was started without one' },
      onMock: { token: 'example-control' },
      headers: ({ token }) => ({ authorization: `Bearer ${token}` }),
    },
  },
  resources: {
    'guarded mock': {
      description:
        'Base URL of the control plane of another mock, that serves orders, has the same control token and was started with --max-sessions 3.',
      // Where it is, is known once it has been started.
      onMock: '',
    },
  },
  // Every rule is one of behaviour.
  samples: [],
  checks: {
    ...access,
    ...answers,
    ...clock,
    ...conditions,
    ...ending,
    ...faultKinds,
    ...faults,
    ...following,
    ...interfaces,
    ...journal,
    ...metrics,
    ...records,
    ...sessions,
    ...snapshots,
  },
  unobservable: {
    'CTL-013':
      'It takes an hour of real time, which no clock of a session is: src/mock/control/sessions.test.ts shows it.',
  },
  uncovered: {
    'getHealth 503': 'The mock answers this only while it starts or stops: src/mock/control/health.test.ts shows it.',
    'getHealth 503 application/json':
      'The mock answers this only while it starts or stops: src/mock/control/health.test.ts shows it.',
    'runAction 204': 'None of the actions of the interfaces has nothing to tell.',
  },
}
