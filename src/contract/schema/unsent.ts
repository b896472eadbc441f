import { getOrAdd, memoizeByObject } from '../../memoize.ts'
import { type DocumentNode, isMapping } from '../json-pointer.ts'
import type { Compiler } from './compiler.ts'

type Resolver = Pick<Compiler, 'resolve' | 'unsent'>

/** Names of the members that this side need not send, by a schema, its references and the parts of its `allOf`. */
export function unsentNames(schema: DocumentNode, resolver: Resolver): ReadonlySet<string> {
  return [...wholeParts(schema, resolver.resolve)].map((part) => ownNames(resolver, part)).reduce(joinNames, none)
}

const none: ReadonlySet<string> = new Set()

const known = memoizeByObject((_: Resolver) => new WeakMap<DocumentNode, ReadonlySet<string>>())

function ownNames(resolver: Resolver, part: DocumentNode): ReadonlySet<string> {
  return getOrAdd(known(resolver), part, () => {
    const names = Object.entries(Object(part.properties)).filter(([, member]) => isUnsent(member, resolver))
    return names.length > 0 ? new Set(names.map(([name]) => name)) : none
  })
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
  for (const part of wholeParts(schema, resolve)) if (part[flag] === true) return true
  return false
}

/** A schema, what its references lead to, and the parts of their `allOf`, each once. Without recursion, since references may form long chains. */
function* wholeParts(schema: unknown, resolve: Resolver['resolve']): Generator<DocumentNode, undefined> {
  const seen = new Set<unknown>()
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const at = pending.pop()
    if (!isMapping(at) || seen.has(at)) continue
    seen.add(at)
    yield at
    if (typeof at.$ref === 'string') pending.push(resolve(at.$ref))
    if (Array.isArray(at.allOf)) pending.push(...at.allOf)
  }
}
