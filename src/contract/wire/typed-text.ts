import { memoize } from '../../memoize.ts'
import { numberOf } from '../integers.ts'
import { type DocumentNode, isMapping, isObject } from '../json-pointer.ts'
import type { Shape, Texts } from './style.ts'

/** How a reader sees the schemas of a document, which may be pointers or objects. */
export interface SchemaView<Schema> {
  /** The schema, with references followed. */
  nodeOf(schema: Schema): DocumentNode
  /** A schema within a schema, with references followed. */
  partOf(schema: Schema, ...names: readonly (string | number)[]): Schema
  accepts(schema: Schema, value: unknown): boolean
}

/** The schemas of a document by their pointers. */
export type PointerView = SchemaView<string>

type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object'

/** Branches that are looked into, one in the other. */
const maxDepth = 8

const branchKeywords = ['allOf', 'anyOf', 'oneOf']

export function branchesOf<Schema>(view: SchemaView<Schema>, schema: Schema, keywords = branchKeywords): Schema[] {
  const node = view.nodeOf(schema)
  return keywords.flatMap((keyword) => {
    const list = node[keyword]
    return Array.isArray(list) ? list.map((_, index) => view.partOf(schema, keyword, index)) : []
  })
}

/** The types that a schema allows, in its order; empty if it says nothing of types. */
function kindsOf<Schema>(view: SchemaView<Schema>, schema: Schema, depth = 0): Kind[] {
  const node = view.nodeOf(schema)
  if (node.type !== undefined) return [node.type].flat() as Kind[]
  const values = Array.isArray(node.enum) ? node.enum : 'const' in node ? [node.const] : []
  if (values.length > 0) return [...new Set(values.map(kindOfValue))]
  const inBranches =
    depth < maxDepth ? branchesOf(view, schema).flatMap((branch) => kindsOf(view, branch, depth + 1)) : []
  if (inBranches.length > 0) return [...new Set(inBranches)]
  if (node.properties !== undefined || node.additionalProperties !== undefined) return ['object']
  return node.items !== undefined || node.prefixItems !== undefined ? ['array'] : []
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'integer' : (typeof value as Kind)
}

/** What a value of this schema can be sent as, in the order of the schema. */
export function shapesOf<Schema>(view: SchemaView<Schema>, schema: Schema): Shape[] {
  const kinds = kindsOf(view, schema)
  if (kinds.length === 0) return ['text', 'list']
  const shapes = kinds.map((kind): Shape => (kind === 'array' ? 'list' : kind === 'object' ? 'members' : 'text'))
  return [...new Set(kinds.every((kind) => kind === 'null') ? ['text' as const] : shapes)]
}

/** A schema, and the branches in it, which are about the same value. */
function partsOf<Schema>(view: SchemaView<Schema>, schema: Schema, depth = 0): Schema[] {
  const branches = depth < maxDepth ? branchesOf(view, schema) : []
  return [schema, ...branches.flatMap((branch) => partsOf(view, branch, depth + 1))]
}

/** The schemas of a member, in a schema and in its branches. */
export function membersIn<Schema>(view: SchemaView<Schema>, schema: Schema, name: string): Schema[] {
  const found = partsOf(view, schema).flatMap((part) => {
    const { properties, patternProperties } = view.nodeOf(part)
    if (isObject(properties) && Object.hasOwn(properties, name)) return [view.partOf(part, 'properties', name)]
    const patterns = Object.keys(Object(patternProperties)).filter((pattern) => matches(pattern, name))
    return patterns.map((pattern) => view.partOf(part, 'patternProperties', pattern))
  })
  if (found.length > 0 || !isMapping(view.nodeOf(schema).additionalProperties)) return found
  return [view.partOf(schema, 'additionalProperties')]
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return false
  }
}

/** Names of the members that a schema and its branches describe, and whether it allows others. */
export function namesIn<Schema>(view: SchemaView<Schema>, schema: Schema): { names: Set<string>; isOpen: boolean } {
  const nodes = partsOf(view, schema).map((part) => view.nodeOf(part))
  return {
    names: new Set(nodes.flatMap(({ properties }) => Object.keys(Object(properties)))),
    isOpen: nodes.every((node) => node.additionalProperties !== false && node.unevaluatedProperties !== false),
  }
}

/** What a text stands for as a value of a type; undefined if it is no such value. */
const readings: { readonly [K in Kind]?: (text: string) => unknown } = {
  integer: numberOf,
  number: numberOf,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === '' ? null : undefined),
  string: (text) => text,
}

/**
 * Compiles a reader of texts that stand for a value of this schema. Where several readings are possible, it takes the first that the schema
 * accepts, or else the last. It does not validate.
 */
export function compileTyped<Schema>(view: SchemaView<Schema>, schema: Schema): (texts: Texts) => unknown {
  const kinds = kindsOf(view, schema)
  const isArray = kinds.join() === 'array'
  const readers = kinds.flatMap((kind) => readings[kind] ?? [])
  const alternatives = branchesOf(view, schema, ['anyOf', 'oneOf'])
  // Readers of parts are compiled when a value first has such a part, because schemas may contain themselves.
  const itemsOf = memoize(typedItem)
  const memberOf = memoize((name: string) => typedByAny(membersIn(view, schema, name)))
  const owners = [schema, ...branchesOf(view, schema)]
  const prefixLength = Math.max(...owners.map((owner) => listOf(view.nodeOf(owner).prefixItems).length))

  return (texts) => {
    // A list of one element may be written without its brackets.
    if (texts !== '' && typeof texts === 'string' && isArray) return typedParts([texts])
    if (typeof texts === 'string') return typedText(texts)
    const value = typedParts(texts)
    if (alternatives.length < 2 || view.accepts(schema, value)) return value
    const others = alternatives.map((branch) => compileTyped(view, branch)(texts))
    return others.find((other) => view.accepts(schema, other)) ?? value
  }

  function typedText(text: string): unknown {
    let last: unknown
    for (const read of readers) {
      const reading = read(text)
      if (reading === undefined) continue
      if (readers.length === 1 || view.accepts(schema, reading)) return reading
      last = reading
    }
    return last === undefined ? text : last
  }

  function typedParts(texts: Exclude<Texts, string>): unknown {
    if (isList(texts)) return texts.map((item, index) => itemsOf(Math.min(index, prefixLength))(item))
    return Object.fromEntries(Object.entries(texts).map(([name, part]) => [name, memberOf(name)(part)]))
  }

  function typedItem(index: number): (texts: Texts) => unknown {
    const found = owners.flatMap((owner) => {
      const { items, prefixItems } = view.nodeOf(owner)
      if (index < listOf(prefixItems).length) return [view.partOf(owner, 'prefixItems', index)]
      return isMapping(items) ? [view.partOf(owner, 'items')] : []
    })
    return typedByAny(found)
  }

  function typedByAny(schemas: readonly Schema[]): (texts: Texts) => unknown {
    const readers = schemas.map((one) => [one, compileTyped(view, one)] as const)
    const [first] = readers
    if (!first) return (texts) => texts
    if (readers.length === 1) return first[1]
    return (texts) => {
      const values = readers.map(([one, read]) => [one, read(texts)] as const)
      return (values.find(([one, value]) => view.accepts(one, value)) ?? values[0])?.[1]
    }
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isList(texts: Texts): texts is readonly Texts[] {
  return Array.isArray(texts)
}
