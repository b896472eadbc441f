import { type DocumentNode, isMapping } from '../../../contract/json-pointer.ts'
import { type Components, extendsBase, findNames, findSubtypes } from '../../../contract/schema/discriminator.ts'

/** Makes schemas say by themselves which values a discriminator has, so that a test of the property narrows the type. */
export interface Narrowing {
  /** A component schema that says which values stand for it. A value that its own `enum` or `const` gives wins over its name. */
  subtype(name: string): unknown
  /** A schema whose branches say which values stand for each. */
  branches(schema: DocumentNode): DocumentNode
}

export function narrowingOf(components: Components): Narrowing {
  const { all, nameOf, refOf } = components
  const bases = Object.keys(all).filter((name) => propertyOf(all[name]) !== undefined && !hasBranches(all[name]))
  const ofBases = bases.map((base) => ({ base, subtypes: findSubtypes(components, refOf(base)) }))
  const extended = (name: string, base: string) => name === base || extendsBase(components, name, base)
  return {
    subtype(name) {
      const parts = ofBases.flatMap(({ base, subtypes }) => {
        if (name === base || !extended(name, base)) return []
        // A subtype that has subtypes itself stands for their values too.
        const values = subtypes.flatMap((one) => (extended(nameOf(one.ref) ?? '', name) ? [one.name] : []))
        return restrict(propertyOf(all[base]) ?? '', values, all[name])
      })
      return parts.length > 0 ? { ...Object(all[name]), allOf: [...listOf(all[name], 'allOf'), ...parts] } : all[name]
    },
    branches(schema) {
      const property = propertyOf(schema)
      if (property === undefined || !hasBranches(schema)) return schema
      const { defaultMapping } = schema.discriminator as { defaultMapping?: string }
      const narrow = (branch: unknown) => {
        const { $ref } = Object(branch) as { $ref?: string }
        const name = $ref && nameOf($ref)
        // The schema that stands for unknown values allows any of them.
        if (!name || (defaultMapping && [defaultMapping, nameOf(defaultMapping)].includes(name))) return branch
        const parts = restrict(property, findNames(components, schema.discriminator, $ref), all[name])
        return parts.length > 0 ? { allOf: [{ $ref }, ...parts] } : branch
      }
      const changed = ['oneOf', 'anyOf'].flatMap((key) =>
        Array.isArray(schema[key]) ? [[key, schema[key].map(narrow)] as const] : [],
      )
      return { ...schema, ...Object.fromEntries(changed) }
    },
  }

  /** A part for `allOf`, unless the subtype has other values than these for its property. */
  function restrict(property: string, values: readonly string[], schema: unknown): DocumentNode[] {
    const stated = statedValues(property, schema)
    const possible = stated ? values.filter((value) => stated.includes(value)) : values
    if (possible.length === 0 || (stated && possible.length === stated.length)) return []
    return [{ type: 'object', required: [property], properties: { [property]: { type: 'string', enum: possible } } }]
  }

  /** The values that `enum` or `const` of a schema, or of a part of it, allows for a property. */
  function statedValues(property: string, schema: unknown, depth = 0): unknown[] | undefined {
    if (!isMapping(schema) || depth > 20) return undefined
    const target = (node: unknown) => {
      const { $ref } = Object(node) as { $ref?: string }
      return $ref === undefined ? undefined : all[nameOf($ref) ?? '']
    }
    const properties = Object(schema.properties)
    const member = Object.hasOwn(properties, property) ? properties[property] : undefined
    const { enum: list, const: one } = Object(target(member) ?? member)
    if (one !== undefined) return [one]
    if (Array.isArray(list)) return list
    for (const part of [target(schema), ...listOf(schema, 'allOf')]) {
      const found = statedValues(property, part, depth + 1)
      if (found) return found
    }
    return undefined
  }
}

function propertyOf(schema: unknown): string | undefined {
  const { propertyName } = Object(Object(schema).discriminator)
  return typeof propertyName === 'string' ? propertyName : undefined
}

function hasBranches(schema: unknown): boolean {
  return listOf(schema, 'oneOf').length + listOf(schema, 'anyOf').length > 0
}

function listOf(schema: unknown, key: string): unknown[] {
  const list = Object(schema)[key]
  return Array.isArray(list) ? list : []
}
