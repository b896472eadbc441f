import { printJson } from '../../../json-text.ts'
import { isMapping, isObject, nameOfReference } from '../../json-pointer.ts'
import { partsOfSchema } from '../../published/document-members.ts'
import type { Node } from '../../published/normalize.ts'

/** Tells schemas apart by what they say and not by how they are written. Equal forms mean equal schemas; the reverse need not hold. */
export interface FormReader {
  isEqual(one: Node, other: Node): boolean
  /** Notes what a schema was made of, and how. */
  derive(made: Node, source: Node, tag: string): void
  /** The schema of the document that a schema was made of. */
  sourceOf(made: Node): Node
}

const silent =
  /^(title|description|summary|default|examples?|deprecated|externalDocs|xml|discriminator|\$schema|\$comment|x-(?!pattern$).*)$/

const sets = new Set(['required', 'type', 'enum'])

/**
 * @param before components of one document
 * @param now components of the other
 */
export function createFormReader(before: Node, now: Node): FormReader {
  const unchanged = findUnchanged(before, now)
  const sources = new WeakMap<object, { source: Node; tag: string }>()
  const texts = new WeakMap<object, string>()
  const textOf = (schema: Node): string => {
    const known = texts.get(schema)
    if (known !== undefined) return known
    const derived = sources.get(schema)
    const text = derived
      ? `${textOf(derived.source)} ${derived.tag.replace(/^(sent|read|exact)$/, '')}`.trimEnd()
      : // A reference to a component that differs, or depends on one that does, is never equal to another.
        print(schema, (name) => (unchanged.has(name) ? name : `${name} ${nextNumber()}`))
    texts.set(schema, text)
    return text
  }
  let count = 0
  const nextNumber = () => {
    count += 1
    return count
  }
  return {
    isEqual: (one, other) => one === other || textOf(one) === textOf(other),
    derive: (made, source, tag) => void sources.set(made, { source, tag }),
    sourceOf(made) {
      const derived = sources.get(made)
      return derived ? this.sourceOf(derived.source) : made
    },
  }
}

/** Names of the components that both documents have, that say the same, and whose references lead to such components alone. */
function findUnchanged(before: Node, now: Node): Set<string> {
  const users = new Map<string, string[]>()
  const changed: string[] = []
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const note = (target: string) => {
      users.set(target, [...(users.get(target) ?? []), name])
      return target
    }
    const isSame =
      Object.hasOwn(before, name) && Object.hasOwn(now, name) && print(before[name], note) === print(now[name], note)
    if (!isSame) changed.push(name)
  }
  const unchanged = new Set(Object.keys(now))
  for (let name = changed.pop(); name !== undefined; name = changed.pop())
    if (unchanged.delete(name) || !Object.hasOwn(now, name)) {
      changed.push(...(users.get(name) ?? []))
      users.delete(name)
    }
  return unchanged
}

/** The text of a schema without what means nothing on the wire, in one order. */
function print(schema: unknown, nameOf: (target: string) => string): string {
  if (!isMapping(schema)) return printJson(schema) ?? ''
  const one = (part: unknown) => print(part, nameOf)
  const members = Object.entries(schema).flatMap(([key, value]) => {
    if (silent.test(key) || isDefault(key, value)) return []
    if (key === '$ref') return [`$ref:${nameOf(nameOfReference(String(value)))}`]
    if (partsOfSchema.single.has(key)) return [`${key}:${one(value)}`]
    if (partsOfSchema.lists.has(key) && Array.isArray(value)) {
      const parts = value.map(one)
      return [`${key}:[${(key === 'prefixItems' ? parts : parts.sort()).join()}]`]
    }
    if (partsOfSchema.maps.has(key) && isObject(value))
      return [
        `${key}:{${Object.entries(value)
          .map(([name, part]) => `${printJson(name)}:${one(part)}`)
          .sort()
          .join()}}`,
      ]
    if (key === 'const') return [`enum:${printJson(value)}`]
    const set = sets.has(key)
      ? [value]
          .flat()
          .map((entry) => printJson(entry))
          .sort()
      : undefined
    return [`${key}:${set ?? printJson(value)}`]
  })
  return `{${members.sort().join()}}`
}

/** A keyword that says what holds without it. */
function isDefault(key: string, value: unknown): boolean {
  if (key === 'additionalProperties' || key === 'items') return value === true || printJson(value) === '{}'
  if (key === 'readOnly' || key === 'writeOnly') return value === false
  if (/^min(Items|Length|Properties)$/.test(key)) return value === 0
  return key === 'uniqueItems' && value === false
}
