import { type DocumentNode, isMapping, isObject, setOwn } from '../../../contract/json-pointer.ts'
import { membersByKind } from '../../../contract/published/document-members.ts'
import { refTo, schemaNameOf, schemasOf } from './component-schemas.ts'
import { narrowSubtypes } from './discriminators.ts'

/** Which messages a schema describes. A member that is read-only is in answers alone, one that is write-only in requests alone. */
type Side = 'request' | 'response'

type Node = Record<string, unknown>

const sides = new Map<string, Side>([
  ['Parameter', 'request'],
  ['RequestBody', 'request'],
  ['Response', 'response'],
  ['Header', 'response'],
])

/** Members of a schema that change the type of its values. */
const shapes =
  'properties required additionalProperties patternProperties items prefixItems enum const allOf anyOf oneOf nullable'.split(
    ' ',
  )

/**
 * A copy of a document of which openapi-typescript makes right types. That package knows no sides of messages, ignores what stands beside
 * a reference, takes names of schemas for values of discriminators, and follows a `$ref` in data.
 *
 * A schema that both sides use and that differs becomes two: `User` is what answers hold, and `UserRequest` is what requests hold.
 *
 * @param document each reference to a schema leads to a component
 */
export function prepareSchemas(document: DocumentNode): DocumentNode {
  const narrowed = narrowSubtypes(document)
  const schemas = schemasOf(narrowed)
  const names = nameSchemas(narrowed, schemas)
  const rewritten = rewriteDocument(narrowed, names)
  const copies: Node = {}
  for (const [name, schema] of Object.entries(schemas)) {
    for (const side of names.sidesOf(name))
      setOwn(copies, side ? names.of(name, side) : name, rewrite(schema, 'Schema', side, names))
  }
  return { ...rewritten, components: { ...Object(rewritten.components), schemas: copies } }
}

interface Names {
  /** The forms of a schema that are needed; `undefined` is the form with all members. */
  sidesOf(name: string): (Side | undefined)[]
  of(name: string, side: Side | undefined): string
  schemas: DocumentNode
}

function rewriteDocument(document: DocumentNode, names: Names): DocumentNode {
  const { components, ...rest } = document
  const { schemas: _, ...others } = Object(components) as Node
  const copy = rewrite(rest, 'Document', undefined, names) as Node
  return { ...copy, components: rewrite(others, 'Components', undefined, names) }
}

/** Finds which schemas differ between the sides, and which sides use them. */
function nameSchemas(document: DocumentNode, schemas: DocumentNode): Names {
  const graph = new Map(Object.entries(schemas).map(([name, schema]) => [name, namesBelow(schema)]))
  const differing = reaching(graph, (name) => hasSides(schemas[name], schemas))
  const used = { request: new Set<string>(), response: new Set<string>() }
  const { components, ...rest } = document
  const { schemas: _, ...others } = Object(components) as Node
  for (const [part, kind] of [[rest, 'Document'] as const, [others, 'Components'] as const])
    walkParts(part, kind, undefined, (name, side) => mark(name, side))
  const taken = new Set(Object.keys(schemas))
  const requestNames = new Map<string, string>()

  function mark(name: string, side: Side | undefined): void {
    if (!side || used[side].has(name)) return
    const pending = [name]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (used[side].has(next)) continue
      used[side].add(next)
      pending.push(...(graph.get(next) ?? []))
    }
  }

  return {
    schemas,
    sidesOf(name) {
      const found = differing.has(name) ? (['response', 'request'] as const).filter((side) => used[side].has(name)) : []
      return found.length > 0 ? found : [undefined]
    },
    of(name, side) {
      if (side !== 'request' || !differing.has(name) || !used.response.has(name)) return name
      let free = requestNames.get(name) ?? `${name}Request`
      while (!requestNames.has(name) && taken.has(free)) free += '_'
      taken.add(free)
      requestNames.set(name, free)
      return free
    },
  }
}

/** The names from which a path leads to one that has a property. */
function reaching(graph: ReadonlyMap<string, ReadonlySet<string>>, has: (name: string) => boolean): Set<string> {
  const users = new Map<string, string[]>()
  for (const [name, targets] of graph)
    for (const target of targets) users.set(target, [...(users.get(target) ?? []), name])
  const found = new Set<string>()
  const pending = [...graph.keys()].filter(has)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue
    found.add(next)
    pending.push(...(users.get(next) ?? []))
  }
  return found
}

/** Calls with each reference to a component schema, and the side that it is on. */
function walkParts(
  node: unknown,
  kind: string,
  side: Side | undefined,
  see: (name: string, side: Side | undefined) => void,
) {
  eachPart(node, kind, (part, ofPart) => walkParts(part, ofPart, sides.get(ofPart) ?? side, see))
  const name = kind === 'Schema' && isObject(node) ? schemaNameOf(node.$ref) : undefined
  if (name !== undefined) see(name, side)
}

