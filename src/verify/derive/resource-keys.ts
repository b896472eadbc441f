import type { Reply } from '../../check/check.ts'
import { type BodyShape, listsIn, mapIn, objectsIn, shownBody } from '../../contract/collections/body-shape.ts'
import { anyNames, bare, keyNames, lastSegment, type RecordCollection } from '../../contract/collections/collections.ts'
import type { Contract } from '../../contract/contract.ts'
import { below, isObject, membersOf, nodeAt, valueAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'

/**
 * The operation that makes a thing: POST at the collection, or PUT at an address that the caller chooses. A PUT whose thing nothing reads,
 * and that is not documented to create, may be anything else, such as a new name for what is there.
 */
export function createOperationOf({ operations, path }: RecordCollection): Operation | undefined {
  const put = operations.get('replace')
  const mayMake = operations.has('read') || put?.responses.has('201')
  return operations.get('create') ?? (put && mayMake && anyNames(put.path) !== anyNames(path) ? put : undefined)
}

/** Number of the names in `keyNames` that mean an identifier and nothing else. */
const surestNames = 10

function namesFor({ key, parameter, path }: RecordCollection): string[] {
  return [...(key === undefined ? [] : [key]), ...keyNames(parameter, path).slice(0, surestNames)]
}

/** The key of a thing that a list shows. */
export function keyOfItem(item: unknown, collection: RecordCollection): unknown {
  if (!isObject(item)) return item
  for (const { example } of objectsIn(shapeOf(item))) {
    const found = memberOf(Object(example), namesFor(collection))
    if (found) return found.value
  }
  return undefined
}

function memberOf(
  object: Record<string, unknown>,
  names: readonly string[],
): { name: string; value: unknown } | undefined {
  for (const wanted of names) {
    const name = Object.keys(object).find((one) => bare(one) === bare(wanted))
    const value = name === undefined ? undefined : object[name]
    if (name !== undefined && (typeof value === 'string' || typeof value === 'number')) return { name, value }
  }
  return undefined
}

/** The key in an answer to a creation: of the object that shows the name which the check has sent, or else of the first that has a key. */
export function keyIn({ body, text }: Reply, collection: RecordCollection, unique: string): unknown {
  if (typeof body === 'number') return body
  const [list] = listsIn(shapeOf(body))
  const only = list && Array.isArray(list.example) && list.example.length === 1 ? [list.items] : []
  const objects = [...objectsIn(shapeOf(body)), ...only].map(({ example }): object => Object(example))
  const isSent = (object: object) => Object.values(object).some((value) => String(value).includes(unique))
  for (const object of [...objects.filter(isSent), ...objects]) {
    const found = memberOf({ ...object }, namesFor(collection))
    if (!found) continue
    // A number in JSON may be greater than JavaScript can tell from its neighbours.
    const [, exact] = new RegExp(`"${found.name}"\\s*:\\s*(\\d{16,})`).exec(text) ?? []
    return exact ?? found.value
  }
  return undefined
}

/** The value that a documented link takes from an answer for the key: `$response.body#/id`. */
export function linkedKey({ document }: Contract, collection: RecordCollection, reply: Reply): unknown {
  const response = createOperationOf(collection)?.responses.get(String(reply.status))
  const targets = [...collection.operations.values()].map(({ id }) => id)
  for (const name of response === undefined ? [] : membersOf(document, below(response, 'links'))) {
    const link = nodeAt(document, below(response as string, 'links', name))
    if (!targets.includes(String(link?.operationId)) || !isObject(link?.parameters)) continue
    const expression = Object.entries(link.parameters).find(
      ([one]) => one.replace(/^path\./, '') === collection.parameter,
    )
    const value = linkedValue(expression?.[1], reply)
    if (typeof value === 'string' || typeof value === 'number') return value
  }
  return undefined
}

/** The value of a runtime expression in an answer: `$response.body#/id`; undefined for one that is not of the answer. */
export function linkedValue(expression: unknown, { body, headers }: Reply): unknown {
  const [, pointer, header] = /^\$response\.(?:body#(.*)|header\.(.+))$/.exec(String(expression)) ?? []
  return header === undefined ? valueAt(Object(body), pointer ?? '/none') : headers[header.toLowerCase()]
}

/** Lists beside the things that an answer shows. */
const sideLists = /^_?(links?|errors?|warnings?)$/

/**
 * The elements of the list in an answer; undefined where there is none. Of several lists, the one that is called as the path counts, or the
 * first of objects: `tags` may stand before `messages`.
 */
export function itemsOf(list: Operation, { status, body }: Pick<Reply, 'status' | 'body'>): unknown[] | undefined {
  const shown = shownBody(list)
  // What is called by its key in a map is no list, and a list in it is a part of one thing.
  if (shown && mapIn(shown)?.place.length === 0) return undefined
  const { schema = {} } = shown ?? {}
  const lists = status < 300 ? listsIn({ ...shapeOf(body), schema, document: list.document }) : []
  const nameOf = ({ place }: BodyShape) => place.at(-1) ?? ''
  const found =
    lists.find((one) => bare(nameOf(one)) === bare(lastSegment(list.path))) ??
    lists.find((one) => objectsIn(one.items).length > 0 && !sideLists.test(nameOf(one))) ??
    lists[0]
  const items = found && valueAt(body, below('', ...found.place))
  return Array.isArray(items) ? items : undefined
}

export function shapeOf(example: unknown): BodyShape {
  return { schema: {}, example, place: [] }
}
