import { createHash } from 'node:crypto'
import type { Contract } from '../../contract/contract.ts'
import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { mediaTypesAt, type Operation } from '../../contract/operation.ts'
import type { System } from './system.ts'

export interface TagGroup {
  tag: string
  /** Markdown. */
  description: string
  operations: Operation[]
}

/** Operations by their first tags, in the order of the document's tags; then those of other tags. */
export function operationsByTag({ contract }: System): TagGroup[] {
  if (!contract) return []
  const known = groupsOf.get(contract)
  if (known) return known
  const listed = Array.isArray(contract.document.tags) ? contract.document.tags.filter(isObject) : []
  const about = new Map(listed.map(({ name, description }) => [String(name), String(description ?? '')]))
  const groups = Map.groupBy(contract.operations.values(), (operation) => tagOf(operation, contract.document))
  const found = [...new Set([...about.keys(), ...groups.keys()])].flatMap((tag) => {
    const operations = groups.get(tag)
    return operations ? [{ tag, description: about.get(tag) ?? '', operations }] : []
  })
  groupsOf.set(contract, found)
  return found
}

/** Each page of a system has its operations in the left column. */
const groupsOf = new WeakMap<Contract, TagGroup[]>()

/** The component schemas of a system. */
export function schemasOf({ contract }: System): [name: string, schema: DocumentNode][] {
  const schemas = contract ? nodeAt(contract.document, '/components/schemas') : undefined
  return Object.entries(schemas ?? {}).map(([name, schema]) => [name, isObject(schema) ? schema : {}])
}

/** The first tag of an operation; without one, the first fixed part of its path. */
export function tagOf({ pointer, path }: Operation, document: DocumentNode): string {
  const tag: unknown = [nodeAt(document, pointer)?.tags].flat()[0]
  return typeof tag === 'string' && tag !== '' ? tag : (/[^/{}]+/.exec(path)?.[0] ?? 'Operations')
}

export function summaryOf({ id, pointer }: Operation, document: DocumentNode): string {
  const { summary } = nodeAt(document, pointer) ?? {}
  return typeof summary === 'string' && summary.trim() !== '' ? summary.replaceAll(/\s+/g, ' ') : id
}

/** Site path of the page of an operation. */
export function pathOfOperation(system: string, id: string): string {
  return `${system}/operations/${folderName(id)}/`
}

/** The name of the folder for a thing that its author named: the name itself if every system takes it, else like it, with a part of its hash. */
export function folderName(name: string): string {
  if (/^\w[\w-]*(\.[\w-]+)*$/.test(name) && name.length <= 100) return name
  const alike = name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return `${alike.slice(0, 80)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** The fragment of an address that leads to an ID on a page. */
export function fragmentOf(id: string): string {
  return id.toWellFormed().split('/').map(encodeURIComponent).join('/')
}

/** Path of an operation on the mock: `/orders/api/orders/{token}`. */
export function addressOf({ prefix, contract }: System, { template }: Operation): string {
  const { variables = {} } = contract ?? {}
  return `/${prefix}${template.replace(/\{([^}]+)\}/g, (text, name) => variables[name] ?? text)}`
}

/** The first named example, the only one, or the value that the schema names. */
export function exampleOf(document: DocumentNode, node: DocumentNode): unknown {
  const [first] = examplesOf(document, node)
  if (first) return first.value
  const schema = isObject(node.schema) ? node.schema : {}
  return schema.default ?? (Array.isArray(schema.enum) ? schema.enum[0] : undefined)
}

export interface Example {
  name: string
  summary: string | undefined
  value: unknown
}

/** All examples of a parameter or a media type. */
export function examplesOf(document: DocumentNode, node: DocumentNode): Example[] {
  if (node.example !== undefined) return [{ name: 'example', summary: undefined, value: node.example }]
  return Object.entries(isObject(node.examples) ? node.examples : {}).flatMap(([name, one]) => {
    const found = isObject(one) ? follow(document, one) : one
    if (!isObject(found) || !('value' in found)) return []
    return [{ name, summary: typeof found.summary === 'string' ? found.summary : undefined, value: found.value }]
  })
}

/** The media types of a response, references followed. */
export function mediaOf(document: DocumentNode, response: string): { mediaType: string; node: DocumentNode }[] {
  return [...mediaTypesAt(document, response)].map(([mediaType, at]) => ({
    mediaType,
    node: nodeAt(document, at) ?? {},
  }))
}

/** An example as a body on the wire; JSON is indented. */
export function bodyText(mediaType: string, value: unknown): string {
  if (typeof value === 'string' && !/[/+]json\b/.test(mediaType)) return value
  if (mediaType === 'application/x-www-form-urlencoded' && isObject(value))
    return new URLSearchParams(
      Object.entries(value).map(([name, one]): [string, string] => [name, String(one)]),
    ).toString()
  return JSON.stringify(value, null, 2) ?? ''
}
