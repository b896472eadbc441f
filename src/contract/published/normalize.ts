import { basename } from 'node:path'
import { printJson } from '../../json-text.ts'
import { getOrAdd, memoize } from '../../memoize.ts'
import { below, isMapping, isObject, nameOfReference, namesIn, setOwn } from '../json-pointer.ts'
import { compilePattern } from '../schema/pattern.ts'
import { nearestName } from '../suggest.ts'
import { componentFolders, inlineKinds, membersByKind, type NodeKind } from './document-members.ts'
import { isReferenceAlone, type LocatedValue, type References, type Scope, type Target } from './references.ts'
import { SourceNode, type SourcePlace } from './source-file.ts'
import { convertSwagger, isSwagger, type Swagger } from './swagger-2.ts'

export type Node = Record<string, unknown>

/** A part of a document that is not used, with its JSON pointer. */
export interface LeftOut {
  pointer: string
  reason: string
  /** It is a reference that leads nowhere. */
  isReference?: boolean
  /** Where it stands in the user's files; undefined for a part of the form alone. */
  source?: SourceNode
}

/** Schemas that are nested more deeply are left out: tools that read them would overflow their stack. */
const maxDepth = 100

const plain: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  number: isFiniteNumber,
  positive: (value) => isFiniteNumber(value) && Number(value) > 0,
  bound: (value) => typeof value === 'boolean' || isFiniteNumber(value),
  count: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  list: Array.isArray,
  requirements: () => true,
  types: (value) => typeof value === 'string' || Array.isArray(value),
  data: () => true,
}

function isFiniteNumber(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isFinite(value)
}

/** Numbers that stand where OpenAPI has texts, such as `version: 1.0`, are meant as texts. */
const lenientTexts = new Set(['title', 'version', 'name', 'description', 'summary', 'operationId'])

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])

/** A part of a document that a reference leads to. */
export interface ReferredPart extends LocatedValue {
  kind: NodeKind
}

/** A document in the one form, and where its nodes were written. */
export interface NormalizedDocument {
  document: Node
  leftOut: LeftOut[]
  /** Keywords of schemas that are misspelt, or of another version of OpenAPI. Any others are allowed. */
  keywordFaults: { node: SourceNode; message: string }[]
  /** What references lead to, each with what the first of them takes it for. */
  referred: ReferredPart[]
  /** Where the node at a pointer of the form was written; the closest one above it, for what the form adds. */
  placeOf(pointer: string): SourcePlace
}

/**
 * A copy of a document in the form that all readers here share: OpenAPI 3.1 in one file, each schema valid JSON Schema 2020-12, each
 * reference resolvable, those to schemas by the name of a component. What cannot be kept is listed.
 */
export function normalizeDocument(references: References): NormalizedDocument {
  const leftOut: LeftOut[] = references.remarks.map(({ node, message }) => leftOutAt(node, message))
  const normalizer = new Normalizer(references, (...words) => void leftOut.push(leftOutAt(...words)))
  const { whole, components } = normalizer.normalize()
  const document: Node = { openapi: '3.1.0', ...whole }
  const info = isObject(document.info) ? document.info : {}
  document.info = { ...info, title: info.title || 'Untitled', version: info.version ?? '' }
  document.paths ??= {}
  document.components = components
  breakCircles(Object(components.schemas), (pointer, reason) => {
    leftOut.push({ ...leftOutAt(normalizer.find(document, pointer), reason), pointer })
  })
  const { keywordFaults, referred } = normalizer
  const placeOf = (pointer: string) => normalizer.find(document, pointer).place
  return { document, leftOut, keywordFaults, referred: [...referred.values()], placeOf }
}

function leftOutAt(source: SourceNode, reason: string, isReference = false): LeftOut {
  return { pointer: source.pointer || '/', reason, source, ...(isReference && { isReference }) }
}

type Omit = (node: SourceNode, reason: string, isReference?: boolean) => void

