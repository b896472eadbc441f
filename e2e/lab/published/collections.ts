import { anyNames, bare } from '../../../src/contract/collections/collections.ts'
import { isObject } from '../../../src/contract/json-pointer.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import type { Caller, Sent } from './probe.ts'

/** A collection by the shape of its paths alone: P has GET and POST, P/{x} has GET. It owes nothing to what the mock recognises. */
export interface PathCollection {
  path: string
  parameter: string
  list: Operation
  create: Operation
  read: Operation
  updates: Operation[]
  remove?: Operation | undefined
}

export function findByPaths(operations: readonly Operation[]): PathCollection[] {
  const at = new Map(operations.map((one) => [`${one.method} ${one.path.replace(/\/$/, '')}`, one]))
  return [...at.keys()].flatMap((place) => {
    const [, item = '', path = '', parameter = ''] = /^get ((.*[^}])\/\{([^{}/]+)\})$/.exec(place) ?? []
    const [list, create, read] = [at.get(`get ${path}`), at.get(`post ${path}`), at.get(place)]
    if (!list || !create || !read) return []
    const updates = ['put', 'patch'].flatMap((method) => at.get(`${method} ${item}`) ?? [])
    return [{ path, parameter, list, create, read, updates, remove: at.get(`delete ${item}`) }]
  })
}

/**
 * Walks create → read → list → update → delete → 404.
 *
 * @returns whether an answer shows the key of the new record, without which the rest cannot be observed
 * @throws an error for the first step that fails
 */
export async function walk(
  collection: PathCollection,
  all: readonly PathCollection[],
  caller: Caller,
): Promise<boolean> {
  const { list, create, read, updates, remove, parameter } = collection
  const step = async (
    operation: Operation,
    ids: Record<string, string>,
    isRight = (status: number) => status < 400,
  ) => {
    const sent = await caller.call(operation, ids)
    if (isRight(sent.status)) return sent
    throw new Error(`${operation.method} ${operation.path}: ${sent.status} ${sent.text.slice(0, 160)}`)
  }
  const above = await makeKeys(collection.path, all, caller)
  const created = await step(create, above)
  const id = idOf(collection, created)
  if (id === undefined) return false
  const ids = { ...above, [parameter]: id }
  const seen = await step(read, ids, (status) => status === 200)
  if (!shows(seen, created.body)) throw new Error(`read shows nothing that was sent: ${seen.text.slice(0, 160)}`)
  const { json } = await step(list, above, (status) => status === 200)
  if (json !== undefined && !JSON.stringify(json).includes(JSON.stringify(id).slice(1, -1)))
    throw new Error(`list lacks ${id}`)
  for (const update of updates) {
    const updated = await step(update, ids)
    if (!shows(await caller.call(read, ids), updated.body)) throw new Error(`${update.method} changes nothing`)
  }
  if (!remove) return true
  await step(remove, ids)
  await step(read, ids, (status) => status === 404)
  return true
}

/** Keys for the parameters of a path, of records that are made first where the path of the parameter has a POST. */
export async function makeKeys(
  path: string,
  all: readonly PathCollection[],
  caller: Caller,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const { index, 1: parameter = '' } of path.matchAll(/\/\{([^{}]+)\}/g)) {
    const parent = all.find((one) => anyNames(one.path) === anyNames(path.slice(0, index)))
    const id = parent && idOf(parent, await caller.call(parent.create, ids))
    if (id !== undefined) ids[parameter] = id
  }
  return ids
}

/** The key in the answer, in `Location`, or in what was sent. */
function idOf({ parameter, path }: PathCollection, created: Sent): string | undefined {
  const kind = (path.split('/').at(-1) ?? '').replace(/ies$/, 'y').replace(/s$/, '')
  const last = /[A-Z]?[a-z0-9]+$/.exec(parameter)?.[0] ?? parameter
  const likely = [parameter, 'id', `${kind}Id`, last, 'uuid', 'guid', 'uid', 'key', 'slug', `${kind}Name`, 'name']
  const names = [...likely, 'code', 'token', 'identifier', 'sid'].map(bare)
  const location = created.headers.get('location')?.split('?')[0]?.split('/').at(-1)
  return (
    search(created.json, names) ?? (location ? decodeURIComponent(location) : undefined) ?? search(created.body, names)
  )
}

/** The value of the first of these names in the outermost objects that have one, at most four deep. */
function search(value: unknown, names: readonly string[]): string | undefined {
  const objectsOf = (values: unknown[]) => values.filter((one) => isObject(one) && !Array.isArray(one)).map(Object)
  let level = objectsOf([value])
  for (let depth = 0; depth < 4; depth++) {
    const members = level.flatMap((object) => Object.entries<unknown>(object))
    for (const name of names) {
      const found = members.find(([key, one]) => bare(key) === name && ['string', 'number'].includes(typeof one))
      if (found) return String(found[1])
    }
    level = objectsOf(members.map(([, member]) => member))
  }
  return undefined
}

/** True if the answer shows a scalar that was sent, under the same name, or has no name in common with what was sent. */
function shows(answer: Sent, sent: unknown): boolean {
  const seen = scalars(answer.json)
  const echoed = scalars(sent).filter(({ name }) => seen.some((one) => one.name === name))
  return (
    echoed.length === 0 ||
    echoed.some(({ name, value }) => seen.some((one) => one.name === name && one.value === value))
  )
}

function scalars(value: unknown): { name: string; value: string }[] {
  return Object.entries(Object(value)).flatMap(([name, member]) =>
    isObject(member) ? scalars(member) : [{ name, value: String(member) }],
  )
}
