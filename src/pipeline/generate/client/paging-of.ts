import type { Paging } from '../../../client/operation.ts'
import { listsIn, membersOf, namesOf, objectsIn, shownBody } from '../../../contract/collections/body-shape.ts'
import { isNamed, isNextCursor, pagingRole, totals } from '../../../contract/collections/paging.ts'
import type { Operation } from '../../../contract/operation.ts'

/** How an operation is paged, as far as its document shows it. */
export function pagingOf(operation: Operation): Paging | undefined {
  const body = operation.method === 'get' ? shownBody(operation) : undefined
  const [list] = body ? listsIn(body) : []
  if (!body || !list) return undefined
  const items = [...list.place]
  const roles = operation.parameters.flatMap(({ name, in: place, node }) =>
    place === 'query' ? [{ name, role: pagingRole(name), schema: Object(node.schema) as Record<string, unknown> }] : [],
  )
  const [found] = (['cursor', 'page', 'offset'] as const).flatMap((role) => roles.filter((one) => one.role === role))
  const hasLink = operation.shownResponses.some(({ headers }) => headers.some(({ name }) => /^link$/i.test(name)))
  if (!found?.role || found.role === 'size')
    return hasLink && roles.some(({ role }) => role === 'size') ? { items, kind: 'link' } : undefined
  const { name: parameter, role: kind, schema } = found
  const [next, total] = [isNextCursor, (name: string) => isNamed(name, totals)].map((has) =>
    objectsIn(body)
      .filter(({ place }) => !isWithin(place, items))
      .flatMap((part) => membersOf(part).filter(({ place }) => has(place.at(-1) ?? '')))
      .map(({ place }) => place)
      .at(0),
  )
  if (kind === 'page') return { items, kind, parameter, ...((schema.minimum ?? schema.default) === 0 && { first: 0 }) }
  if (kind === 'offset') return { items, kind, parameter, ...(total && { total }) }
  const [flag] = operation.parameters.filter(({ name }) => name.replace('_', '').toLowerCase() === `use${parameter}`)
  if (next) return { items, kind, parameter, next, ...(flag && { with: { [flag.name]: true } }) }
  const key = namesOf(list.items).find((name) => name === 'id')
  return key === undefined ? undefined : { items, kind, parameter, key }
}

function isWithin(place: readonly string[], items: readonly string[]): boolean {
  return place.length >= items.length && items.length > 0 && items.every((name, index) => place[index] === name)
}