class Normalizer {
  readonly #references: References
  readonly #omit: Omit
  readonly #root: Node
  readonly #isOld: boolean
  readonly #swagger: Swagger | undefined
  readonly #components: Record<string, Node> = { schemas: {} }
  /** Names of components by what they hold in the sources, and all names that are taken, by folder. */
  readonly #names = new Map<string, Map<unknown, string>>()
  readonly #taken = new Map<string, Set<string>>()
  /** Where the objects of the form were written, and those of their members that stand elsewhere. */
  readonly #sources = new Map<object, { node: SourceNode; moved: ReadonlyMap<string, SourceNode> | undefined }>()
  readonly #queue: (() => void)[] = []
  readonly referred = new Map<unknown, ReferredPart>()
  readonly keywordFaults: { node: SourceNode; message: string }[] = []

  constructor(references: References, omit: Omit) {
    this.#references = references
    this.#omit = omit
    this.#root = Object(references.root.value)
    const follow = (value: unknown, node: SourceNode) => {
      if (!isMapping(value) || typeof value.$ref !== 'string') return { node, value }
      const target = references.resolve(value.$ref, references.scopeOf(node.file), () => true)
      return typeof target === 'string' ? undefined : target
    }
    this.#swagger = isSwagger(this.#root) ? { root: this.#root, moved: references.moved, follow } : undefined
    this.#isOld = this.#swagger !== undefined || String(this.#root.openapi).startsWith('3.0')
  }

  /** The document without its components, and the components. */
  normalize(): { whole: Node | undefined; components: Node } {
    const { moved, root } = this.#references
    const scope = this.#references.scopeOf(root)
    const node = new SourceNode(root)
    const source = this.#convert(this.#root, 'Document', node)
    const { components, ...rest } = source
    const at = moved.child(source, node, 'components')
    if (components !== undefined && !isMapping(components)) this.#omit(at, 'it is not a map')
    const fill = this.#nameComponents(Object(components), at, scope)
    for (const [name, place] of moved.of(source) ?? []) moved.set(rest, name, place)
    const whole = this.#cleanMembers(rest, 'Document', node, scope, 0)
    fill()
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next()
    return { whole, components: this.#components }
  }

  /** The node of the sources that a pointer of the form leads to. */
  find(document: Node, pointer: string): SourceNode {
    let found = new SourceNode(this.#references.root)
    let value: unknown = document
    for (const name of namesIn(pointer)) {
      const source = isObject(value) ? this.#sources.get(value) : undefined
      found = source?.moved?.get(name) ?? (source?.node ?? found).child(name)
      value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
    }
    return (isObject(value) && this.#sources.get(value)?.node) || found
  }

  /** Gives the components their names, before references lead to what they hold. @returns what cleans them */
  #nameComponents(components: Node, at: SourceNode, scope: Scope): () => void {
    const { moved } = this.#references
    const entries: (() => void)[] = []
    for (const [kind, folder] of Object.entries(componentFolders) as [NodeKind, string][]) {
      const map = components[folder]
      const place = moved.child(components, at, folder)
      if (map === undefined || map === null) continue
      if (!isMapping(map)) {
        this.#omit(place, 'it is not a map')
        continue
      }
      this.#components[folder] ??= {}
      for (const [name, value] of Object.entries(map)) {
        const node = moved.child(map, place, name)
        // A component that is nothing but a reference gives its name to what it leads to.
        const isAlias = isMapping(value) && typeof value.$ref === 'string' && (this.#isOld || isReferenceAlone(value))
        const target = isAlias ? this.#resolve(String(value.$ref), scope) : undefined
        const found =
          typeof target === 'object' ? target : { value, node, scope: this.#scopeOf(kind, value, node, scope) }
        this.#takeName(folder, name)
        const names = this.#namesIn(folder)
        if (!names.has(found.value) && isObject(found.value)) names.set(found.value, name)
        entries.push(() => {
          const cleaned =
            typeof target === 'object' && names.get(target.value) === name
              ? this.#cleanOne(target.value, kind, target.node, target.scope, 0)
              : this.#cleanOne(value, kind, node, this.#scopeOf(kind, value, node, scope), 0)
          if (cleaned !== undefined) setOwn(this.#folder(folder), name, cleaned)
        })
      }
    }
    for (const [key, value] of Object.entries(components))
      if (key.startsWith('x-')) this.#components[key] = Object(value)
    return () => {
      for (const entry of entries) entry()
    }
  }

  #scopeOf(kind: NodeKind, value: unknown, node: SourceNode, scope: Scope): Scope {
    return kind === 'Schema' ? this.#references.scopeOfSchema(value, node, scope) : scope
  }

  #folder(folder: string): Node {
    this.#components[folder] ??= {}
    return this.#components[folder]
  }

  #namesIn(folder: string): Map<unknown, string> {
    return getOrAdd(this.#names, folder, () => new Map<unknown, string>())
  }

  /** @returns the name, or one like it if another component has it */
  #takeName(folder: string, base: string): string {
    const taken = getOrAdd(this.#taken, folder, () => new Set<string>())
    let name = base
    for (let index = 2; taken.has(name); index++) name = `${base}-${index}`
    taken.add(name)
    return name
  }

  #resolve(ref: string, scope: Scope): Target | string {
    // Each link of a chain may enter a resource with dynamic anchors.
    const isDynamic = scope.file.hasDynamicAnchors
    return this.#references.resolve(ref, scope, (value) => this.#isOld || (isReferenceAlone(value) && !isDynamic))
  }

  #convert(value: Node, kind: NodeKind, node: SourceNode): Node {
    return this.#swagger ? convertSwagger(kind, value, node, this.#swagger) : value
  }

  #clean(given: unknown, kind: NodeKind, node: SourceNode, outer: Scope, depth: number): Node | undefined {
    if (!isMapping(given)) return undefined
    if (depth > maxDepth) {
      this.#omit(node, `it is nested more than ${maxDepth} levels deep`)
      return {}
    }
    const scope = kind === 'Schema' ? this.#references.scopeAt(given, node, outer) : outer
    const cleaned =
      typeof given.$ref === 'string'
        ? this.#cleanReference(given, given.$ref, kind, node, scope, depth)
        : this.#cleanMembers(this.#convert(given, kind, node), kind, node, scope, depth)
    // References enter a schema resource at its root or at a component.
    if (cleaned && kind === 'Schema' && (depth === 1 || typeof given.$id === 'string')) this.#setAnchors(cleaned, scope)
    return cleaned
  }

