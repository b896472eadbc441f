/** The rights of a token at a path. A write is a `create` or an `update` by the stored data, not by its verb (SEC-049). */
export type Capability = 'create' | 'read' | 'update' | 'delete' | 'list'

export const capabilities: readonly Capability[] = ['create', 'read', 'update', 'delete', 'list']

export interface AccessRule {
  /** Full path with its namespace, without `/v1/`; a final `*` stands for any rest. */
  path: string
  /** Empty denies everything. */
  capabilities: Capability[]
  /** Denials answer 404 (SEC-090). */
  hidden?: boolean
}

/** The combined rights of a token at one path. */
export interface Access {
  capabilities: readonly Capability[]
  hidden: boolean
}

/** The rule of the path itself decides, or else the longest that covers it; several of the same path add up. */
export function accessAt(path: string, rules: readonly AccessRule[]): Access {
  const covering = rules.filter((rule) => covers(rule.path, path)).toSorted((a, b) => weight(b) - weight(a))
  const deciding = covering.filter((rule) => rule.path === covering[0]?.path)
  return {
    capabilities: capabilities.filter((each) => deciding.some((rule) => rule.capabilities.includes(each))),
    hidden: deciding.some(({ hidden }) => hidden === true),
  }
}

/** `any` requires at least one right. */
export function allows({ capabilities }: Access, needed: Capability | 'any'): boolean {
  return needed === 'any' ? capabilities.length > 0 : capabilities.includes(needed)
}

function covers(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

function weight({ path }: AccessRule): number {
  return path.endsWith('*') ? path.length : Infinity
}
