import type { components, operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { type FaultRequest, Faults } from '../session/faults.ts'
import type { FoundSession } from '../session/sessions.ts'
import { Snapshots } from '../session/snapshots.ts'
import { inSession, type Plane, type SessionCall, tooMany } from './plane.ts'
import { findServed, type ServedInterfaces, unknownName, wrongValue } from './served.ts'

/** The operations on sessions, and on what each has once: its clock, its strictness, its snapshots and its faults. */
export function sessionBehaviours(plane: Plane): Behaviours<operations> {
  const { sessions, served, strict } = plane
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

    ...inSession(plane, {
      async resetSession(_, { session }) {
        await session.reset()
        return { status: 204 }
      },

      async getStrictness(_, { session, transaction }) {
        await session.readSettings(transaction)
        return { status: 200, body: { strict: session.strict ?? strict } }
      },

      async setStrictness({ body }, { session, transaction }) {
        session.setStrictness(body.strict, transaction)
        return { status: 200, body }
      },

      async getClock(_, { session, transaction }) {
        await session.readSettings(transaction)
        return clockAnswer(session.clock.now())
      },

      async setClock({ body }, call) {
        return moveClock(Date.parse(body.now), call)
      },

      async advanceClock({ body: { seconds = 0, milliseconds = 0 } }, call) {
        const { session, transaction } = call
        await session.readSettings(transaction)
        return moveClock(session.clock.now().getTime() + seconds * 1000 + milliseconds, call)
      },

      async listSnapshots(_, { session }) {
        return { status: 200, body: { snapshots: await session.snapshots.list() } }
      },

      async createSnapshot(_, { session, transaction }) {
        const { snapshots, clock } = session
        await session.readSettings(transaction)
        if ((await snapshots.list()).length >= Snapshots.max)
          return tooMany('session', Snapshots.max, 'snapshots', 'delete one')
        return { status: 201, body: await snapshots.take(clock.now(), await session.interfaces()) }
      },

      async getSnapshot({ path }, { session }) {
        const snapshot = await session.snapshots.get(path.snapshot)
        return snapshot ? { status: 200, body: snapshot } : hasNo('snapshot', path.snapshot, path)
      },

      async deleteSnapshot({ path }, { session: { snapshots } }) {
        if (!(await snapshots.get(path.snapshot))) return hasNo('snapshot', path.snapshot, path)
        await snapshots.delete(path.snapshot)
        return { status: 204 }
      },

      async restoreSnapshot({ path }, { session }) {
        if (!(await session.snapshots.get(path.snapshot))) return hasNo('snapshot', path.snapshot, path)
        await session.restore(path.snapshot)
        return { status: 204 }
      },

      async listFaults(_, { session, transaction }) {
        return { status: 200, body: { faults: await session.faults(transaction).list() } }
      },

      async createFault({ body }, { session, transaction }) {
        const refusal = wrongFault(body, served)
        if (refusal) return refusal
        const faults = session.faults(transaction)
        if ((await faults.list()).length >= Faults.max) return tooMany('session', Faults.max, 'faults', 'delete some')
        return { status: 201, body: await faults.add(body) }
      },

      async deleteFaults(_, { session, transaction }) {
        await session.faults(transaction).clear()
        return { status: 204 }
      },

      async deleteFault({ path }, { session, transaction }) {
        const isRemoved = await session.faults(transaction).remove(path.fault)
        return isRemoved ? { status: 204 } : hasNo('fault', path.fault, path)
      },
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

function hasNo(what: string, id: string, { session }: { session: string }): Refusal {
  return new Refusal('not-found', `The session '${session}' has no ${what} '${id}'.`)
}

/** A clock stays between these moments (CTL-027): some date formats cannot express moments outside. */
const first = Date.UTC(1970)
const last = Date.UTC(10000) - 1

function moveClock(moment: number, { session, transaction }: SessionCall) {
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

/** Checks what the document's schema cannot say about a fault (CTL-049). */
function wrongFault(fault: FaultRequest, interfaces: ServedInterfaces): Refusal | undefined {
  const wrong = (detail: string) => new Refusal('invalid-request', detail, { rules: ['CTL-049'] })
  const served = findServed(fault.interface, interfaces)
  if (served instanceof Refusal) return wrongValue(served, 'CTL-049')
  const { name, operations } = served.engine.contract
  if (fault.operation !== undefined && !operations.has(fault.operation)) {
    const fact = `'${fault.operation}' is not an operation of ${name}`
    return wrongValue(unknownName(fact, [...operations.keys()]), 'CTL-049')
  }
  if (fault.kind === 'latency' && fault.milliseconds === undefined) return wrong('A latency needs its milliseconds.')
  if (fault.kind === 'status' && fault.status === undefined) return wrong('A fault of kind status needs the status.')
  return undefined
}