  /** The schemas that `$dynamicRef` may lead to once the resource of a schema is entered. */
  #setAnchors(schema: Node, scope: Scope): void {
    const anchors = [...this.#references.dynamicAnchorsIn(scope)]
    if (anchors.length === 0) return
    schema['x-dynamic-anchors'] = Object.fromEntries(anchors.map(([name, target]) => [name, this.#referTo(target)]))
  }

  #referTo(target: Target): string {
    const name = this.#nameOf('Schema', 'schemas', target)
    return `#${encodePointer(below('/components/schemas', name))}`
  }

  #cleanMembers(value: Node, kind: NodeKind, node: SourceNode, scope: Scope, depth: number): Node | undefined {
    const contents = membersByKind.get(kind)
    const { moved } = this.#references
    const copy: Node = {}
    for (const [member, one] of Object.entries(value)) {
      // OpenAPI 3.0 has one name for the schema of all elements and for the schemas of the first.
      const key = kind === 'Schema' && member === 'items' && Array.isArray(one) ? 'prefixItems' : member
      const spec = contents?.get(key) ?? (kind === 'Callback' && !key.startsWith('x-') ? 'PathItem' : undefined)
      const loss = knownLoss(key, kind)
      if (loss !== undefined) this.#omit(moved.child(value, node, member), loss)
      if (spec === undefined) {
        if (key.startsWith('x-')) copy[key] = one
        else if (kind === 'Schema' && !this.#isOld) this.#noteKeyword(key, node)
        continue
      }
      const cleaned = plain[spec]
        ? this.#cleanPlain(spec, key, one, value, node, scope)
        : this.#cleanMember(spec, key, one, moved.child(value, node, member), scope, depth)
      if (cleaned !== undefined) setOwn(copy, key, cleaned)
    }
    const result = kind === 'Schema' ? this.#finishSchema(copy, value, node, scope, depth) : finish(copy, kind)
    if (typeof result !== 'string') return this.#place(result, node, moved.of(value))
    this.#omit(node, result)
    return undefined
  }

  #noteKeyword(key: string, node: SourceNode): void {
    const meant = meantKeyword(key)
    if (meant === undefined) return
    const message = `There is no keyword \`${key}\`. Did you mean ${meant}?`
    this.keywordFaults.push({ node: node.child(key), message })
  }

  #place<T extends object>(form: T, node: SourceNode, moved?: ReadonlyMap<string, SourceNode>): T {
    this.#sources.set(form, { node, moved })
    return form
  }

