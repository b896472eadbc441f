import { type DocumentNode, isObject, namesIn, pointerIn, valueAt } from './json-pointer.ts'

/** The parts of one document without references. */
export interface ReferenceResolver {
  /** A copy of a node in which references are replaced by what they lead to. Members beside a reference win. */
  resolve(node: unknown): unknown
  /** Schemas that contain themselves: references to them lead to `#/__bundled__/<name>`, as Prism's validators expect. */
  bundled: Record<string, unknown>
}

const resolvers = new WeakMap<DocumentNode, ReferenceResolver>()

/** The operations of a document share what they refer to. */
export function referencesOf(document: DocumentNode): ReferenceResolver {
  const known = resolvers.get(document)
  if (known) return known
  const found = new Map<string, unknown>()
  const open = new Set<string>()
  const bundled: Record<string, unknown> = {}
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (!isObject(node)) return node
    const members = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, resolve(member)]))
    const { $ref, ...beside } = members
    return typeof $ref === 'string' ? { ...Object(follow(pointerIn($ref))), ...beside } : members
  }
  const follow = (pointer: string): unknown => {
    if (found.has(pointer)) return found.get(pointer)
    const name = namesIn(pointer).join('.')
    if (open.has(pointer)) {
      bundled[name] = {}
      return { $ref: `#/__bundled__/${name}` }
    }
    open.add(pointer)
    const target = resolve(valueAt(document, pointer))
    open.delete(pointer)
    found.set(pointer, target)
    if (Object.hasOwn(bundled, name)) bundled[name] = target
    return target
  }
  const resolver = { resolve, bundled }
  resolvers.set(document, resolver)
  return resolver
}
