import { type DocumentNode, isMapping, isObject, mapOwn, setOwn } from '../../../contract/json-pointer.ts'
import { membersByKind } from '../../../contract/published/document-members.ts'
import { componentsOf, type Side, schemasOf } from '../../../contract/schema/schemas.ts'
import { hasFlag } from '../../../contract/schema/unsent.ts'
import { narrowingOf } from './discriminators.ts'
import { type Graph, reachedFrom } from './recursive-types.ts'

type Node = Record<string, unknown>

/** The side of an exchange on which these objects are. */
const sides: ReadonlyMap<string, Side> = new Map([
  ['Parameter', 'request'],
  ['RequestBody', 'request'],
  ['Response', 'response'],
  ['Header', 'response'],
])

/** The keyword of members that a side does not have. */
const absent = { request: 'readOnly', response: 'writeOnly' } as const

/** Members of a schema that change the type of its values. */
const shapes =
  'properties required additionalProperties patternProperties items prefixItems enum const allOf anyOf oneOf nullable'.split(
    ' ',
  )

/**
 * A copy of a document of which openapi-typescript makes right types. That package knows no sides of messages, ignores what stands beside
 * a reference, takes names of schemas for values of discriminators, and does not know OpenAPI 3.2.
 *
 * A schema that both sides use and that differs becomes two: `User` is what answers hold, and `UserRequest` is what requests hold.
 *
 * @param document each reference to a schema leads to a component
 */
export function prepareSchemas(document: DocumentNode): DocumentNode {
  const components = componentsOf(document)
  const { all, nameOf, refOf } = components
  const { resolve } = schemasOf(document)
  const narrowing = narrowingOf(components)
  const { schemas: _, ...others } = Object(document.components) as Node
  const rest = { ...document, components: others }

  const sided = Object.keys(all).filter((name) => hasSides(all[name]))
  // Most documents have no such schema, and large ones take a while to walk.
  const graph = new Map(
    sided.length > 0 ? Object.entries(all).map(([name, schema]) => [name, namesIn(schema, 'Schema')]) : [],
  )
  const differing = reachedFrom(sided, reversed(graph))
  const usedOn = (side: Side) => reachedFrom(sided.length > 0 ? namesIn(rest, 'Document', side) : [], graph)
  const used = { request: usedOn('request'), response: usedOn('response') }
  const both = [...differing].filter((name) => used.request.has(name) && used.response.has(name))
  const requestNames = new Map<string, string>()
  for (const name of both) {
    let free = `${name}Request`
    while (Object.hasOwn(all, free)) free += '_'
    requestNames.set(name, free)
  }

  const copies: Node = {}
  for (const name of Object.keys(all)) {
    const found = (['response', 'request'] as const).filter((side) => differing.has(name) && used[side].has(name))
    for (const side of found.length > 0 ? found : [undefined])
      setOwn(copies, nameOn(name, side), rewrite(narrowing.subtype(name), 'Schema', side))
  }
  const rewritten = rewrite(rest, 'Document', undefined) as Node
  return { ...rewritten, components: { ...Object(rewritten.components), schemas: copies } }

  function nameOn(name: string, side: Side | undefined): string {
    return side === 'request' ? (requestNames.get(name) ?? name) : name
  }

  /** Names of the schemas that a part of the document refers to, on one side or on any. */
  function namesIn(node: unknown, kind: string, wanted?: Side): Set<string> {
    const names = new Set<string>()
    const walk = (part: unknown, ofPart: string, side: Side | undefined) => {
      const name = ofPart === 'Schema' && typeof Object(part).$ref === 'string' && nameOf(Object(part).$ref)
      if (name && side === wanted) names.add(name)
      for (const [below, ofBelow] of partsOf(part, ofPart)) walk(below, ofBelow, wanted && (sides.get(ofBelow) ?? side))
    }
    walk(node, kind, undefined)
    return names
  }

  /** True of a schema with a member, at any depth within it, that is of one side. */
  function hasSides(schema: unknown): boolean {
    const members = isMapping(schema) ? Object.values(Object(schema.properties)) : []
    const isOfOne = (member: unknown) => Object.values(absent).some((flag) => hasFlag(member, flag, resolve))
    return members.some(isOfOne) || partsOf(schema, 'Schema').some(([part]) => hasSides(part))
  }

  function rewrite(node: unknown, kind: string, side: Side | undefined): unknown {
    if (!isMapping(node)) return node
    const copy: Node = {}
    for (const [key, value] of Object.entries(kind === 'Schema' ? narrowing.branches(node) : updated(node, kind))) {
      const content = membersByKind.get(kind)?.get(key)
      if (content === undefined && key !== '$ref') {
        if (kind !== 'Schema' || key === '$defs') setOwn(copy, key, value)
      } else setOwn(copy, key, content === undefined ? value : rewriteMember(value, content, side))
    }
    return kind === 'Schema' ? finishSchema(copy, node, side) : copy
  }

  function rewriteMember(value: unknown, content: string, side: Side | undefined): unknown {
    const { isMany, kind } = contentOf(content)
    const one = (part: unknown) => rewrite(part, kind, sides.get(kind) ?? side)
    if (!isMany) return one(value)
    if (Array.isArray(value)) return value.map(one)
    return isObject(value) ? mapOwn(value, one) : value
  }

  function finishSchema(copy: Node, source: DocumentNode, side: Side | undefined): Node {
    // Narrowed before, and misread by openapi-typescript.
    delete copy.discriminator
    if (source['x-nullable'] === true) copy.nullable = true
    const properties = Object(source.properties) as Node
    const isAbsent = (name: string) => side !== undefined && hasFlag(properties[name], absent[side], resolve)
    const dropped = Object.keys(properties).filter(isAbsent)
    for (const name of dropped) delete (copy.properties as Node)[name]
    if (Array.isArray(copy.required)) copy.required = copy.required.filter((name) => !dropped.includes(name))
    // An object of which this side has no member would allow none at all.
    if (Array.isArray(copy.allOf)) {
      // The package lets what the whole requires count in each part, and what a part requires in none but itself.
      const required = [copy, ...copy.allOf].flatMap((part) => (Array.isArray(part?.required) ? part.required : []))
      if (required.length > 0) copy.required = [...new Set(required)]
      copy.allOf = copy.allOf.filter((part) => !isEmptied(part) && !isRequirement(part))
    }
    const target = typeof copy.$ref === 'string' ? nameOf(copy.$ref) : undefined
    if (target !== undefined) copy.$ref = refOf(nameOn(target, side))
    if (copy.$ref === undefined || !shapes.some((key) => copy[key] !== undefined)) return copy
    const { $ref, allOf = [], ...siblings } = copy
    return { ...siblings, allOf: [{ $ref }, ...(allOf as unknown[])] }
  }
}

