import { createHash } from 'node:crypto'
import { serializeBody } from '../../client/body.ts'
import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { mediaTypesAt, type Operation } from '../../contract/operation.ts'
import { printJson } from '../../json-text.ts'
import { memoizeByObject } from '../../memoize.ts'
import { slugOf } from '../markup/markdown.ts'
import type { System } from './system.ts'

export interface TagGroup {
  tag: string
  /** What the document says of the tag. */
  node: DocumentNode
  operations: Operation[]
}

/** Operations by their first tags, in the order of the document's tags; then those of other tags. A tag without operations may be a chapter. */
export function operationsByTag({ contract }: System): TagGroup[] {
  if (!contract) return []
  const listed = Array.isArray(contract.document.tags) ? contract.document.tags.filter(isObject) : []
  const about = new Map(listed.map((tag) => [String(tag.name), tag]))
  const groups = Map.groupBy(contract.operations.values(), tagOf)
  return [...new Set([...about.keys(), ...groups.keys()])].flatMap((tag): TagGroup[] => {
    const operations = groups.get(tag) ?? []
    const node = about.get(tag) ?? {}
    return operations.length > 0 || node.description || node.externalDocs ? [{ tag, node, operations }] : []
  })
}

type NamedSchema = [name: string, schema: DocumentNode]

/** The component schemas of a system. */
export const namedSchemas: (system: System) => NamedSchema[] = memoizeByObject(({ contract }) => {
  const schemas = contract ? nodeAt(contract.document, '/components/schemas') : undefined
  return Object.entries(schemas ?? {}).map(([name, schema]): NamedSchema => [name, isObject(schema) ? schema : {}])
})

/** The first tag of an operation; without one, the first fixed part of its path behind a version. */
export function tagOf({ node, path }: Operation): string {
  const tag: unknown = [node.tags].flat()[0]
  const fixed = path.split('/').filter((part) => part !== '' && !part.includes('{'))
  const named = fixed.find((part) => !/^(api|rest|v?\d[\w.]*)$/i.test(part)) ?? fixed[0]
  return typeof tag === 'string' && tag !== '' ? tag : (named ?? 'Operations')
}

export function summaryOf({ id, node: { summary } }: Operation): string {
  return typeof summary === 'string' && summary.trim() !== '' ? summary.replaceAll(/\s+/g, ' ') : id
}

/** With more operations, the overview names the groups alone, and each group has a page. */
const maxListed = 250

export function isLarge({ contract }: System): boolean {
  return (contract?.operations.size ?? 0) > maxListed
}

/** Site path of a group of operations, with its fragment: a page, or a part of the overview. */
export function pathOfGroup(system: System, { tag }: Pick<TagGroup, 'tag'>): string {
  return `${system.name}/${isLarge(system) ? `groups/${folderName(tag)}/` : ''}#${fragmentOf(`tag/${slugOf(tag)}`)}`
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

/** The path of an operation as its pages show it: on the mock for a bundled system, and in the document otherwise. */
export function shownPath(system: System, operation: Operation): string {
  return system.published ? operation.path : addressOf(system, operation)
}

/** Path of an operation on the mock: `/orders/api/orders/{token}`. */
export function addressOf({ prefix, contract }: System, { template }: Operation): string {
  const { variables = {} } = contract ?? {}
  return `/${prefix}${template.replace(/\{([^}]+)\}/g, (text, name) => variables[name] ?? text)}`
}

/** The first named example, the only one, or the value that the schema names. */
export function exampleOf(document: DocumentNode, node: DocumentNode): unknown {
  const first = examplesOf(document, node).find(({ value }) => value !== undefined)
  if (first) return first.value
  const schema = isObject(node.schema) ? node.schema : {}
  return schema.default ?? (Array.isArray(schema.enum) ? schema.enum[0] : undefined)
}

export interface Example {
  name: string
  summary?: string | undefined
  description?: string | undefined
  /** Undefined for an example that is elsewhere. */
  value: unknown
  externalValue?: string | undefined
}

/** All examples of a parameter or a media type. */
export function examplesOf(document: DocumentNode, node: DocumentNode): Example[] {
  if (node.example !== undefined) return [{ name: 'example', value: node.example }]
  return Object.entries(isObject(node.examples) ? node.examples : {}).flatMap(([name, one]): Example[] => {
    const { value, ...more } = isObject(one) ? follow(document, one) : {}
    const [summary, description, externalValue] = [more.summary, more.description, more.externalValue].map((text) =>
      typeof text === 'string' ? text : undefined,
    )
    return value === undefined && externalValue === undefined
      ? []
      : [{ name, summary, description, value, externalValue }]
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
  if (/^application\/x-www-form-urlencoded\b/.test(mediaType)) return String(serializeBody(value, mediaType))
  return printJson(value, 2) ?? ''
}
