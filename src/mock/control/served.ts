import type { components } from '../../../generated/mock-control/types.ts'
import type { Action, Condition, InterfaceDefinition, JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { type DocumentNode, isMapping, mapOwn, withTarget } from '../../contract/json-pointer.ts'
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

/** What a definition declares for callers of the control plane, by name. */
interface Declared {
  'a condition': Record<string, Condition<unknown>>
  'a record kind': Record<string, RecordKind>
  'an action': Record<string, Action<object>>
}

function declaredIn({ conditions = {}, recordKinds = {}, actions = {} }: InterfaceDefinition): Declared {
  return { 'a condition': conditions as Declared['a condition'], 'a record kind': recordKinds, 'an action': actions }
}

/** One interface for the list, with these values of its conditions. */
export function describeServed({ engine, baseUrls, docsUrl }: Served, values: object): ServedInterface {
  const { name, title, version } = engine.contract
  const { credentials, records = [] } = engine.definition
  const declared = declaredIn(engine.definition)
  const present = new Map(Object.entries(values))
  return {
    name,
    title,
    version,
    baseUrls,
    ...(docsUrl !== undefined && { docsUrl }),
    credentials,
    records,
    conditions: mapValues(declared['a condition'], (one, key) => ({ ...schemaOf(one), value: present.get(key) })),
    recordKinds: mapValues(declared['a record kind'], ({ description, schema }) => ({
      description,
      schema: inline(schema, engine.contract.document) as JsonSchema,
    })),
    actions: mapValues(declared['an action'], schemaOf),
  }
}

function schemaOf({ description, schema }: RecordKind): RecordKind {
  return { description, schema }
}

function mapValues<T, R>(members: Record<string, T>, change: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]))
}

/** The interface of that name, or a refusal that lists the names (CTL-037). */
export function findServed(name: string, served: ServedInterfaces): Served | Refusal {
  return served.get(name) ?? unknownName(`The mock serves no interface '${name}'`, [...served.keys()])
}

/** What an interface declares under a name, or a refusal that lists the names (CTL-037). */
export function findMember<What extends keyof Declared>(
  name: string,
  what: What,
  { engine }: Served,
): Declared[What][string] | Refusal {
  const declared = declaredIn(engine.definition)[what] as Record<string, Declared[What][string]>
  // The caller chooses the name, and may choose `__proto__`.
  const found = Object.hasOwn(declared, name) ? declared[name] : undefined
  return found ?? unknownName(`'${name}' is not ${what} of ${engine.contract.name}`, Object.keys(declared))
}

export function unknownName(fact: string, known: string[]): Refusal {
  return new Refusal('not-found', `${fact}; known are ${known.join(', ') || 'none'}.`)
}

/** An unknown name in a body or in a query is a wrong value; an unknown name in a path is not found. */
export function wrongValue({ detail }: Refusal, ...rules: string[]): Refusal {
  return new Refusal('invalid-request', detail, { rules })
}

/** A schema with what its references lead to in their place, since its reader has no document. */
function inline(node: unknown, document: DocumentNode): unknown {
  if (Array.isArray(node)) return node.map((one) => inline(one, document))
  if (!isMapping(node)) return node
  const { $ref, ...own } = withTarget(document, node)
  return mapOwn(own, (one) => inline(one, document))
}
