import type { RuntimeOperation } from '../../contract/runtime.ts'

/** Response header that names the members of a request body that had no effect, as JSON Pointers in percent-encoding. */
export const ignoredMembersHeader = 'x-mock-ignored'

/** A header stays short, whatever the body holds. */
const maxPointers = 10
const maxNameLength = 100

/** Tells the value of that header for a body; undefined when every member of the body is documented. */
export function compileIgnoredMembers({ request }: RuntimeOperation['http']): (body: unknown) => string | undefined {
  // The runtime holds schemas with their references resolved.
  const schema = request?.body?.contents?.[0]?.schema as Schema | undefined
  const documented = compileMembers(schema ? [schema] : [])
  return documented ? (body) => unknownMembers(documented, body)?.join(', ') : () => undefined
}

interface Schema {
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** What the schemas of a value together say of its members. */
interface Members {
  /** Any other member is kept, too. */
  isOpen: boolean
  /** By name; undefined where nothing below can be unknown. */
  named: ReadonlyMap<string, Members | undefined>
  items: Members | undefined
}

/** Undefined when these schemas leave no member without effect: then a value is not looked at. */
function compileMembers(schemas: readonly Schema[]): Members | undefined {
  if (schemas.length === 0) return undefined
  const parts = schemas.flatMap(partsOf)
  const byName = parts.flatMap(({ properties }) => (properties ? [properties] : []))
  const names = new Set(byName.flatMap((properties) => Object.keys(properties)))
  const schemasOf = (name: string) =>
    byName.flatMap((properties) => (Object.hasOwn(properties, name) ? (properties[name] ?? []) : []))
  const named = new Map(Array.from(names, (name) => [name, compileMembers(schemasOf(name))]))
  const items = compileMembers(parts.flatMap((part) => part.items ?? []))
  // An object whose members are not named is open to any.
  const isOpen = byName.length === 0 || parts.some(({ additionalProperties }) => additionalProperties)
  return isOpen && !items && [...named.values()].every((below) => !below) ? undefined : { isOpen, named, items }
}

/** Pointers to the first members that no schema names; undefined when there are none, as in most bodies, which then cost little. */
function unknownMembers({ isOpen, named, items }: Members, value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const isArray = Array.isArray(value)
  if (isArray && !items) return undefined
  let found: string[] | undefined
  for (const name of Object.keys(value)) {
    const members = isArray ? items : named.get(name)
    const below = members && unknownMembers(members, (value as Record<string, unknown>)[name])
    const isUnknown = !(isArray || isOpen || named.has(name))
    if (!below && !isUnknown) continue
    const at = `/${encode(name)}`
    found = [...(found ?? []), ...(below?.map((pointer) => at + pointer) ?? [at])].slice(0, maxPointers)
    if (found.length === maxPointers) break
  }
  return found
}

function partsOf(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap(partsOf)]
}

/** A segment of a JSON Pointer (RFC 6901, 6), fit for a header. */
function encode(name: string): string {
  const short = name.slice(0, maxNameLength).toWellFormed()
  return encodeURIComponent(short.replaceAll('~', '~0').replaceAll('/', '~1'))
}
