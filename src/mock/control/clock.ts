import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Session } from '../session/session.ts'
import type { UnitOfWork } from '../storage/unit-of-work.ts'
import { inSession, type Plane } from './plane.ts'

/** A clock stays between these moments (CTL-027): beyond them not every format of a date has a form. */
const first = Date.UTC(1970)
const last = Date.UTC(10000) - 1

export function clockBehaviours(plane: Plane): Behaviours<operations> {
  return {
    getClock: ({ path }) => inSession(plane, path.session, read),

    setClock: ({ path, body }) =>
      inSession(plane, path.session, (session, unit) => move(session, Date.parse(body.now), unit)),

    advanceClock: ({ path, body }) =>
      inSession(plane, path.session, (session, unit) => {
        const { seconds = 0, milliseconds = 0 } = body
        return move(session, session.clock.now().getTime() + seconds * 1000 + milliseconds, unit)
      }),
  }
}

async function move(session: Session, moment: number, unit: UnitOfWork) {
  // Also when it is no number: a leap second is a valid date-time.
  if (!(moment >= first && moment <= last)) {
    return new Refusal('invalid-request', 'A clock shows moments from the year 1970 to the year 9999.')
  }
  await session.setClock(new Date(moment), unit)
  return read(session)
}

async function read({ clock }: Session) {
  return { status: 200 as const, body: { now: clock.now().toISOString() } }
}
