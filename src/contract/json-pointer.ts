/** A parsed OpenAPI document, or a part of one. */
export type DocumentNode = Readonly<Record<string, unknown>>

/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  return namesIn(pointer).reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), document)
}

/** The object at a JSON pointer; undefined where there is none. */
export function nodeAt(document: DocumentNode, pointer: string): DocumentNode | undefined {
  const node = valueAt(document, pointer)
  return isObject(node) ? node : undefined
}

/** The unescaped names in a JSON pointer. */
export function namesIn(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The pointer of a member of the object at `pointer`. */
export function below(pointer: string, ...names: (string | number)[]): string {
  return names.reduce<string>(
    (at, name) => `${at}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  )
}

/** Follows references within the bundle, and returns the pointer of the node that they lead to. */
export function resolvePointer(document: DocumentNode, pointer: string): string {
  let at = pointer
  for (let ref = refOf(document, at); ref !== undefined; ref = refOf(document, at)) at = ref
  return at
}

/** The node that a reference leads to, at the end of a chain of references; a node without a reference is itself. */
export function follow(document: DocumentNode, node: DocumentNode): DocumentNode {
  if (typeof node.$ref !== 'string') return node
  return nodeAt(document, resolvePointer(document, pointerIn(node.$ref))) ?? {}
}

/** A node with the members of what its references lead to. Those beside a reference win. */
export function withTarget(document: DocumentNode, node: DocumentNode): DocumentNode {
  let merged = node
  const seen = new Set<unknown>()
  while (typeof merged.$ref === 'string' && !seen.has(merged.$ref)) {
    const { $ref, ...beside } = merged
    seen.add($ref)
    const target = nodeAt(document, pointerIn(String($ref))) ?? {}
    merged = Object.keys(beside).length === 0 ? target : { ...target, ...beside }
  }
  return merged
}

/** The pointer that a node refers to; undefined when the node has no `$ref`. */
export function refOf(document: DocumentNode, pointer: string): string | undefined {
  const ref = nodeAt(document, pointer)?.$ref
  return typeof ref === 'string' ? pointerIn(ref) : undefined
}

/** The JSON pointer in a `$ref` that leads within its own document: `#/components/schemas/Order`. */
export function pointerIn(ref: string): string {
  return decodeURIComponent(ref.slice(1))
}

/** The name of the component that a reference of a normalized document leads to. */
export function nameOfReference(ref: string): string {
  const token = ref.slice('#/components/schemas/'.length)
  try {
    return namesIn(`/${decodeURIComponent(token)}`).join('/')
  } catch {
    return namesIn(`/${token}`).join('/')
  }
}

/** Names of the members of the object at a pointer. */
export function membersOf(document: DocumentNode, pointer: string): string[] {
  return Object.keys(nodeAt(document, pointer) ?? {})
}

/** Sets an own member, whatever its name: `__proto__` may be one. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else (target as Record<string, unknown>)[name] = value
}

/** An object with the same names and other values. */
export function mapOwn(map: DocumentNode, change: (value: unknown) => unknown): Record<string, unknown> {
  const copy = {}
  for (const [name, value] of Object.entries(map)) setOwn(copy, name, change(value))
  return copy
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** True of an object that is no list. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}