  #cleanPlain(spec: string, key: string, value: unknown, parent: Node, node: SourceNode, scope: Scope): unknown {
    if (spec === 'requirements')
      return this.#cleanRequirements(value, this.#references.moved.child(parent, node, key), scope)
    if (plain[spec]?.(value)) return value
    if (spec === 'text' && lenientTexts.has(key) && /^(number|bigint|boolean)$/.test(typeof value)) return String(value)
    const at = () => this.#references.moved.child(parent, node, key)
    if (spec === 'text' && isMapping(value) && typeof value.$ref === 'string') {
      // Some keep long texts in files.
      const target = this.#resolve(value.$ref, scope)
      const text = typeof target === 'object' ? target.value : undefined
      if (typeof text === 'string') return text
      this.#omit(at(), typeof target === 'string' ? target : `the reference ${value.$ref} leads to no text`, true)
      return undefined
    }
    // An empty value (`description: null`) says nothing; `required: true` at a property is a wish that the list of names grants.
    if (value !== null && value !== undefined && !(key === 'required' && typeof value === 'boolean'))
      this.#omit(at(), `${key} has a value that OpenAPI does not allow there`)
    return undefined
  }

  /** A requirement names a security scheme, or refers to one. What no scheme explains stays, so that it refuses and never opens. */
  #cleanRequirements(value: unknown, node: SourceNode, scope: Scope): Node[] | undefined {
    if (value === null) return undefined
    return [value].flat().map((requirement: unknown, index) => {
      if (!isMapping(requirement)) return { [String(requirement)]: [] }
      const entries = Object.entries(requirement).map(([name, given]) => {
        const scopes = Array.isArray(given) ? given : []
        if (this.#taken.get('securitySchemes')?.has(name) || !/[#/.]/.test(name)) return [name, scopes]
        const target = this.#resolve(name, scope)
        if (typeof target !== 'string') return [this.#nameOf('SecurityScheme', 'securitySchemes', target), scopes]
        this.#omit(node.child(index, name), target)
        return [name, scopes]
      })
      return Object.fromEntries(entries)
    })
  }

  #cleanMember(spec: string, key: string, value: unknown, node: SourceNode, scope: Scope, depth: number): unknown {
    if (spec.startsWith('{')) return this.#cleanMap(value, spec.slice(1, -1) as NodeKind, node, scope, depth)
    if (!spec.startsWith('[')) return this.#cleanOne(value, spec as NodeKind, node, scope, depth)
    if (value === null) return undefined
    if (!Array.isArray(value)) return void this.#omit(node, `${key} is not a list`)
    const kind = spec.slice(1, -1) as NodeKind
    const child = (index: number) => this.#references.moved.child(value, node, index)
    return value.flatMap((one, index) => this.#cleanOne(one, kind, child(index), scope, depth) ?? [])
  }

  #cleanMap(value: unknown, kind: NodeKind, node: SourceNode, scope: Scope, depth: number): Node | undefined {
    if (value === null) return undefined
    if (!isMapping(value)) return void this.#omit(node, 'it is not a map')
    const map: Node = {}
    for (const [name, one] of Object.entries(value)) {
      const isExtension = name.startsWith('x-') && (kind === 'PathItem' || kind === 'Response')
      // OpenAPI says that a header of this name is ignored: the media types say the same.
      if (kind === 'Header' && /^content-type$/i.test(name)) continue
      const at = this.#references.moved.child(value, node, name)
      const cleaned = isExtension ? one : this.#cleanOne(one, kind, at, scope, depth)
      if (cleaned !== undefined) setOwn(map, name, cleaned)
    }
    return this.#place(map, node)
  }

  #cleanOne(value: unknown, kind: NodeKind, node: SourceNode, scope: Scope, depth: number): unknown {
    if (kind === 'Schema' && typeof value === 'boolean') return value
    const cleaned = this.#clean(value, kind, node, scope, depth + (kind === 'Schema' ? 1 : 0))
    if (cleaned === undefined && value !== null && !isMapping(value)) this.#omit(node, `it is not a ${kind}`)
    return cleaned
  }

  #cleanReference(
    given: Node,
    ref: string,
    kind: NodeKind,
    node: SourceNode,
    scope: Scope,
    depth: number,
  ): Node | undefined {
    const target = this.#resolve(ref, scope)
    if (typeof target === 'string') {
      this.#omit(node, target, true)
      return kind === 'Schema' ? this.#place({}, node) : undefined
    }
    if (!this.referred.has(target.value))
      this.referred.set(target.value, { kind, node: target.node, value: target.value })
    const folder = componentFolders[kind]
    if (folder === undefined || inlineKinds.has(kind) || (this.#swagger && isConverted(kind, target.value))) {
      // A callback may contain its own operation.
      if (depth > 8) return void this.#omit(node, 'its references are nested too deeply')
      return this.#clean(target.value, kind, target.node, target.scope, depth + 1)
    }
    if (!isMapping(target.value) && kind !== 'Schema')
      return void this.#omit(node, `the reference ${ref} leads to no ${kind}`, true)
    const name = this.#nameOf(kind, folder, target)
    const reference = { $ref: `#${encodePointer(below('/components', folder, name))}` }
    if (kind !== 'Schema') return this.#place(reference, node)
    const { $ref: _, ...siblings } = given
    // OpenAPI 3.0 ignores what stands beside a reference; readers want its words all the same.
    const entries = Object.entries(siblings).filter(([key]) => !this.#isOld || annotations.has(key))
    const beside = entries.length > 0 && this.#cleanMembers(Object.fromEntries(entries), kind, node, scope, depth)
    return this.#place({ ...beside, ...(given.nullable === true && { 'x-nullable': true }), ...reference }, node)
  }

  /** The name of the component that holds a value. A value that is no component becomes one, so that it may refer to itself. */
  #nameOf(kind: NodeKind, folder: string, { value, node, scope }: Target): string {
    const names = this.#namesIn(folder)
    const known = names.get(value)
    if (known !== undefined) return known
    const last = namesIn(node.pointer).findLast((name) => /[A-Za-z]/.test(name)) ?? stemOf(node.file.path)
    const name = this.#takeName(folder, last.replaceAll(/[^\w.-]/g, '_'))
    if (isObject(value)) names.set(value, name)
    const own = this.#scopeOf(kind, value, node, scope)
    this.#queue.push(() => {
      const cleaned = this.#cleanOne(value, kind, node, own, 0)
      setOwn(this.#folder(folder), name, cleaned ?? {})
    })
    return name
  }

  #finishSchema(schema: Node, given: Node, node: SourceNode, scope: Scope, depth: number): Node {
    const { $dynamicRef, $recursiveRef, $dynamicAnchor } = given
    if (typeof $recursiveRef === 'string')
      return { ...schema, ...this.#clean({ $ref: $recursiveRef }, 'Schema', node, scope, depth + 1) }
    if (typeof $dynamicAnchor === 'string') schema.$dynamicAnchor = $dynamicAnchor
    if (typeof $dynamicRef === 'string') this.#setDynamicReference(schema, $dynamicRef, node, scope)
    if (Array.isArray(schema.required))
      schema.required = [...new Set(schema.required.filter((one) => typeof one === 'string'))]
    for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
      if (Array.isArray(schema[key]) && schema[key].length === 0) delete schema[key]
    this.#setTypes(schema, node)
    this.#setMapping(schema, node, scope)
    setBounds(schema)
    const fault = typeof schema.pattern === 'string' ? faultOfPattern(schema.pattern) : undefined
    if (fault !== undefined) {
      this.#omit(node.child('pattern'), fault)
      schema['x-pattern'] = schema.pattern
      delete schema.pattern
    }
    const ofNames = Object(schema.patternProperties) as Node
    for (const pattern of Object.keys(ofNames)) {
      const fault = faultOfPattern(pattern)
      if (fault === undefined) continue
      this.#omit(node.child('patternProperties', pattern), fault)
      delete ofNames[pattern]
    }
    if (schema.nullable === undefined) return schema
    if (!this.#isOld)
      this.keywordFaults.push({
        node: node.child('nullable'),
        message: "`nullable` is a keyword of OpenAPI 3.0; write `type: [string, 'null']`.",
      })
    return allowNull(schema)
  }

  /** It leads elsewhere than `$ref` only if the first schema that it finds has the dynamic anchor. */
  #setDynamicReference(schema: Node, ref: string, node: SourceNode, scope: Scope): void {
    const target = this.#references.resolve(ref, scope, () => false)
    if (typeof target === 'string') return void this.#omit(node.child('$dynamicRef'), target, true)
    const isDynamic = ref.split('#')[1] === Object(target.value).$dynamicAnchor
    if (isDynamic) schema.$dynamicRef = this.#referTo(target)
    else schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), { $ref: this.#referTo(target) }]
  }

  #setTypes(schema: Node, node: SourceNode): void {
    if (schema.type === undefined) return
    const given = [schema.type].flat()
    const known = given.filter((type) => types.has(String(type)))
    if (given.includes('file')) Object.assign(schema, { type: 'string', format: 'binary' })
    else if (known.length === 0) {
      this.#omit(node.child('type'), `there is no type ${printJson(schema.type)}`)
      delete schema.type
    } else schema.type = known.length === 1 ? known[0] : [...new Set(known)]
  }

  /** A mapping names schemas, or refers to them, from the file that it stands in. */
  #setMapping(schema: Node, node: SourceNode, scope: Scope): void {
    const { discriminator } = schema
    if (discriminator === undefined) return
    if (!isMapping(discriminator) || typeof discriminator.propertyName !== 'string') {
      this.#omit(node.child('discriminator'), 'it does not name a property')
      delete schema.discriminator
      return
    }
    const refer = (value: unknown, ...names: string[]): unknown => {
      const isName = typeof value === 'string' && this.#taken.get('schemas')?.has(value)
      const target = isName ? undefined : this.#resolve(String(value), scope)
      // A name of no schema may be the last part of one that is unknown here.
      if (typeof target === 'string' && /[#/.]/.test(String(value)))
        this.#omit(node.child('discriminator', ...names), target, true)
      const name = isName ? value : typeof target === 'object' ? this.#nameOf('Schema', 'schemas', target) : undefined
      return name === undefined ? value : `#${encodePointer(below('/components/schemas', name))}`
    }
    const { mapping, defaultMapping } = discriminator
    schema.discriminator = {
      ...discriminator,
      ...(isMapping(mapping) && {
        mapping: Object.fromEntries(Object.entries(mapping).map(([key, one]) => [key, refer(one, 'mapping', key)])),
      }),
      ...(defaultMapping !== undefined && { defaultMapping: refer(defaultMapping, 'defaultMapping') }),
    }
  }
}

