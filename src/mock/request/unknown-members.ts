import type { RuntimeOperation } from '../../contract/runtime.ts'

/** Response header that names the members of a request body that had no effect, as JSON Pointers in percent-encoding. */
export const ignoredMembersHeader = 'x-mock-ignored'

/** A header stays short, whatever the body holds. */
const maxPointers = 10
const maxNameLength = 100

/** The value of that header; undefined when every member of the body is documented. */
export function describeIgnoredMembers(operation: RuntimeOperation, body: unknown): string | undefined {
  // The runtime holds schemas with their references resolved.
  const schema = operation.http.request?.body?.contents?.[0]?.schema as Schema | undefined
  if (schema === undefined || typeof body !== 'object' || body === null) return undefined
  const pointers: string[] = []
  for (const pointer of unknownMembers(schema, body, '')) {
    if (pointers.push(pointer) === maxPointers) break
  }
  return pointers.length > 0 ? pointers.join(', ') : undefined
}

interface Schema {
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Members that no schema names of an object whose members are named. An object that is open to any member keeps them all. */
function* unknownMembers(schema: Schema, value: unknown, at: string): Generator<string> {
  const parts = partsOf(schema)
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => part.items ?? [])
    for (const [index, item] of value.entries()) yield* unknownMembers({ allOf: items }, item, `${at}/${index}`)
  } else if (typeof value === 'object' && value !== null) {
    const named = parts.filter(({ properties }) => properties !== undefined)
    const isOpen = named.length === 0 || parts.some(({ additionalProperties }) => additionalProperties)
    for (const [name, member] of Object.entries(value)) {
      const below = `${at}/${encode(name)}`
      const schemas = named.flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, name) ? [properties[name]] : [],
      )
      if (schemas.length > 0) yield* unknownMembers({ allOf: schemas as Schema[] }, member, below)
      else if (!isOpen) yield below
    }
  }
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
