import type { components, operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Session } from '../session/session.ts'
import type { FoundSession } from '../session/sessions.ts'
import { Snapshots } from '../session/snapshots.ts'
import type { Transaction } from '../storage/transaction.ts'
import { inSession, type Plane, problemAnswer } from './plane.ts'

export function sessionBehaviours(plane: Plane): Behaviours<operations> {
  const { sessions } = plane
  return {
    async listSessions() {
      const described = (await sessions.all()).map(describe)
      return { status: 200, body: { sessions: await Promise.all(described) } }
    },

    async getSession({ path }) {
      const found = await sessions.find(path.session)
      return found ? { status: 200, body: await describe(found) } : noSuchSession(path.session)
    },

    async deleteSession({ path }) {
      if (!(await sessions.find(path.session))) return noSuchSession(path.session)
      await sessions.delete(path.session)
      return { status: 204 }
    },

    resetSession: ({ path }) =>
      inSession(plane, path.session, async (session) => {
        await session.reset()
        return { status: 204 }
      }),

    getStrictness: ({ path }) =>
      inSession(plane, path.session, async (session, transaction) => {
        await session.readSettings(transaction)
        return { status: 200, body: { strict: session.strict ?? plane.strict } }
      }),

    setStrictness: ({ path, body }) =>
      inSession(plane, path.session, async (session, transaction) => {
        session.setStrictness(body.strict, transaction)
        return { status: 200, body }
      }),
  }
}

async function describe({ session, requestsUnderWay, idle }: FoundSession): Promise<components['schemas']['Session']> {
  return {
    name: session.name,
    now: session.clock.now().toISOString(),
    interfaces: await session.interfaces(),
    requestsUnderWay,
    idleSeconds: idle / 1000,
  }
}

function noSuchSession(name: string): Refusal {
  return new Refusal('not-found', `There is no session '${name}'.`, { rules: ['CTL-008'] })
}

export function clockBehaviours(plane: Plane): Behaviours<operations> {
  return {
    getClock: ({ path }) =>
      inSession(plane, path.session, async (session, transaction) => {
        await session.readSettings(transaction)
        return clockAnswer(session.clock.now())
      }),

    setClock: ({ path, body }) =>
      inSession(plane, path.session, async (session, transaction) =>
        moveClock(session, Date.parse(body.now), transaction),
      ),

    advanceClock: ({ path, body }) =>
      inSession(plane, path.session, async (session, transaction) => {
        const { seconds = 0, milliseconds = 0 } = body
        await session.readSettings(transaction)
        return moveClock(session, session.clock.now().getTime() + seconds * 1000 + milliseconds, transaction)
      }),
  }
}

/** A clock stays between these moments (CTL-027): some date formats cannot express moments outside. */
const first = Date.UTC(1970)
const last = Date.UTC(10000) - 1

function moveClock(session: Session, moment: number, transaction: Transaction) {
  // Not a number for a leap second, which is a valid date-time.
  if (!(moment >= first && moment <= last)) {
    return new Refusal('invalid-request', 'The time of a clock must be in the years 1970 to 9999.')
  }
  session.setClock(new Date(moment), transaction)
  return clockAnswer(new Date(moment))
}

function clockAnswer(now: Date) {
  return { status: 200 as const, body: { now: now.toISOString() } }
}

export function snapshotBehaviours(plane: Plane): Behaviours<operations> {
  return {
    listSnapshots: ({ path }) =>
      inSession(plane, path.session, async ({ snapshots }) => {
        return { status: 200, body: { snapshots: await snapshots.list() } }
      }),

    createSnapshot: ({ path }) =>
      inSession(plane, path.session, async (session, transaction) => {
        const { snapshots, clock } = session
        await session.readSettings(transaction)
        if ((await snapshots.list()).length >= Snapshots.max) return tooManySnapshots()
        return { status: 201, body: await snapshots.take(clock.now(), await session.interfaces()) }
      }),

    getSnapshot: ({ path }) =>
      inSession(plane, path.session, async ({ snapshots }) => {
        const snapshot = await snapshots.get(path.snapshot)
        return snapshot ? { status: 200, body: snapshot } : noSuchSnapshot(path)
      }),

    deleteSnapshot: ({ path }) =>
      inSession(plane, path.session, async ({ snapshots }) => {
        if (!(await snapshots.get(path.snapshot))) return noSuchSnapshot(path)
        await snapshots.delete(path.snapshot)
        return { status: 204 }
      }),

    restoreSnapshot: ({ path }) =>
      inSession(plane, path.session, async (session) => {
        if (!(await session.snapshots.get(path.snapshot))) return noSuchSnapshot(path)
        await session.restore(path.snapshot)
        return { status: 204 }
      }),
  }
}

function noSuchSnapshot({ session, snapshot }: { session: string; snapshot: string }): Refusal {
  return new Refusal('not-found', `The session '${session}' has no snapshot '${snapshot}'.`)
}

function tooManySnapshots() {
  return problemAnswer(409, `The session has ${Snapshots.max} snapshots, which is the most it may have; delete one.`)
}
