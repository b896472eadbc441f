import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { type FaultRequest, Faults } from '../session/faults.ts'
import { inSession, type Plane, problemAnswer } from './plane.ts'
import { findServed, type ServedInterfaces } from './served.ts'

export function faultBehaviours(plane: Plane): Behaviours<operations> {
  return {
    listFaults: ({ path }) =>
      inSession(plane, path.session, async (session, transaction) => {
        const faults = session.faults(transaction)
        return { status: 200, body: { faults: await faults.list() } }
      }),

    createFault: ({ path, body }) =>
      inSession(plane, path.session, async (session, transaction) => {
        const faults = session.faults(transaction)
        const refusal = wrongFault(body, plane.served)
        if (refusal) return refusal
        if ((await faults.list()).length >= Faults.max) return tooMany()
        return { status: 201, body: await faults.add(body) }
      }),

    deleteFaults: ({ path }) =>
      inSession(plane, path.session, async (session, transaction) => {
        const faults = session.faults(transaction)
        await faults.clear()
        return { status: 204 }
      }),

    deleteFault: ({ path }) =>
      inSession(plane, path.session, async (session, transaction) => {
        const faults = session.faults(transaction)
        if (await faults.remove(path.fault)) return { status: 204 }
        return new Refusal('not-found', `The session '${path.session}' has no fault '${path.fault}'.`)
      }),
  }
}

/** Checks what the document's schema cannot say about a fault (CTL-049). */
function wrongFault(fault: FaultRequest, interfaces: ServedInterfaces): Refusal | undefined {
  const wrong = (detail: string) => new Refusal('invalid-request', detail, { rules: ['CTL-049'] })
  const served = findServed(fault.interface, interfaces)
  if (served instanceof Refusal) return wrong(served.detail)
  const { name, operations } = served.engine.contract
  if (fault.operation !== undefined && !operations.has(fault.operation)) {
    return wrong(`'${fault.operation}' is not an operation of ${name}; known are ${[...operations.keys()].join(', ')}.`)
  }
  if (fault.kind === 'latency' && fault.milliseconds === undefined) return wrong('A latency needs its milliseconds.')
  if (fault.kind === 'status' && fault.status === undefined) return wrong('A fault of kind status needs the status.')
  return undefined
}

function tooMany() {
  return problemAnswer(409, `The session has ${Faults.max} faults, which is the most it may have; delete some.`)
}
