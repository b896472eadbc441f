import { below, isMapping, isObject, setOwn, valueAt } from '../json-pointer.ts'
import { compilePattern } from '../schema/pattern.ts'
import { componentFolders, membersByKind, type NodeKind } from './document-members.ts'

export type Node = Record<string, unknown>

/** A part of a document that is not used, with its JSON pointer. */
export interface LeftOut {
  pointer: string
  reason: string
}

/** Schemas that are nested more deeply are left out: tools that read them would overflow their stack. */
const maxDepth = 100
const inCircle = 'in a circle'

const plain: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  positive: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
  bound: (value) => typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)),
  count: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  list: Array.isArray,
  types: (value) => typeof value === 'string' || Array.isArray(value),
  data: () => true,
}

/** Numbers that stand where OpenAPI has texts, such as `version: 1.0`, are meant as texts. */
const lenientTexts = new Set(['title', 'version', 'name', 'description', 'summary', 'operationId'])

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])

/**
 * A copy of a document of OpenAPI 3 in the form that all readers here share: OpenAPI 3.1, each schema valid JSON Schema 2020-12, each
 * reference resolvable, those to schemas by the name of a component. What cannot be kept is listed.
 */
export function normalizeDocument(source: Node): { document: Node; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  const omit = (pointer: string, reason: string) => void leftOut.push({ pointer: pointer || '/', reason })
  const { whole, schemas } = new Normalizer(source, omit).normalize()
  const document: Node = { openapi: '3.1.0', ...whole }
  const info = isObject(document.info) ? document.info : {}
  document.info = { ...info, title: info.title || 'Untitled', version: info.version ?? '' }
  document.paths ??= {}
  document.components = { ...(document.components as Node | undefined), schemas }
  breakCircles(schemas, omit)
  return { document, leftOut }
}

type Omit = (pointer: string, reason: string) => void

/** A value of the source, with its pointer. */
interface Found {
  pointer: string
  value: unknown
}

class Normalizer {
  readonly #source: Node
  readonly #omit: Omit
  readonly #isOld: boolean
  readonly #schemas: Node = {}
  /** Names of components for schemas that references find elsewhere, by pointer. */
  readonly #hoisted = new Map<string, string>()
  /** Where references end that have been followed. */
  readonly #ends = new Map<string, Found | string>()
  readonly #queue: (() => void)[] = []
  #anchors: Map<string, Found> | undefined

  constructor(source: Node, omit: Omit) {
    this.#source = source
    this.#omit = omit
    this.#isOld = String(source.openapi).startsWith('3.0')
  }

  /** The document without its schemas, and the schemas. */
  normalize(): { whole: Node | undefined; schemas: Node } {
    const whole = this.#clean(this.#source, 'Document', '', '')
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next()
    return { whole, schemas: this.#schemas }
  }

  #clean(node: unknown, kind: NodeKind, at: string, root: string, depth = 0): Node | undefined {
    if (!isMapping(node)) return undefined
    if (depth > maxDepth) {
      this.#omit(at, `it is nested more than ${maxDepth} levels deep`)
      return {}
    }
    if (typeof node.$ref === 'string') return this.#cleanReference(node, node.$ref, kind, at, root, depth)
    const contents = membersByKind.get(kind)
    const copy: Node = {}
    for (const [member, value] of Object.entries(node)) {
      const place = below(at, member)
      // OpenAPI 3.0 has one name for the schema of all elements and for the schemas of the first.
      const key = kind === 'Schema' && member === 'items' && Array.isArray(value) ? 'prefixItems' : member
      const spec = contents?.get(key)
      if (spec === undefined) {
        const loss = knownLoss(key, kind)
        if (key.startsWith('x-')) copy[key] = value
        else if (loss !== undefined) this.#omit(place, loss)
        continue
      }
      const cleaned = this.#cleanMember(spec, key, value, place, root, depth)
      if (cleaned !== undefined) copy[key] = cleaned
    }
    if (kind === 'Schema') return this.#finishSchema(copy, node, at, depth)
    const isKnownPlace = /^(query|path|header|cookie)$/.test(String(copy.in))
    if (kind !== 'Parameter' || (typeof copy.name === 'string' && isKnownPlace)) return copy
    return void this.#omit(at, 'the parameter lacks a name or a known place')
  }

