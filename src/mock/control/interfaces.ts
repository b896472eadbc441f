import type { components, operations } from '../../../generated/mock-control/types.ts'
import type { BehaviourContext, Behaviours } from '../../behaviour/behaviour.ts'
import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Collection, Store } from '../../behaviour/store.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { conditionsCollection, type InterfaceState, initialConditions } from '../session/session.ts'
import type { Transaction } from '../storage/transaction.ts'
import { healthAnswer } from './health.ts'
import { type Controlled, inInterface, inSession, type Plane } from './plane.ts'
import { conditionsOf, describeServed, findAction, findKind, findServed, type Served } from './served.ts'

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

    getConditions: ({ path }) =>
      // Not `inInterface`: reading the conditions gives an interface no records.
      inSession(plane, path.session, async (session, transaction) => {
        const found = findServed(path.interface, served)
        if (found instanceof Refusal) return found
        return { status: 200, body: { ...(await session.state(found.mounted).conditions(transaction)) } }
      }),

    changeConditions: ({ path, body }) =>
      inInterface(plane, path, async ({ served, state, transaction }) => {
        const refusal = wrongConditions(body, served)
        if (refusal) return refusal
        const set = state.store(transaction).collection(conditionsCollection)
        for (const [name, value] of Object.entries(body)) await set.set(name, value)
        return { status: 200, body: { ...(await state.conditions(transaction)) } }
      }),

    runAction: ({ path, body = {} }, context) =>
      inInterface(plane, path, (controlled) => runAction(path.action, body, controlled, context)),

    seedSession: ({ path, body }) =>
      inSession(plane, path.session, async (session, transaction) => {
        const checked: [Served, Seeds][] = []
        for (const [name, seeds] of Object.entries(body.interfaces)) {
          const found = findServed(name, served)
          if (found instanceof Refusal) return inBody(found)
          const refusal = wrongSeeds(seeds, found)
          if (refusal) return inBody(refusal)
          checked.push([found, seeds])
        }
        for (const [{ mounted }, seeds] of checked) await write(seeds, session.state(mounted), transaction)
        return { status: 204 }
      }),
  }
}

async function runAction(
  name: string,
  input: unknown,
  { served, state, transaction }: Controlled,
  { signal, cite, assume }: Pick<BehaviourContext, 'signal' | 'cite' | 'assume'>,
) {
  const action = findAction(name, served)
  if (action instanceof Refusal) return action
  const refusal = misfit('The input', input, action.schema)
  if (refusal) return refusal
  const conditions = await state.conditions(transaction)
  const { immediate } = state
  const { clock } = state.session
  const context = { store: state.store(transaction), immediate, clock, conditions, signal, cite, assume }
  // The schema of the action describes its input.
  const result = await action.run(input as never, context)
  if (result instanceof Refusal) return result
  return result === undefined ? { status: 204 as const } : { status: 200 as const, body: result }
}

/** Read outside the transaction, so that the commit does not compare the conditions. */
function conditionsNow(state: InterfaceState): MaybePromise<object> {
  return state.conditions(state.session.storage.begin(state.session.name))
}

/** The fault of new values of conditions; undefined when there is none (CTL-030, CTL-031). */
function wrongConditions(values: object, { engine }: Served): Refusal | undefined {
  const declared = conditionsOf(engine.definition)
  for (const [name, value] of Object.entries(values)) {
    const condition = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (!condition) return unknownCondition(name, engine.contract.name, Object.keys(declared))
    const refusal = misfit(name, value, condition.schema)
    if (refusal) return refusal
  }
  return undefined
}

function unknownCondition(name: string, owner: string, known: string[]): Refusal {
  const detail = `'${name}' is not a condition of ${owner}; known are ${known.join(', ') || 'none'}.`
  return new Refusal('invalid-request', detail, { rules: ['CTL-030'] })
}

type Seeds = components['schemas']['Seed']['interfaces'][string]

/** An unknown name in a body is a wrong value; an unknown name in a path is not found. */
function inBody({ detail }: Refusal): Refusal {
  return new Refusal('invalid-request', detail)
}

/** The refusal of the first unknown name or wrong value; undefined when there is none (CTL-017). */
function wrongSeeds({ records = {}, conditions = {} }: Seeds, served: Served): Refusal | undefined {
  for (const [name, byKey] of Object.entries(records)) {
    const kind = findKind(name, served)
    if (kind instanceof Refusal) return kind
    for (const [key, record] of Object.entries(byKey)) {
      const refusal = misfit(`The record '${key}' of kind ${name}`, record, kind.schema)
      if (refusal) return refusal
    }
  }
  return wrongConditions(conditions, served)
}

async function write(seeds: Seeds, state: InterfaceState, transaction: Transaction): Promise<void> {
  // Stores the first records of the interface in their own transaction, before other records are added.
  await state.begin()
  await writeSeeds(seeds, state.store(transaction))
}

/** Puts records and conditions into the store of an interface. */
export async function writeSeeds({ records = {}, conditions = {} }: Seeds, store: Store): Promise<void> {
  for (const [kind, byKey] of Object.entries({ ...records, [conditionsCollection]: conditions }))
    for (const [key, record] of Object.entries(byKey)) await store.collection(kind).set(key, record)
}

interface KindPath {
  session: string
  interface: string
  kind: string
}

export function recordBehaviours(plane: Plane): Behaviours<operations> {
  return {
    listRecords: ({ path }) =>
      inKind(path, async (records) => ({
        status: 200 as const,
        body: { records: Object.fromEntries(await records.entries()) },
      })),

    getRecord: ({ path }) =>
      inKind(path, async (records) => {
        const record = await records.get(path.key)
        return record === undefined ? noSuchRecord(path) : { status: 200 as const, body: record }
      }),

    putRecord: ({ path, body }) =>
      inKind(path, async (records, { schema }) => {
        const refusal = misfit('The record', body, schema)
        if (refusal) return refusal
        const replaced = (await records.get(path.key)) !== undefined
        await records.set(path.key, body)
        return replaced ? { status: 200 as const, body } : { status: 201 as const, body }
      }),

    deleteRecord: ({ path }) =>
      inKind(path, async (records) =>
        (await records.delete(path.key)) ? { status: 204 as const } : noSuchRecord(path),
      ),
  }

  function inKind<Answer extends { status: number }>(
    path: KindPath,
    answer: (records: Collection<unknown>, kind: RecordKind) => Promise<Answer | Refusal>,
  ) {
    return inInterface<Answer>(plane, path, async ({ served, state, transaction }) => {
      const kind = findKind(path.kind, served)
      return kind instanceof Refusal ? kind : answer(state.store(transaction).collection(path.kind), kind)
    })
  }
}

function noSuchRecord({ kind, key }: { kind: string; key: string }): Refusal {
  return new Refusal('not-found', `There is no record '${key}' of kind ${kind}.`)
}

/** The refusal of a value that does not match the schema of a definition; undefined when it matches. */
function misfit(what: string, value: unknown, schema: JsonSchema): Refusal | undefined {
  const [error] = schemasOf(schema).errors(schema, value)
  return error && new Refusal('invalid-request', `${what}${error.instancePath} ${error.message}.`)
}
