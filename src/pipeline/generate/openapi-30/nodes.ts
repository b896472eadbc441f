/** A mapping of a document. */
export type Node = Readonly<Record<string, unknown>>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members of a mapping, converted one by one; a member whose conversion is `undefined` is left out. */
export function mapMembers(node: Node, convert: (value: unknown, name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => {
      const converted = convert(value, name)
      return converted === undefined ? [] : [[name, converted]]
    }),
  )
}
