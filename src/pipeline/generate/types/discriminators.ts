import { type DocumentNode, isMapping, isObject, mapOwn, setOwn } from '../../../contract/json-pointer.ts'
import { refTo, schemaNameOf, schemasOf } from './component-schemas.ts'

type Node = Record<string, unknown>

/** Subtypes of a base schema, and the values of its discriminator that stand for each. */
interface Base {
  property: string
  values: Map<string, string[]>
}

/**
 * A copy of a document in which each subtype says by itself which values its discriminator has, so that a test of the property narrows the
 * type. A value that the document's own `enum` or `const` gives wins over the name of a schema.
 */
export function narrowSubtypes(document: DocumentNode): DocumentNode {
  const schemas = schemasOf(document)
  const bases = findBases(schemas)
  const narrowed: Node = {}
  for (const [name, schema] of Object.entries(schemas)) {
    const own = narrowBranches(schema, schemas)
    const restrictions = [...bases].flatMap(([base, { property, values }]) => {
      const of = name === base ? undefined : values.get(name)
      return of ? restrict(property, of, schema, schemas) : []
    })
    setOwn(
      narrowed,
      name,
      restrictions.length > 0 ? { ...Object(own), allOf: [...listOf(own, 'allOf'), ...restrictions] } : own,
    )
  }
  const { components, ...rest } = document
  const { schemas: _, ...others } = Object(components) as Node
  const parts = narrowBranches({ ...rest, components: others }, schemas) as Node
  return { ...parts, components: { ...Object(parts.components), schemas: narrowed } }
}

/** Schemas with a discriminator whose subtypes name them in `allOf`. A subtype that has subtypes itself stands for their values too. */
function findBases(schemas: DocumentNode): Map<string, Base> {
  const children = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(schemas))
    for (const part of listOf(schema, 'allOf')) {
      const parent = schemaNameOf(Object(part).$ref)
      if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), name])
    }
  const bases = new Map<string, Base>()
  for (const [name, schema] of Object.entries(schemas)) {
    const discriminator = discriminatorOf(schema)
    if (!discriminator || listOf(schema, 'oneOf').length + listOf(schema, 'anyOf').length > 0) continue
    const values = new Map<string, string[]>()
    const collect = (child: string, above: readonly string[]): string[] => {
      if (above.includes(child)) return []
      const below = (children.get(child) ?? []).flatMap((one) => collect(one, [...above, child]))
      const all = [...new Set([...valuesFor(child, discriminator), ...below])]
      values.set(child, all)
      return all
    }
    for (const child of children.get(name) ?? []) collect(child, [name])
    bases.set(name, { property: discriminator.propertyName, values })
  }
  return bases
}

interface Discriminator {
  propertyName: string
  mapping?: unknown
  defaultMapping?: unknown
}

function discriminatorOf(schema: unknown): Discriminator | undefined {
  const { discriminator } = Object(schema) as { discriminator?: Discriminator }
  return typeof discriminator?.propertyName === 'string' ? discriminator : undefined
}

/** The values that stand for a schema: those that the mapping gives it, else its name. */
function valuesFor(name: string, { mapping }: Discriminator): string[] {
  const mapped = Object.entries(Object(mapping) as Node).filter(([, to]) => to === name || schemaNameOf(to) === name)
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name]
}

/** Narrows the branches of each schema with a discriminator in a part of the document. */
function narrowBranches(node: unknown, schemas: DocumentNode): unknown {
  if (Array.isArray(node)) return node.map((one) => narrowBranches(one, schemas))
  if (!isObject(node)) return node
  const copy = mapOwn(node, (member) => narrowBranches(member, schemas))
  const discriminator = discriminatorOf(node)
  for (const key of discriminator ? ['oneOf', 'anyOf'] : []) {
    if (!Array.isArray(copy[key])) continue
    copy[key] = copy[key].map((branch: unknown) => narrowBranch(branch, discriminator as Discriminator, schemas))
  }
  return copy
}

function narrowBranch(branch: unknown, discriminator: Discriminator, schemas: DocumentNode): unknown {
  const name = isMapping(branch) ? schemaNameOf(branch.$ref) : undefined
  const { propertyName, defaultMapping } = discriminator
  // The schema that stands for unknown values allows any of them.
  if (name === undefined || defaultMapping === name || schemaNameOf(defaultMapping) === name) return branch
  const restrictions = restrict(propertyName, valuesFor(name, discriminator), schemas[name], schemas)
  return restrictions.length > 0 ? { allOf: [{ $ref: refTo(name) }, ...restrictions] } : branch
}

/** A part for `allOf`, unless the subtype has other values than these for its property. */
function restrict(property: string, values: readonly string[], schema: unknown, schemas: DocumentNode): Node[] {
  const stated = statedValues(property, schema, schemas)
  const possible = stated ? values.filter((value) => stated.includes(value)) : [...values]
  if (possible.length === 0 || (stated && possible.length === stated.length)) return []
  return [{ type: 'object', required: [property], properties: { [property]: { type: 'string', enum: possible } } }]
}

/** The values that `enum` or `const` of a schema, or of a part of it, allows for a property. */
function statedValues(property: string, schema: unknown, schemas: DocumentNode, depth = 0): unknown[] | undefined {
  if (!isMapping(schema) || depth > 20) return undefined
  const properties = Object(schema.properties) as Node
  const member = Object.hasOwn(properties, property) ? Object(properties[property]) : {}
  const named = schemaNameOf(member.$ref)
  const { enum: list, const: one } = (named === undefined ? member : Object(schemas[named])) as Node
  if (one !== undefined) return [one]
  if (Array.isArray(list)) return list
  const target = schemaNameOf(schema.$ref)
  for (const part of [...(target === undefined ? [] : [schemas[target]]), ...listOf(schema, 'allOf')]) {
    const found = statedValues(property, part, schemas, depth + 1)
    if (found) return found
  }
  return undefined
}

function listOf(schema: unknown, key: string): unknown[] {
  const list = (Object(schema) as Node)[key]
  return Array.isArray(list) ? list : []
}
