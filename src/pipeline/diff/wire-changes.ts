import { isDeepStrictEqual } from 'node:util'
import { isMapping } from '../../contract/json-pointer.ts'
import type { WireForm } from './wire-form.ts'

/** How two wire forms differ. */
export interface WireChanges {
  /** Operations that were removed: `LIST /v1/{}`. */
  removed: string[]
  added: string[]
  /** `GET /orders: parameters.query limit.schema.maximum`; `… .schema.properties.old → new` for a renamed property. */
  changed: string[]
  /** Pairs of the old and the new name of a property. */
  renamed: [from: string, to: string][]
  /** Derived rules with another ID, since their operation has another: `getPet/200 is now readPet/200`. */
  renamedRules: string[]
  /** Operations whose last parameter no longer takes several segments, so that some addresses no longer reach them. */
  narrowed: string[]
}

export function compareForms(before: WireForm, now: WireForm): WireChanges {
  const common = [...before.keys()].filter((operation) => now.has(operation))
  const changed = common.flatMap((operation) =>
    differences(before.get(operation), now.get(operation))
      .filter(({ place }) => place !== 'operationId')
      .map((one) => ({ ...one, operation })),
  )
  const rules = common.flatMap((operation) =>
    findRenamedRules(Object(before.get(operation)), Object(now.get(operation))),
  )
  return {
    removed: [...before.keys()].filter((operation) => !now.has(operation)),
    added: [...now.keys()].filter((operation) => !before.has(operation)),
    changed: changed.map(({ operation, place }) => `${operation}: ${place}`),
    renamed: changed.flatMap(({ renamed }) => (renamed ? [renamed] : [])),
    renamedRules: [...new Set(rules)],
    narrowed: common.filter((operation) => takesSegments(before.get(operation)) && !takesSegments(now.get(operation))),
  }
}

function findRenamedRules(before: Record<string, unknown>, now: Record<string, unknown>): string[] {
  if (before.operationId === now.operationId) return []
  return Object.keys(Object(now.responses))
    .filter((answer) => Object.hasOwn(Object(before.responses), answer))
    .map((answer) => `${before.operationId}/${answer} is now ${now.operationId}/${answer}`)
}

interface Difference {
  place: string
  renamed?: [from: string, to: string]
}

/** The innermost places at which two values differ. */
function differences(before: unknown, now: unknown, path: readonly string[] = []): Difference[] {
  if (isDeepStrictEqual(before, now)) return []
  if (!isMapping(before) || !isMapping(now)) return [{ place: path.join('.') }]
  const renamed = renamedMembers(before.properties, now.properties)
  const old = rename(before, renamed)
  const keys = new Set([...Object.keys(old), ...Object.keys(now)])
  return [
    ...[...renamed].map((pair) => ({ place: [...path, 'properties', pair.join(' → ')].join('.'), renamed: pair })),
    ...[...keys].flatMap((key) => differences(old[key], now[key], [...path, key])),
  ]
}

/** Properties that went while one of equal form came, the old name before the new one. Others of that form make it a guess. */
function renamedMembers(before: unknown, now: unknown): Map<string, string> {
  if (!isMapping(before) || !isMapping(now)) return new Map()
  const alone = ([name]: [string, unknown], others: object) => !Object.hasOwn(others, name)
  const gone = Object.entries(before).filter((entry) => alone(entry, now))
  const come = Object.entries(now).filter((entry) => alone(entry, before))
  const pairs = gone.flatMap(([from, form]): [string, string][] => {
    const isSame = ([, other]: [string, unknown]) => isMapping(form) && isDeepStrictEqual(form, other)
    const [heir, ...others] = come.filter(isSame)
    return heir && others.length === 0 && gone.filter(isSame).length === 1 ? [[from, heir[0]]] : []
  })
  return new Map(pairs)
}

/** The schema with the new names of its properties. */
function rename(schema: Record<string, unknown>, renamed: ReadonlyMap<string, string>): Record<string, unknown> {
  if (renamed.size === 0) return schema
  const nameOf = (name: string) => renamed.get(name) ?? name
  const { required } = schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(Object(schema.properties)).map(([key, form]) => [nameOf(key), form])),
    ...(Array.isArray(required) && { required: required.map(nameOf).sort() }),
  }
}

function takesSegments(operation: unknown): boolean {
  const parameters: Record<string, unknown>[] = Object.values(Object(operation).parameters)
  return parameters.some((parameter) => parameter['x-multi-segment'] === true)
}
