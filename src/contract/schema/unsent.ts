import { type DocumentNode, isMapping } from '../json-pointer.ts'
import type { Compiler } from './compiler.ts'

type Resolver = Pick<Compiler, 'resolve' | 'unsent'>

/** Names of the members that this side need not send, by a schema, its references and the parts of its `allOf`. */
export function unsentNames(schema: DocumentNode, resolver: Resolver): ReadonlySet<string> {
  const known = knownNames.get(resolver) ?? new Map<unknown, ReadonlySet<string>>()
  knownNames.set(resolver, known)
  // Without recursion, since references may form long chains. A schema that contains itself adds nothing.
  const opened = new Set<unknown>()
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const at = pending.at(-1)
    const parts = partsOf(at, resolver)
    if (!known.has(at) && !opened.has(at)) {
      opened.add(at)
      pending.push(...parts.filter((part) => !known.has(part) && !opened.has(part)))
      continue
    }
    pending.pop()
    if (known.has(at)) continue
    const own = Object.entries(Object(Object(at).properties)).flatMap(([name, member]) =>
      isUnsent(member, resolver) ? [name] : [],
    )
    const names = parts.map((part) => known.get(part) ?? none)
    known.set(at, names.reduce(joinNames, own.length > 0 ? new Set(own) : none))
  }
  return known.get(schema) ?? none
}

const knownNames = new WeakMap<Resolver, Map<unknown, ReadonlySet<string>>>()

const none: ReadonlySet<string> = new Set()

function partsOf(schema: unknown, { resolve }: Resolver): unknown[] {
  if (!isMapping(schema)) return []
  const { $ref, allOf } = schema
  return [...(typeof $ref === 'string' ? [resolve($ref)] : []), ...(Array.isArray(allOf) ? allOf : [])]
}

/** The names of both sets; the same set where the other one is empty. */
export function joinNames(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return one.size === 0 ? other : other.size === 0 ? one : new Set([...one, ...other])
}

/** Whether a member is one that this side does not send, by its schema, its references or the parts of its `allOf`. */
export function isUnsent(member: unknown, { resolve, unsent }: Resolver): boolean {
  return hasFlag(member, unsent, resolve)
}

/** Whether a schema, its references or the parts of its `allOf` have a keyword with the value true. */
export function hasFlag(schema: unknown, flag: string, resolve: Resolver['resolve']): boolean {
  const seen = new Set<unknown>()
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const at = pending.pop()
    if (!isMapping(at) || seen.has(at)) continue
    seen.add(at)
    if (at[flag] === true) return true
    if (typeof at.$ref === 'string') pending.push(resolve(at.$ref))
    if (Array.isArray(at.allOf)) pending.push(...at.allOf)
  }
  return false
}
