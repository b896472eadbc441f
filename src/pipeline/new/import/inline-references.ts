import { isObject, namesIn, pointerIn, valueAt } from '../../../contract/json-pointer.ts'
import { ImportError } from './import-error.ts'
import { folders, mapping } from './names.ts'
import { isData, type Node } from './walk.ts'

/** Most levels of nested copies. The document grows with each level. */
const maxDepth = 20

/**
 * Only components that become files may be referenced. Other targets are copied, and a referenced part of a schema becomes a component with
 * a name.
 */
export function inlineReferences(document: Node): void {
  const components = mapping(document.components)
  const schemas = mapping(components.schemas)
  const given = structuredClone(document)
  const named = new Map<string, string>()
  document.components = { ...mapping(follow(components, 'components', 0)) }
  for (const [key, member] of Object.entries(document)) if (key !== 'components') document[key] = follow(member, key, 0)
  const all = { ...mapping(mapping(document.components).schemas) }
  for (const [pointer, name] of named) all[name] = follow(structuredClone(valueAt(given, pointer)), 'schema', 0)
  mapping(document.components).schemas = all

  function follow(node: unknown, own: string, depth: number): unknown {
    if (!isObject(node)) return node
    if (Array.isArray(node)) return node.map((one) => follow(one, own, depth))
    const { $ref: ref } = node
    if (typeof ref !== 'string' || isComponent(ref)) return followMembers(node, own, depth)
    const { $ref: _, ...others } = node
    const pointer = pointerIn(ref)
    if (isSchemaPointer(pointer)) {
      return { $ref: `#/components/schemas/${nameFor(pointer)}`, ...followMembers(others, own, depth) }
    }
    if (depth > maxDepth) throw new ImportError(`References at ${pointer} are nested more than ${maxDepth} times.`)
    return follow({ ...mapping(valueAt(given, pointer)), ...others }, own, depth + 1)
  }

  function followMembers(node: Node, own: string, depth: number): Node {
    return Object.fromEntries(
      Object.entries(node).map(([key, member]) => [key, isData(key, own) ? member : follow(member, key, depth)]),
    )
  }

  function nameFor(pointer: string): string {
    const known = named.get(pointer)
    if (known !== undefined) return known
    const words = namesIn(pointer).filter((word) => !silent.has(word))
    const text = words
      .join('_')
      .replaceAll(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^_+/, '')
    const base = text.slice(0, 80) || 'Part'
    const taken = new Set([...Object.keys(schemas), ...named.values()])
    let free = base
    for (let index = 2; taken.has(free); index++) free = `${base}${index}`
    named.set(pointer, free)
    // References within the part are named before the parts are written.
    follow(valueAt(given, pointer), 'schema', 0)
    return free
  }
}

const silent = new Set(['components', 'schemas', 'paths', 'properties', 'content', 'schema'])

function isComponent(ref: string): boolean {
  const [components, kind, name, ...deeper] = namesIn(pointerIn(ref))
  const isKept = kind !== undefined && (Object.hasOwn(folders, kind) || kind === 'securitySchemes')
  return components === 'components' && isKept && name !== undefined && deeper.length === 0
}

function isSchemaPointer(pointer: string): boolean {
  return /^\/components\/schemas\/|\/(schema|properties|items|allOf|anyOf|oneOf)(\/|$)/.test(pointer)
}
