/** The rights of a token at a path. A write is a `create` or an `update` by the stored data, not by its verb (SEC-049). */
export type Capability = 'create' | 'read' | 'update' | 'delete' | 'list'

export const capabilities: readonly Capability[] = ['create', 'read', 'update', 'delete', 'list']

export interface AccessRule {
  /** Full path with its namespace, without `/v1/`; `+` stands for one segment, a final `*` for any rest. */
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

export const noAccess: Access = { capabilities: [], hidden: false }

/** The most specific rule decides; several equally specific rules add up. */
export function accessAt(path: string, rules: readonly AccessRule[]): Access {
  const covering = rules.filter((rule) => covers(rule.path, path))
  const [first] = covering.toSorted((a, b) => compareSpecificity(b.path, a.path))
  if (!first) return noAccess
  const deciding = covering.filter((rule) => compareSpecificity(rule.path, first.path) === 0)
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
  const open = pattern.endsWith('*')
  const wanted = (open ? pattern.slice(0, -1) : pattern).split('/')
  const given = path.split('/')
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, index) => {
    const value = given[index] ?? ''
    const isOpenEnd = open && index === wanted.length - 1
    return segment === '+' ? value !== '' : isOpenEnd ? value.startsWith(segment) : value === segment
  })
}

/** Compares the position of the first wildcard, then the length: later and longer is more specific. */
function compareSpecificity(a: string, b: string): number {
  const [first, second] = [firstWildcard(a), firstWildcard(b)]
  return first === second ? a.length - b.length : first < second ? -1 : 1
}

function firstWildcard(pattern: string): number {
  const plus = pattern.split('/').indexOf('+')
  const beforePlus = plus === -1 ? Infinity : pattern.split('/').slice(0, plus).join('/').length
  return Math.min(beforePlus, pattern.endsWith('*') ? pattern.length - 1 : Infinity)
}