/** What the package does not know, in words that it knows: a stream has the type of its items, and a parameter that of its content. */
function updated(node: DocumentNode, kind: string): DocumentNode {
  const { itemSchema, content, ...others } = node
  if (kind === 'MediaType' && itemSchema !== undefined) return { ...others, schema: itemSchema }
  const [type = '', media] = Object.entries(Object(content)).at(0) ?? []
  if (kind !== 'Parameter' || !/json|form/i.test(type)) return node
  const place = node.in === 'querystring' ? 'query' : node.in
  return { ...others, in: place, schema: Object(media).schema ?? {} }
}

/** What a member holds: one thing of a kind, or a list or a map of them. */
function contentOf(content: string): { isMany: boolean; kind: string } {
  const isMany = content.startsWith('[') || content.startsWith('{')
  return { isMany, kind: isMany ? content.slice(1, -1) : content }
}

function partsOf(node: unknown, kind: string): [part: unknown, kind: string][] {
  const members = membersByKind.get(kind)
  if (!members || !isMapping(node)) return []
  const found: [unknown, string][] = []
  for (const key of Object.keys(node)) {
    const content = members.get(key)
    if (content === undefined) continue
    const { isMany, kind: ofPart } = contentOf(content)
    if (!isMany) found.push([node[key], ofPart])
    else for (const part of Object.values(Object(node[key]))) found.push([part, ofPart])
  }
  return found
}

function reversed(graph: Graph): Graph {
  const users = new Map<string, string[]>()
  for (const [name, targets] of graph)
    for (const target of targets) users.set(target, [...(users.get(target) ?? []), name])
  return users
}

/** True of a part that says nothing but which members there must be. */
function isRequirement(part: unknown): boolean {
  const { required, type, description, ...more } = Object(part) as Node
  return Array.isArray(required) && Object.keys(more).length === 0
}

function isEmptied(part: unknown): boolean {
  const { properties, additionalProperties, $ref } = Object(part) as Node
  return isObject(properties) && Object.keys(properties).length === 0 && !additionalProperties && $ref === undefined
}
