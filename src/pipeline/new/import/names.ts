import { isObject } from '../../../contract/json-pointer.ts'
import { listFaults } from './import-error.ts'
import type { Node } from './walk.ts'

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** Kinds of components that have their own files, with their folders. */
export const folders = {
  schemas: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  headers: 'headers',
  requestBodies: 'requestBodies',
} as const

/** Characters that some system does not allow in file names. */
const unfit = /[<>:"|?*\\\p{Cc}]|^\.|\.$| $/u

/** The file of a path, in `specs/<interface>/`: `/lists/{id}/items:trim` stands in `paths/lists_{id}_items_trim.yaml`. */
export function pathFile(path: string): string {
  return `paths/${path.slice(1).replaceAll(/[/:*]/g, '_')}.yaml`
}

/** Refuses names that cannot be file names or header values. Names are never changed, because a new name would be another contract. */
export function assertNames(file: string, document: Node): void {
  // A path with a query or a fragment is left out, so it needs no file.
  const paths = Object.keys(mapping(document.paths)).filter((path) => !/[?#]/.test(path))
  const faults = [...pathFaults(paths), ...idFaults(document)]
  const components = mapping(document.components)
  for (const kind of Object.keys(folders)) {
    const names = Object.keys(mapping(components[kind]))
    for (const name of names) {
      if (unfit.test(name) || /[/~\s]/.test(name) || name.length > 150) faults.push(`components/${kind}/${name}`)
    }
    faults.push(...clashes(names).map((pair) => `components/${kind}: ${pair} differ in capitals only`))
  }
  if (faults.length === 0) return
  throw listFaults(
    `${file} has names that cannot be names of files, of headers or of operations; change them first:`,
    faults,
  )
}

function pathFaults(paths: readonly string[]): string[] {
  const wrong = paths.filter((path) => {
    const segments = path.split('/').slice(1)
    const isUnfit = segments.some((segment) => /^\.\.?$/.test(segment) || unfit.test(segment.replaceAll(/[:*]/g, '_')))
    return !path.startsWith('/') || isUnfit || path.length > 200
  })
  const files = new Map<string, string>()
  const twins = paths.flatMap((path) => {
    const name = pathFile(path).toLowerCase()
    const other = files.get(name)
    files.set(name, path)
    return other === undefined ? [] : [`paths ${other} and ${path} would be one file`]
  })
  return [...wrong.map((path) => `path ${path}`), ...twins]
}

/** The mock names the operation in a header of its answers. */
function idFaults(document: Node): string[] {
  const ids = operationsIn(document).flatMap(({ node }) =>
    typeof node.operationId === 'string' ? [node.operationId] : [],
  )
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...ids.filter((id) => !/^[\x21-\x7e]{1,150}$/.test(id)).map((id) => `operationId ${id}`),
    ...twice.map((id) => `operationId ${id} is used twice`),
  ]
}

function clashes(names: readonly string[]): string[] {
  const lower = Map.groupBy(names, (name) => name.toLowerCase())
  return [...lower.values()].filter((same) => same.length > 1).map((same) => same.join(' and '))
}

export interface OperationNode {
  path: string
  method: (typeof methods)[number]
  item: Node
  node: Node
}

/** The operations of a document, in its order. */
export function operationsIn(document: Node): OperationNode[] {
  return Object.entries(mapping(document.paths)).flatMap(([path, value]) => {
    const item = mapping(value)
    return methods.flatMap((method) =>
      isObject(item[method]) ? [{ path, method, item, node: item[method] as Node }] : [],
    )
  })
}

export function mapping(value: unknown): Node {
  return isObject(value) && !Array.isArray(value) ? value : {}
}

/** `getPetsByPetId`, for an operation without an ID. */
export function operationIdOf(method: string, path: string, taken: ReadonlySet<string>): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith('{') ? `by ${segment}` : segment))
    .join(' ')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const id =
    method + (words.length === 0 ? 'Root' : words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(''))
  let free = id
  for (let index = 2; taken.has(free); index++) free = `${id}${index}`
  return free
}