function namesBelow(schema: unknown): Set<string> {
  const names = new Set<string>()
  walkParts(schema, 'Schema', undefined, (name) => names.add(name))
  return names
}

function eachPart(node: unknown, kind: string, call: (part: unknown, kind: string) => void): void {
  if (!isMapping(node)) return
  for (const [key, content] of membersByKind.get(kind) ?? []) {
    if (!Object.hasOwn(node, key)) continue
    const [, bracket = '', ofPart = content] = /^([[{])(\w+)[\]}]$/.exec(content) ?? []
    if (bracket === '') call(node[key], ofPart)
    else if (isObject(node[key])) for (const part of Object.values(node[key])) call(part, ofPart)
  }
}

/** True of a schema with a member, at any depth within it, that is of one side. */
function hasSides(schema: unknown, schemas: DocumentNode): boolean {
  if (!isMapping(schema)) return false
  const members = isObject(schema.properties) ? Object.values(schema.properties) : []
  if (members.some((member) => isOf('request', member, schemas) || isOf('response', member, schemas))) return true
  let found = false
  eachPart(schema, 'Schema', (part, kind) => {
    found ||= kind === 'Schema' && hasSides(part, schemas)
  })
  return found
}

/** True of a member that only messages of one side have. */
function isOf(side: Side, member: unknown, schemas: DocumentNode, depth = 0): boolean {
  if (!isMapping(member) || depth > 20) return false
  if (member[side === 'request' ? 'writeOnly' : 'readOnly'] === true) return true
  const name = schemaNameOf(member.$ref)
  const parts = Array.isArray(member.allOf) ? member.allOf : []
  return [...(name === undefined ? [] : [schemas[name]]), ...parts].some((one) => isOf(side, one, schemas, depth + 1))
}

function rewrite(node: unknown, kind: string, side: Side | undefined, names: Names): unknown {
  if (!isMapping(node)) return node
  const members = membersByKind.get(kind) ?? new Map<string, string>()
  const copy: Node = {}
  for (const [key, value] of Object.entries(node)) {
    const content = members.get(key)
    // The package would fetch it.
    if (kind === 'Example' && key === 'externalValue') continue
    if (content === undefined && key !== '$ref') {
      if (kind !== 'Schema' || key === '$defs') setOwn(copy, key, value)
    } else if (content === 'data' || content === 'list') {
      if (!holdsReference(value)) setOwn(copy, key, value)
    } else setOwn(copy, key, content === undefined ? value : rewriteMember(value, content, side, names))
  }
  return kind === 'Schema' ? finishSchema(copy, node, side, names) : copy
}

function rewriteMember(value: unknown, content: string, side: Side | undefined, names: Names): unknown {
  const [, bracket, kind = content] = /^([[{])(\w+)[\]}]$/.exec(content) ?? []
  const one = (part: unknown) => rewrite(part, kind, sides.get(kind) ?? side, names)
  if (bracket === undefined) return one(value)
  if (Array.isArray(value)) return value.map(one)
  if (!isObject(value)) return value
  const copy = {}
  for (const [name, part] of Object.entries(value)) setOwn(copy, name, one(part))
  return copy
}

function finishSchema(copy: Node, source: Node, side: Side | undefined, names: Names): Node {
  // Narrowed before, and misread by openapi-typescript.
  delete copy.discriminator
  if (source['x-nullable'] === true) copy.nullable = true
  const other = side === 'request' ? 'response' : side === 'response' ? 'request' : undefined
  const properties = isObject(source.properties) ? source.properties : {}
  const dropped = other ? Object.keys(properties).filter((name) => isOf(other, properties[name], names.schemas)) : []
  if (dropped.length > 0) {
    copy.properties = Object.fromEntries(
      Object.entries(Object(copy.properties)).filter(([name]) => !dropped.includes(name)),
    )
    if (Array.isArray(copy.required)) copy.required = copy.required.filter((name) => !dropped.includes(name))
  }
  // An object of which this side has no member would allow none at all.
  if (Array.isArray(copy.allOf)) copy.allOf = copy.allOf.filter((part) => !isEmptied(part))
  const target = schemaNameOf(copy.$ref)
  if (target !== undefined) copy.$ref = refTo(names.of(target, side))
  if (copy.$ref === undefined || !shapes.some((key) => copy[key] !== undefined)) return copy
  const { $ref, allOf = [], ...siblings } = copy
  return { ...siblings, allOf: [{ $ref }, ...(allOf as unknown[])] }
}

function isEmptied(part: unknown): boolean {
  const { properties, additionalProperties, $ref } = Object(part) as Node
  return isObject(properties) && Object.keys(properties).length === 0 && !additionalProperties && $ref === undefined
}

/** True of data with a member called `$ref`, which the bundler of openapi-typescript would follow. */
function holdsReference(data: unknown): boolean {
  if (!isObject(data)) return false
  return typeof data.$ref === 'string' || Object.values(data).some(holdsReference)
}
