import type { components, operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { JsonSchema } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Store } from '../../behaviour/store.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { conditionsCollection, type InterfaceState, initialConditions } from '../session/session.ts'
import { healthAnswer } from './health.ts'
import { type InterfaceCall, inInterface, inKind, inSession, type Plane } from './plane.ts'
import { describeServed, findMember, findServed, type Served, wrongValue } from './served.ts'

/**
 * The operations of the control plane on the interfaces of a session: conditions, records and actions, and seeds for several
 * interfaces at once.
 */
export function interfaceBehaviours(plane: Plane): Behaviours<operations> {
  const { sessions, served } = plane
  return {
    async getHealth() {
      return healthAnswer(plane.isReady())
    },

    async getMetrics() {
      return { status: 200, mediaType: 'text/plain', body: await plane.renderMetrics() }
    },

    async listInterfaces({ header }) {
      const found = await sessions.find(header['X-Mock-Session'] ?? 'default')
      const valuesOf = (one: Served) =>
        found ? conditionsNow(found.session.state(one.mounted)) : initialConditions(one.engine.definition)
      const interfaces = [...served.values()].map(async (one) => describeServed(one, await valuesOf(one)))
      return { status: 200, body: { interfaces: await Promise.all(interfaces) } }
    },

    ...inSession(plane, {
      // Not `inInterface`: reading the conditions gives an interface no records.
      async getConditions({ path }, { session, transaction }) {
        const found = findServed(path.interface, served)
        if (found instanceof Refusal) return found
        return { status: 200, body: { ...(await session.state(found.mounted).conditions(transaction)) } }
      },

      async seedSession({ body }, { session, transaction }) {
        const checked: [Served, Seeds][] = []
        for (const [name, seeds] of Object.entries(body.interfaces)) {
          const found = findServed(name, served)
          if (found instanceof Refusal) return wrongValue(found)
          const refusal = wrongSeeds(seeds, found)
          if (refusal) return wrongValue(refusal)
          checked.push([found, seeds])
        }
        for (const [{ mounted }, seeds] of checked) {
          const state = session.state(mounted)
          // Stores the first records of the interface in their own transaction, before other records are added.
          await state.begin()
          await writeSeeds(seeds, state.store(transaction))
        }
        return { status: 204 }
      },
    }),

    ...inInterface(plane, {
      async changeConditions({ body }, { served, state, transaction }) {
        const refusal = wrongConditions(body, served)
        if (refusal) return refusal
        const set = state.store(transaction).collection(conditionsCollection)
        for (const [name, value] of Object.entries(body)) await set.set(name, value)
        return { status: 200, body: { ...(await state.conditions(transaction)) } }
      },

      async runAction({ path, body = {} }, call) {
        const action = findMember(path.action, 'an action', call.served)
        if (action instanceof Refusal) return action
        const refusal = misfit('The input', body, action, call.served)
        if (refusal) return refusal
        // The schema of the action describes its input.
        const result = await action.run(body as never, await actionContext(call))
        if (result instanceof Refusal) return result
        return result === undefined ? { status: 204 } : { status: 200, body: result }
      },
    }),

    ...inKind(plane, {
      async listRecords(_, { records }) {
        return { status: 200, body: { records: Object.fromEntries(await records.entries()) } }
      },

      async getRecord({ path }, { records }) {
        const record = await records.get(path.key)
        return record === undefined ? noSuchRecord(path) : { status: 200, body: record }
      },

      async putRecord({ path, body }, { records, kind, served }) {
        const refusal = misfit('The record', body, kind, served)
        if (refusal) return refusal
        const replaced = (await records.get(path.key)) !== undefined
        await records.set(path.key, body)
        return replaced ? { status: 200, body } : { status: 201, body }
      },

      async deleteRecord({ path }, { records }) {
        return (await records.delete(path.key)) ? { status: 204 } : noSuchRecord(path)
      },
    }),
  }
}

async function actionContext({ state, transaction, context: { signal, cite, assume } }: InterfaceCall) {
  const conditions = await state.conditions(transaction)
  const { immediate } = state
  const { clock } = state.session
  return { store: state.store(transaction), immediate, clock, conditions, signal, cite, assume }
}

/** Read outside the transaction, so that the commit does not compare the conditions. */
function conditionsNow(state: InterfaceState): MaybePromise<object> {
  return state.conditions(state.session.storage.begin(state.session.name))
}

/** The fault of new values of conditions; undefined when there is none (CTL-030, CTL-031). */
function wrongConditions(values: object, served: Served): Refusal | undefined {
  for (const [name, value] of Object.entries(values)) {
    const condition = findMember(name, 'a condition', served)
    if (condition instanceof Refusal) return wrongValue(condition, 'CTL-030')
    const refusal = misfit(name, value, condition, served)
    if (refusal) return refusal
  }
  return undefined
}

type Seeds = components['schemas']['Seed']['interfaces'][string]

/** The refusal of the first unknown name or wrong value; undefined when there is none (CTL-017). */
function wrongSeeds({ records = {}, conditions = {} }: Seeds, served: Served): Refusal | undefined {
  for (const [name, byKey] of Object.entries(records)) {
    const kind = findMember(name, 'a record kind', served)
    if (kind instanceof Refusal) return kind
    for (const [key, record] of Object.entries(byKey)) {
      const refusal = misfit(`The record '${key}' of kind ${name}`, record, kind, served)
      if (refusal) return refusal
    }
  }
  return wrongConditions(conditions, served)
}

/** Puts records and conditions into the store of an interface. */
export async function writeSeeds({ records = {}, conditions = {} }: Seeds, store: Store): Promise<void> {
  for (const [kind, byKey] of Object.entries({ ...records, [conditionsCollection]: conditions }))
    for (const [key, record] of Object.entries(byKey)) await store.collection(kind).set(key, record)
}

function noSuchRecord({ kind, key }: { kind: string; key: string }): Refusal {
  return new Refusal('not-found', `There is no record '${key}' of kind ${kind}.`)
}

/** The refusal of a value that does not match a schema of a definition, which may refer to the document; undefined when it matches. */
function misfit(
  what: string,
  value: unknown,
  { schema }: { schema: JsonSchema },
  { engine }: Served,
): Refusal | undefined {
  const [error] = schemasOf(engine.contract.document).errors(schema, value)
  return error && new Refusal('invalid-request', `${what}${error.instancePath} ${error.message}.`)
}