  #cleanMember(spec: string, key: string, value: unknown, place: string, root: string, depth: number): unknown {
    const check = plain[spec]
    if (check) {
      if (check(value)) return value
      if (spec === 'text' && lenientTexts.has(key) && (typeof value === 'number' || typeof value === 'boolean'))
        return String(value)
      // An empty value (`description: null`) says nothing; `required: true` at a property is a wish that the list of names grants.
      if (value !== null && !(key === 'required' && typeof value === 'boolean'))
        this.#omit(place, `${key} has a value that OpenAPI does not allow there`)
      return undefined
    }
    if (spec.startsWith('{')) return this.#cleanMap(value, spec.slice(1, -1) as NodeKind, place, root, depth)
    if (spec.startsWith('[')) {
      if (!Array.isArray(value)) return void this.#omit(place, `${key} is not a list`)
      return value.flatMap(
        (one, index) => this.#cleanOne(one, spec.slice(1, -1) as NodeKind, below(place, index), root, depth) ?? [],
      )
    }
    return this.#cleanOne(value, spec as NodeKind, place, root, depth)
  }

  #cleanMap(value: unknown, kind: NodeKind, place: string, root: string, depth: number): Node | undefined {
    if (value === null) return undefined
    if (!isMapping(value)) return void this.#omit(place, 'it is not a map')
    const isComponent = /^\/components\/schemas$/.test(place)
    const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      if (name.startsWith('x-') && (kind === 'PathItem' || kind === 'Response')) return [[name, one]]
      // OpenAPI says that a header of this name is ignored: the media types say the same.
      if (kind === 'Header' && /^content-type$/i.test(name)) return []
      const at = below(place, name)
      const cleaned = this.#cleanOne(one, kind, at, isComponent ? at : root, depth)
      return cleaned === undefined ? [] : [[name, cleaned]]
    })
    if (isComponent) {
      for (const [name, schema] of entries) setOwn(this.#schemas, name, schema)
      return undefined
    }
    const map: Node = {}
    for (const [name, one] of entries) setOwn(map, name, one)
    return map
  }

  #cleanOne(value: unknown, kind: NodeKind, place: string, root: string, depth: number): unknown {
    if (kind === 'Schema' && typeof value === 'boolean') return value
    const cleaned = this.#clean(value, kind, place, root, depth + (kind === 'Schema' ? 1 : 0))
    if (cleaned === undefined && value !== null) this.#omit(place, `it is not a ${kind}`)
    return cleaned
  }

  #cleanReference(node: Node, ref: string, kind: NodeKind, at: string, root: string, depth: number): Node | undefined {
    const target = this.#resolve(ref, root)
    if (typeof target === 'string') {
      this.#omit(at, target)
      return kind === 'Schema' ? {} : undefined
    }
    const { pointer, value } = target
    const [, folder, name] = /^\/components\/(\w+)\/([^/]+)$/.exec(pointer) ?? []
    if (kind !== 'Schema') {
      if (folder !== undefined && folder === componentFolders[kind]) return { $ref: `#${encodePointer(pointer)}` }
      // A callback may contain its own operation.
      return depth > 8
        ? void this.#omit(at, 'its references are nested too deeply')
        : this.#clean(value, kind, pointer, root, depth + 1)
    }
    const found = folder === 'schemas' && name !== undefined ? unescapeToken(name) : this.#hoist(pointer, value)
    const reference = { $ref: `#${encodePointer(below('/components/schemas', found))}` }
    const { $ref: _, ...siblings } = node
    if (this.#isOld || Object.keys(siblings).every((key) => annotations.has(key) || key.startsWith('x-')))
      return reference
    return { ...this.#clean(siblings, 'Schema', at, root, depth), ...reference }
  }

  /** Gives a schema that is no component a name, so that it may refer to itself. */
  #hoist(pointer: string, value: unknown): string {
    const known = this.#hoisted.get(pointer)
    if (known !== undefined) return known
    const last = pointer.split('/').findLast((token) => /[A-Za-z]/.test(token)) ?? 'Schema'
    const taken =
      isObject(this.#source.components) && isObject(this.#source.components.schemas)
        ? this.#source.components.schemas
        : {}
    const names = new Set([...this.#hoisted.values(), ...Object.keys(taken)])
    const base = unescapeToken(last).replaceAll(/[^\w.-]/g, '_')
    let name = base
    for (let index = 2; names.has(name); index++) name = `${base}-${index}`
    this.#hoisted.set(pointer, name)
    this.#queue.push(() => setOwn(this.#schemas, name, this.#cleanOne(value, 'Schema', pointer, pointer, 0) ?? {}))
    return name
  }

  /** Where a reference leads, at the end of a chain of references; a sentence if it leads nowhere. Each link is followed once. */
  #resolve(ref: string, root: string): Found | string {
    const links = new Set<string>()
    let end: Found | string | undefined
    for (let next = ref; end === undefined; ) {
      const found = next.startsWith('#') ? this.#locate(next, root) : undefined
      // A schema may have references below itself, which other schemas follow elsewhere.
      const link = found && !found.pointer.startsWith(`${root}/`) ? next : `${root} ${next}`
      end = links.has(link) ? inCircle : this.#ends.get(link)
      links.add(link)
      if (end !== undefined) break
      const value = found?.value
      if (!next.startsWith('#')) end = `the reference to ${next} is not followed`
      else if (!found) end = `the reference ${next} leads nowhere`
      else if (isObject(value) && typeof value.$ref === 'string' && (this.#isOld || Object.keys(value).length === 1))
        next = value.$ref
      else end = found
    }
    for (const link of links) this.#ends.set(link, end)
    return end === inCircle ? `the reference ${ref} leads in a circle` : end
  }

  #locate(ref: string, root: string): Found | undefined {
    const pointer = decode(ref.slice(1))
    if (pointer !== '' && !pointer.startsWith('/')) {
      this.#anchors ??= findAnchors(this.#source)
      return this.#anchors.get(pointer)
    }
    for (const base of ['', root]) {
      const value = valueAt(this.#source, base + pointer)
      if (value !== undefined) return { pointer: base + pointer, value }
    }
    return undefined
  }

  #finishSchema(schema: Node, node: Node, at: string, depth: number): Node {
    const dynamic = node.$dynamicRef ?? node.$recursiveRef
    if (typeof dynamic === 'string') return { ...schema, ...this.#clean({ $ref: dynamic }, 'Schema', at, '', depth) }
    if (Array.isArray(schema.required))
      schema.required = [...new Set(schema.required.filter((one) => typeof one === 'string'))]
    for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
      if (Array.isArray(schema[key]) && schema[key].length === 0) delete schema[key]
    this.#setTypes(schema, at)
    setBound(schema, 'minimum', 'exclusiveMinimum')
    setBound(schema, 'maximum', 'exclusiveMaximum')
    const fault = typeof schema.pattern === 'string' ? faultOfPattern(schema.pattern) : undefined
    if (fault !== undefined) {
      this.#omit(below(at, 'pattern'), fault)
      schema['x-pattern'] = schema.pattern
      delete schema.pattern
    }
    const ofNames = Object(schema.patternProperties) as Node
    for (const pattern of Object.keys(ofNames)) {
      const fault = faultOfPattern(pattern)
      if (fault === undefined) continue
      this.#omit(below(at, 'patternProperties', pattern), fault)
      delete ofNames[pattern]
    }
    if (Array.isArray(schema.enum) && schema.enum.length === 0) {
      this.#omit(below(at, 'enum'), 'it is empty, and would allow nothing')
      delete schema.enum
    }
    return schema.nullable === undefined ? schema : allowNull(schema)
  }

  #setTypes(schema: Node, at: string): void {
    if (schema.type === undefined) return
    const given = [schema.type].flat()
    const known = given.filter((type) => types.has(String(type)))
    if (given.includes('file')) Object.assign(schema, { type: 'string', format: 'binary' })
    else if (known.length === 0) {
      this.#omit(below(at, 'type'), `there is no type ${JSON.stringify(schema.type)}`)
      delete schema.type
    } else schema.type = known.length === 1 ? known[0] : [...new Set(known)]
  }
}

function faultOfPattern(pattern: string): string | undefined {
  try {
    compilePattern(pattern)
    return undefined
  } catch (error) {
    return `it is not enforced: ${(error as Error).message}`
  }
}

const annotations = new Set(
  'title description summary default example examples deprecated nullable externalDocs xml'.split(' '),
)

/** Members that tools could heed and this one does not. */
function knownLoss(key: string, kind: NodeKind): string | undefined {
  if (kind === 'Document' && (key === 'webhooks' || key === 'jsonSchemaDialect' || key === '$self'))
    return `${key} is not used`
  if (key === 'callbacks' && kind === 'Operation') return 'the mock calls nobody back'
  if (kind === 'PathItem' && (key === 'query' || key === 'additionalOperations'))
    return 'methods of OpenAPI 3.2 are not served'
  if (kind === 'MediaType' && /^(itemSchema|prefixEncoding|itemEncoding)$/.test(key))
    return `${key} of OpenAPI 3.2 is not used`
  if (kind === 'Schema' && /^\$(id|schema|vocabulary)$/.test(key)) return `${key} is not used`
  return undefined
}

/** OpenAPI 3.0 says whether a bound itself is allowed. */
function setBound(
  schema: Node,
  bound: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  if (typeof schema[exclusive] !== 'boolean') return
  if (schema[exclusive] && schema[bound] !== undefined) {
    schema[exclusive] = schema[bound]
    delete schema[bound]
  } else delete schema[exclusive]
}

/** OpenAPI gives `nullable` a meaning beside `type` alone, but authors mean it wherever they write it. */
function allowNull({ nullable, ...schema }: Node): Node {
  if (nullable !== true) return schema
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null]
  if (schema.type !== undefined) {
    const type = [...new Set([schema.type, 'null'].flat())]
    const parts = ['allOf', 'anyOf', 'oneOf', 'not'].filter((key) => schema[key] !== undefined)
    if (parts.length === 0) return { ...schema, type }
  }
  const entries = Object.entries(schema)
  const [shown, decisive] = [true, false].map((is) =>
    Object.fromEntries(
      entries.filter(([key]) => (annotations.has(key) || key.startsWith('x-') || /Only$/.test(key)) === is),
    ),
  )
  return Object.keys(decisive ?? {}).length === 0 ? { ...shown } : { ...shown, anyOf: [decisive, { type: 'null' }] }
}

function findAnchors(source: Node): Map<string, Found> {
  const found = new Map<string, Found>()
  const walk = (value: unknown, pointer: string, depth: number): void => {
    if (!isObject(value) || depth > maxDepth) return
    for (const key of ['$anchor', '$dynamicAnchor'])
      if (typeof value[key] === 'string' && !found.has(value[key])) found.set(value[key], { pointer, value })
    for (const [key, member] of Object.entries(value)) walk(member, below(pointer, key), depth + 1)
  }
  walk(source, '', 0)
  return found
}

/** A schema that consists of itself (`A: {allOf: [A]}`) would be validated without end: the reference that closes the circle allows anything. */
function breakCircles(schemas: Node, omit: Omit): void {
  const done = new Set<string>()
  const open = new Set<string>()
  const enter = (name: string): void => {
    if (done.has(name) || !Object.hasOwn(schemas, name)) return
    open.add(name)
    walk(schemas[name], below('/components/schemas', name))
    open.delete(name)
    done.add(name)
  }
  const walk = (schema: unknown, at: string): void => {
    if (!isObject(schema)) return
    const target = typeof schema.$ref === 'string' ? nameOfReference(schema.$ref) : undefined
    if (target !== undefined && (open.has(target) || open.size > 2 * maxDepth)) {
      omit(at, open.has(target) ? `the schema consists of itself: ${target}` : 'its references are nested too deeply')
      delete schema.$ref
    } else if (target !== undefined) enter(target)
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      const parts = schema[key]
      for (const [index, part] of Array.isArray(parts) ? parts.entries() : []) walk(part, below(at, key, index))
    }
    for (const key of ['not', 'if', 'then', 'else', 'dependentSchemas']) walk(schema[key], below(at, key))
  }
  for (const name of Object.keys(schemas)) enter(name)
}

/** The name of the component that a reference of a normalized document leads to. */
export function nameOfReference(ref: string): string {
  return unescapeToken(decode(ref.slice('#/components/schemas/'.length)))
}

/** A pointer as a part of an address. */
function encodePointer(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/')
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
