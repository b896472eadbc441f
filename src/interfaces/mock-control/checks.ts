import type { operations } from '../../../generated/mock-control/types.ts'
import type { InterfaceChecks } from '../check.ts'
import { access } from './checks/access.ts'
import { actions } from './checks/actions.ts'
import { clock } from './checks/clock.ts'
import { conditions } from './checks/conditions.ts'
import { ending } from './checks/ending.ts'
import { faultKinds } from './checks/fault-kinds.ts'
import { faultList } from './checks/fault-list.ts'
import { faultOrder } from './checks/fault-order.ts'
import { faults } from './checks/faults.ts'
import { journal } from './checks/journal.ts'
import { listing } from './checks/listing.ts'
import { movingClock } from './checks/moving-clock.ts'
import { names } from './checks/names.ts'
import { offers } from './checks/offers.ts'
import { origins } from './checks/origins.ts'
import { problems } from './checks/problems.ts'
import { recordKeys } from './checks/record-keys.ts'
import { records } from './checks/records.ts'
import { restoring } from './checks/restoring.ts'
import { room } from './checks/room.ts'
import { seeds } from './checks/seeds.ts'
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
    ...faultKinds,
    ...faultOrder,
    ...faults,
    ...journal,
    ...listing,
    ...names,
    ...records,
    ...room,
    ...seeds,
    ...sessions,
    ...snapshots,
  },
  unobservable: {
    'CTL-013':
      'It takes an hour of real time, which no clock of a session is: src/mock/control/sessions.test.ts shows it.',
  },
  uncovered: {
    'runAction 204': 'None of the actions of the interfaces has nothing to tell.',
  },
}
