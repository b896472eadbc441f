import { type Operation, shownParameters } from '../../contract/operation.ts'
import { securitySchemesOf } from '../../contract/security.ts'
import { nearestName } from '../../contract/suggest.ts'
import { memoize } from '../../memoize.ts'
import { type BodyPlace, bodyPlaceOf } from './body-place.ts'

/** A part of a request that the document does not mention. */
export interface UndocumentedPart {
  place: 'query parameter' | 'body member' | 'header'
  /** Percent-encoded and cut short; for a member of the body, a JSON Pointer. */
  name: string
  /** The documented name that was probably meant. */
  meant: string | undefined
}

/** The parts of a request in which a name may be undocumented. */
export interface NamedParts {
  queryNames: readonly string[]
  headers: Readonly<Record<string, string>>
  body: unknown
}

/** Keeps the header short. */
const maxParts = 10
const maxNameLength = 100

const none: UndocumentedPart[] = []

/**
 * Finds the undocumented parts of an operation's requests, at most ten. If the document allows any name at a place, every part there is
 * documented.
 */
export function compileUndocumented(operation: Operation): (sent: NamedParts) => UndocumentedPart[] {
  const findInQuery = compileQuery(operation)
  const top = bodyPlaceOf(operation)

  return ({ queryNames, headers, body }) => {
    const inQuery = findInQuery(queryNames)
    const inHeaders = misspeltHeaders(headers)
    const inBody = findMembers(top, body)
    // Most requests have none.
    if (inQuery.length + inHeaders.length + inBody.length === 0) return none
    return [...inQuery, ...inHeaders, ...inBody].slice(0, maxParts)
  }
}

/** Names under which Prism reads preferences from the query. The mock reads the header `Prefer` alone. */
export const preferenceParameters: ReadonlySet<string> = new Set(['__code', '__example', '__dynamic', '__seed'])

function compileQuery(operation: Operation): (names: readonly string[]) => UndocumentedPart[] {
  const { document, listVerb, parameters } = operation
  const declared = shownParameters(operation, 'query')
  // A parameter that is an object, or the whole query, takes its members from the query, under any name.
  const isOpen =
    parameters.some(({ in: place }) => place === 'querystring') ||
    declared.some(({ schema, node }) => schema.type === 'object' || node.style === 'deepObject')
  const names = declared.map(({ name }) => name)
  const schemes = [...securitySchemesOf(document).values()]
  const keys = schemes.flatMap(({ in: place, name }) => (place === 'query' ? String(name) : []))
  const known = new Set([...names, ...keys, ...(listVerb ? ['list'] : [])])
  const meant = memoize((name: string) => meantBy(name, names))
  const isUnknown = (name: string) => !known.has(name) && (!isOpen || preferenceParameters.has(name))
  return (all) => {
    if (!all.some(isUnknown)) return none
    const sent = new Set(all.filter(isUnknown))
    return [...sent].slice(0, maxParts).map((name) => ({
      place: 'query parameter',
      name: shorten(name),
      meant: preferenceParameters.has(name) ? `Prefer: ${name.slice(2)}=…` : meant(name),
    }))
  }
}

/** Headers that the mock reads. */
const ownHeaders = ['X-Mock-Session']
const ownNames = new Set(ownHeaders.map((name) => name.toLowerCase()))

function misspeltHeaders(headers: Readonly<Record<string, string>>): UndocumentedPart[] {
  let found = none
  for (const name in headers)
    if (name.startsWith('x-mock') && !ownNames.has(name))
      found = [...found, { place: 'header', name: shorten(name), meant: meantBy(name, ownHeaders) }]
  return found
}

/** Pointers are built only for undocumented members, since most bodies have none. */
function findMembers({ isOpen, names, below }: BodyPlace, value: unknown): UndocumentedPart[] {
  if (typeof value !== 'object' || value === null) return none
  const isArray = Array.isArray(value)
  const found: UndocumentedPart[] = []
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name]
    const hasMembers = typeof member === 'object' && (isArray || names.has(name))
    const inside = hasMembers ? findMembers(below(isArray ? undefined : name), member) : none
    for (const part of inside) found.push({ ...part, name: `/${pointerSegment(name)}${part.name}` })
    if (!(isArray || isOpen || names.has(name))) {
      found.push({ place: 'body member', name: `/${pointerSegment(name)}`, meant: meantBy(name, [...names]) })
    }
    // A caller may send any number of members, and a suggestion for each takes time.
    if (found.length >= maxParts) break
  }
  return found
}

/** The comparison takes time that grows with the length of the name. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  return nearestName(name.slice(0, maxNameLength), known)
}

function shorten(name: string): string {
  return encodeURIComponent(name.slice(0, maxNameLength).toWellFormed())
}

/** A segment of a JSON Pointer (RFC 6901, 6) that is safe in a header. */
function pointerSegment(name: string): string {
  return shorten(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
