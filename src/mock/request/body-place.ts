import { type DocumentNode, isObject, withTarget } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { partsInPlace } from '../../contract/schema/parts-in-place.ts'
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
