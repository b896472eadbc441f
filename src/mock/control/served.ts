import type { components } from '../../../generated/mock-control/types.ts'
import type { Action, Condition, InterfaceDefinition, RecordKind } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Engine } from '../engine.ts'
import type { MountedInterface } from '../session/session.ts'

export type ServedInterface = components['schemas']['ServedInterface']

/** An interface that the control plane controls. */
export interface Served {
  engine: Engine
  mounted: MountedInterface
  baseUrls: string[]
  /** Undefined where the mock serves no docs. */
  docsUrl: string | undefined
}

/** The served interfaces by name. The control plane reads this for each call, since interfaces can be reloaded. */
export type ServedInterfaces = ReadonlyMap<string, Served>

/** One interface for the list, with these values of its conditions. */
export function describeServed({ engine, baseUrls, docsUrl }: Served, values: object): ServedInterface {
  const { name, title, version } = engine.contract
  const { credentials, records = [] } = engine.definition
  const present = new Map(Object.entries(values))
  return {
    name,
    title,
    version,
    baseUrls,
    ...(docsUrl !== undefined && { docsUrl }),
    credentials,
    records,
    conditions: mapValues(conditionsOf(engine.definition), ({ description, schema }, key) => ({
      description,
      schema,
      value: present.get(key),
    })),
    recordKinds: mapValues(engine.definition.recordKinds ?? {}, ({ description, schema }) => ({ description, schema })),
    actions: mapValues(engine.definition.actions ?? {}, ({ description, schema }) => ({ description, schema })),
  }
}

/** The interface of that name, or a refusal that lists the names (CTL-037). */
export function findServed(name: string, served: ServedInterfaces): Served | Refusal {
  return served.get(name) ?? unknownName(`The mock serves no interface '${name}'`, [...served.keys()])
}

export function findKind(name: string, { engine }: Served): RecordKind | Refusal {
  const { recordKinds = {} } = engine.definition
  return (
    own(recordKinds, name) ??
    unknownName(`'${name}' is not a record kind of ${engine.contract.name}`, Object.keys(recordKinds))
  )
}

export function findAction(name: string, { engine }: Served): Action<object> | Refusal {
  const { actions = {} } = engine.definition
  return (
    own(actions, name) ?? unknownName(`'${name}' is not an action of ${engine.contract.name}`, Object.keys(actions))
  )
}

/** The conditions that a definition declares, by name. */
export function conditionsOf({ conditions = {} }: InterfaceDefinition): Record<string, Condition<unknown>> {
  return conditions as Record<string, Condition<unknown>>
}

function unknownName(fact: string, known: string[]): Refusal {
  return new Refusal('not-found', `${fact}; known are ${known.join(', ') || 'none'}.`)
}

/** An own member: the caller chooses the name, and may choose `__proto__`. */
function own<T>(members: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

function mapValues<T, R>(members: Record<string, T>, change: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]))
}
