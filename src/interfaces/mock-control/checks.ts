import type { operations } from '../../../generated/mock-control/types.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import { access } from './checks/access/access.ts'
import { health } from './checks/access/health.ts'
import { origins } from './checks/access/origins.ts'
import { problems } from './checks/access/problems.ts'
import { clock } from './checks/clock/clock.ts'
import { movingClock } from './checks/clock/moving-clock.ts'
import { faultKinds } from './checks/faults/fault-kinds.ts'
import { faultList } from './checks/faults/fault-list.ts'
import { faultOrder } from './checks/faults/fault-order.ts'
import { faults } from './checks/faults/faults.ts'
import { actions } from './checks/interfaces/actions.ts'
import { conditions } from './checks/interfaces/conditions.ts'
import { listing } from './checks/interfaces/listing.ts'
import { names } from './checks/interfaces/names.ts'
import { offers } from './checks/interfaces/offers.ts'
import { recordKeys } from './checks/interfaces/record-keys.ts'
import { records } from './checks/interfaces/records.ts'
import { explanation } from './checks/journal/explanation.ts'
import { filters } from './checks/journal/filters.ts'
import { following } from './checks/journal/following.ts'
import { journal } from './checks/journal/journal.ts'
import { reasons } from './checks/journal/reasons.ts'
import { metrics } from './checks/metrics.ts'
import { ending } from './checks/sessions/ending.ts'
import { restoring } from './checks/sessions/restoring.ts'
import { room } from './checks/sessions/room.ts'
import { seeds } from './checks/sessions/seeds.ts'
import { sessions } from './checks/sessions/sessions.ts'
import { snapshots } from './checks/sessions/snapshots.ts'
import { strictness } from './checks/sessions/strictness.ts'

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
    ...health,
    ...origins,
    ...problems,
    ...movingClock,
    ...restoring,
    ...recordKeys,
    ...offers,
    ...faultList,
    ...access,
    ...actions,
    ...clock,
    ...conditions,
    ...ending,
    ...explanation,
    ...faultKinds,
    ...faultOrder,
    ...faults,
    ...filters,
    ...following,
    ...journal,
    ...listing,
    ...metrics,
    ...names,
    ...reasons,
    ...records,
    ...room,
    ...seeds,
    ...sessions,
    ...snapshots,
    ...strictness,
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
