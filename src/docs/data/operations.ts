import { type ContractOperation, mediaTypesAt } from '../../contract/contract.ts'
import { type DocumentNode, isObject, nodeAt, resolvePointer } from '../../contract/json-pointer.ts'
import type { System } from './site-data.ts'

export interface TagGroup {
  tag: string
  /** Markdown. */
  description: string
  operations: ContractOperation[]
}

/** Operations as the document groups them. */
export function operationsByTag({ contract }: System): TagGroup[] {
  if (!contract) return []
  const tags = (contract.document.tags ?? []) as { name: string; description?: string }[]
  const groups = Map.groupBy(contract.operations.values(), (operation) => tagOf(operation, contract.document))
  return tags.flatMap(({ name, description = '' }) => {
    const operations = groups.get(name)
    return operations ? [{ tag: name, description, operations }] : []
  })
}

export function tagOf({ pointer }: ContractOperation, document: DocumentNode): string {
  return String([nodeAt(document, pointer)?.tags].flat()[0] ?? '')
}

export function summaryOf({ id, pointer }: ContractOperation, document: DocumentNode): string {
  return String(nodeAt(document, pointer)?.summary ?? id)
}

/** Site path of the page of an operation. */
export function pathOfOperation(system: string, id: string): string {
  return `${system}/operations/${id}/`
}

/** Path of an operation on the mock: `/orders/api/orders/{token}`. */
export function addressOf({ prefix, contract }: System, { template }: ContractOperation): string {
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
    const ref = isObject(one) && typeof one.$ref === 'string' ? one.$ref.slice(1) : undefined
    const found = ref === undefined ? one : nodeAt(document, resolvePointer(document, ref))
    if (!isObject(found) || !('value' in found)) return []
    return [{ name, summary: typeof found.summary === 'string' ? found.summary : undefined, value: found.value }]
  })
}

export interface Media {
  mediaType: string
  node: DocumentNode
}

/** The media types of a response, references followed. */
export function mediaOf(document: DocumentNode, response: string): Media[] {
  return [...mediaTypesAt(document, response)].map(([mediaType, at]) => ({
    mediaType,
    node: nodeAt(document, at) ?? {},
  }))
}

/** An example as a body on the wire; JSON is indented. */
export function bodyText(mediaType: string, value: unknown): string {
  if (typeof value === 'string' && !/[/+]json\b/.test(mediaType)) return value
  if (mediaType === 'application/x-www-form-urlencoded')
    return new URLSearchParams(value as Record<string, string>).toString()
  return JSON.stringify(value, null, 2)
}
