import { type DocumentNode, isObject, withTarget } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { findSubtypes } from '../../contract/schema/discriminator.ts'
import { componentsOf } from '../../contract/schema/schemas.ts'
import { memoize, memoizeByObject } from '../../memoize.ts'

/** A place in the bodies of an operation, as all schemas describe it that are about it. */
export interface BodyPlace {
  /** The schemas that the place around it gives it, with their references followed. */
  schemas: readonly DocumentNode[]
  /** True when any member is documented there, also those without a name. */
  isOpen: boolean
  /** Names of the members. */
  names: ReadonlySet<string>
  /** The place of a member or, without a name, of the elements. It is read when it is first asked for, since schemas may contain themselves. */
  below(name?: string): BodyPlace
}

/** The top of the bodies of an operation. */
export const bodyPlaceOf = memoizeByObject((operation: Operation) =>
  placeOf([operation.contents[0]?.schema], operation.document),
)

function placeOf(given: readonly unknown[], document: DocumentNode): BodyPlace {
  const parts = given.flatMap((schema) => partsInPlace(document, schema))
  const members = parts.map(({ properties }): DocumentNode => (isObject(properties) ? properties : {}))
  const names = new Set(members.flatMap(Object.keys))
  const below = memoize((name: string | undefined) =>
    placeOf(
      name === undefined
        ? parts.map(({ items }) => items)
        : members.flatMap((named) => (Object.hasOwn(named, name) ? named[name] : [])),
      document,
    ),
  )
  return {
    schemas: given.filter(isObject).map((schema) => withTarget(document, schema)),
    // An object without named members allows any member.
    isOpen: names.size === 0 || parts.some(({ additionalProperties }) => Boolean(additionalProperties)),
    names,
    below,
  }
}

/**
 * A schema and the parts of its `allOf`, `anyOf` and `oneOf`, all of which are about the same value, with their references followed. A base
 * with a discriminator has those of the schemas that extend it.
 */
function partsInPlace(document: DocumentNode, schema: unknown, around: readonly unknown[] = []): DocumentNode[] {
  if (!isObject(schema)) return []
  const node = withTarget(document, schema)
  if (around.includes(schema) || around.includes(node)) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(node[key]) ? node[key] : []))
  const isBase = isObject(node.discriminator) && typeof schema.$ref === 'string'
  const subtypes = isBase ? findSubtypes(componentsOf(document), String(schema.$ref)) : []
  const all = [...parts, ...subtypes.map(({ ref }) => ({ $ref: ref }))]
  return [node, ...all.flatMap((part) => partsInPlace(document, part, [...around, schema, node]))]
}