/** What kind of a thing must have; a sentence if it lacks that. */
function finish(copy: Node, kind: NodeKind): Node | string {
  // What was sent is the text; what it says is the value.
  if (kind === 'Example' && !Object.hasOwn(copy, 'value')) {
    const { dataValue = copy.serializedValue } = copy
    return dataValue === undefined ? copy : { ...copy, value: dataValue }
  }
  if (kind !== 'Parameter') return copy
  const isKnownPlace = /^(query|querystring|path|header|cookie)$/.test(String(copy.in))
  return typeof copy.name === 'string' && isKnownPlace ? copy : 'the parameter lacks a name or a known place'
}

/** A parameter of OpenAPI 2.0 that is part of a body has no component. */
function isConverted(kind: NodeKind, value: unknown): boolean {
  return kind === 'Parameter' && isMapping(value) && (value.in === 'body' || value.in === 'formData')
}

function stemOf(path: string): string {
  return basename(path).replace(/\.[^.]*$/, '') || 'Schema'
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
  if (kind === 'Document' && key === 'jsonSchemaDialect') return `${key} is not used`
  if (key === 'callbacks' && kind === 'Operation') return 'the mock calls nobody back'
  if (kind === 'Schema' && /^\$(schema|vocabulary)$/.test(key)) return `${key} is not used`
  return undefined
}

