import { isObject } from '../../../src/contract/json-pointer.ts'
import type { RuntimeOperation } from '../../../src/contract/runtime.ts'
import type { Caller, Sent } from './probe.ts'

/** A collection by the shape of its paths alone: P has GET and POST, P/{x} has GET. */
export interface PathCollection {
  path: string
  parameter: string
  at: Readonly<Record<'list' | 'create' | 'read', RuntimeOperation>> &
    Partial<Record<'put' | 'patch' | 'delete', RuntimeOperation>>
}

export function findByPaths(operations: readonly RuntimeOperation[]): PathCollection[] {
  const byPath = new Map<string, Map<string, RuntimeOperation>>()
  for (const operation of operations) {
    const path = operation.path.replace(/\/$/, '')
    byPath.set(path, (byPath.get(path) ?? new Map()).set(operation.method, operation))
  }
  return [...byPath].flatMap(([item, methods]) => {
    const [, path = '', parameter = ''] = /^(.*[^}])\/\{([^{}/]+)\}$/.exec(item) ?? []
    const [list, create, read] = [byPath.get(path)?.get('get'), byPath.get(path)?.get('post'), methods.get('get')]
    if (!list || !create || !read) return []
    const [put, patch, remove] = ['put', 'patch', 'delete'].map((method) => methods.get(method))
    return [
      {
        path,
        parameter,
        at: { list, create, read, ...(put && { put }), ...(patch && { patch }), ...(remove && { delete: remove }) },
      },
    ]
  })
}

/** Walks create → read → list → update → delete → 404. Returns the first step that fails, or what cannot be observed. */
export async function walk(
  collection: PathCollection,
  all: readonly PathCollection[],
  caller: Caller,
): Promise<{ fault?: string; unobserved?: string }> {
  const { at, parameter } = collection
  const above = await makeKeys(collection.path, all, caller)
  const created = await caller.call(at.create, above)
  if (created.status >= 400) return { fault: `create: ${created.status} ${created.text.slice(0, 160)}` }
  const id = idOf(collection, created)
  if (id === undefined) return { unobserved: 'no answer shows the key of a new record' }
  const ids = { ...above, [parameter]: id }
  const read = await caller.call(at.read, ids)
  if (read.status !== 200) return { fault: `read: ${read.status} of ${id}` }
  if (!shows(read, created.body)) return { fault: `read shows nothing that was sent: ${read.text.slice(0, 160)}` }
  const list = await caller.call(at.list, above)
  if (list.status !== 200) return { fault: `list: ${list.status} ${list.text.slice(0, 100)}` }
  if (isLegible(list) && !JSON.stringify(parsed(list)).includes(JSON.stringify(id).slice(1, -1)))
    return { fault: `list lacks ${id}` }
  for (const update of [at.put, at.patch]) {
    if (!update) continue
    const updated = await caller.call(update, ids)
    if (updated.status >= 400) return { fault: `${update.method}: ${updated.status} ${updated.text.slice(0, 100)}` }
    if (!shows(await caller.call(at.read, ids), updated.body)) return { fault: `${update.method} changes nothing` }
  }
  if (!at.delete) return {}
  const deleted = await caller.call(at.delete, ids)
  if (deleted.status >= 400) return { fault: `delete: ${deleted.status}` }
  const gone = await caller.call(at.read, ids)
  return gone.status === 404 ? {} : { fault: `after delete: ${gone.status}` }
}

/** Keys for the parameters of a path, of records that are made first where the path of the parameter has a POST. */
export async function makeKeys(
  path: string,
  all: readonly PathCollection[],
  caller: Caller,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const { index, 1: parameter = '' } of path.matchAll(/\/\{([^{}]+)\}/g)) {
    const parent = all.find((one) => any(one.path) === any(path.slice(0, index)))
    const id = parent && idOf(parent, await caller.call(parent.at.create, ids))
    if (id !== undefined) ids[parameter] = id
  }
  return ids
}

function any(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** The key in the answer, in \`Location\`, or in what was sent. */
function idOf({ parameter, path }: PathCollection, created: Sent): string | undefined {
  const kind = (path.split('/').at(-1) ?? '').replace(/ies$/, 'y').replace(/s$/, '')
  const last = /[A-Z]?[a-z0-9]+$/.exec(parameter)?.[0] ?? parameter
  const names = [
    parameter,
    'id',
    `${kind}Id`,
    last,
    '_id',
    'uuid',
    'guid',
    'uid',
    'key',
    'slug',
    `${kind}Name`,
    'name',
    'code',
    'token',
    'identifier',
    'sid',
  ].map(bare)
  const inAnswer = search(parsed(created), names)
  const location = created.headers.get('location')?.split('?')[0]?.split('/').at(-1)
  return inAnswer ?? (location ? decodeURIComponent(location) : undefined) ?? search(created.body, names)
}

function search(value: unknown, names: readonly string[]): string | undefined {
  for (let depth = 0; depth < 4; depth++) {
    for (const name of names) {
      for (const object of objectsAt(value, depth)) {
        const found = Object.entries(object).find(
          ([key, one]) => bare(key) === name && (typeof one === 'string' || typeof one === 'number'),
        )
        if (found) return String(found[1])
      }
    }
  }
  return undefined
}

function objectsAt(value: unknown, depth: number): Record<string, unknown>[] {
  if (!isObject(value) || Array.isArray(value)) return []
  return depth === 0 ? [value] : Object.values(value).flatMap((member) => objectsAt(member, depth - 1))
}

/** True if the answer shows a scalar that was sent, under the same name, or has no name in common with what was sent. */
function shows(answer: Sent, sent: unknown): boolean {
  if (!isLegible(answer)) return true
  const told = scalars(sent)
  const seen = scalars(parsed(answer))
  const common = [...told].filter(([name]) => seen.has(name))
  return common.length === 0 || common.some(([name, values]) => [...values].some((value) => seen.get(name)?.has(value)))
}

function scalars(value: unknown, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  for (const [name, member] of Object.entries(Object(value))) {
    if (isObject(member)) scalars(member, found)
    else found.set(name, (found.get(name) ?? new Set()).add(String(member)))
  }
  return found
}

function isLegible({ headers }: Sent): boolean {
  return /json/.test(headers.get('content-type') ?? '')
}

function parsed({ text }: Sent): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