/** The keyword of schemas that a name nearly is. Other unknown names say something to somebody else. */
const meantKeyword = memoize((name: string): string | undefined =>
  name.length < 5 || /^(\$.*|definitions|dependencies|additionalItems)$/.test(name)
    ? undefined
    : nearestName(name, [...(membersByKind.get('Schema')?.keys() ?? [])]),
)

/** OpenAPI 3.0 says whether a bound itself is allowed. */
function setBounds(schema: Node): void {
  for (const [bound, exclusive] of Object.entries({ minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' })) {
    const { [bound]: value, [exclusive]: isOpen } = schema
    if (typeof isOpen !== 'boolean') continue
    delete schema[exclusive]
    if (!isOpen || value === undefined) continue
    schema[exclusive] = value
    delete schema[bound]
  }
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

/**
 * A schema that consists of itself (`A: {allOf: [A]}`) would be validated without end: the reference that closes the circle allows anything.
 * Without recursion, since references may form long chains.
 */
function breakCircles(schemas: Node, omit: (pointer: string, reason: string) => void): void {
  const done = new Set<string>()
  const open = new Set<string>()
  const stack: { name?: string; parts: Iterator<[schema: unknown, at: string]> }[] = []
  const enter = (name: string): void => {
    if (done.has(name) || !Object.hasOwn(schemas, name)) return
    open.add(name)
    stack.push({ name, parts: [[schemas[name], below('/components/schemas', name)] as [unknown, string]].values() })
  }
  for (const first of Object.keys(schemas)) {
    enter(first)
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const { value: next, done: isDone } = frame.parts.next()
      if (isDone) {
        stack.pop()
        if (frame.name === undefined) continue
        open.delete(frame.name)
        done.add(frame.name)
      } else if (isObject(next[0])) {
        const [schema, at] = next
        const target = typeof schema.$ref === 'string' ? nameOfReference(schema.$ref) : undefined
        stack.push({ parts: inPlaceParts(schema, at) })
        if (target !== undefined && open.has(target)) {
          omit(at, `the schema consists of itself: ${target}`)
          delete schema.$ref
        } else if (target !== undefined) enter(target)
      }
    }
  }
}

/** The schemas in a schema that judge the same value. */
function* inPlaceParts(schema: Node, at: string): Generator<[schema: unknown, at: string], undefined> {
  for (const key of ['allOf', 'anyOf', 'oneOf', 'dependentSchemas'])
    for (const [name, part] of Object.entries(Object(schema[key]))) yield [part, below(at, key, name)]
  for (const key of ['not', 'if', 'then', 'else']) yield [schema[key], below(at, key)]
}

/** A pointer as a part of an address. */
function encodePointer(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/')
}
