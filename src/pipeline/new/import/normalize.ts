import { below, isObject, pointerIn, valueAt } from '../../../contract/json-pointer.ts'
import { createCompiler } from '../../generate/faults/assert-compilable.ts'
import { inlineReferences } from './inline-references.ts'
import { folders, mapping, operationIdOf, operationsIn } from './names.ts'
import { type Node, nodesIn } from './walk.ts'

/** Parts of the document that this repository does not use or cannot represent: one line each. */
export type LeftOut = string[]

/** The styles in which the mock and the clients write arrays and objects. */
const styles: Readonly<Record<string, readonly string[]>> = {
  query: ['form'],
  path: ['simple'],
  header: ['simple'],
  cookie: ['form'],
}

/** Changes a document in place to the form that the tools of this repository read. Returns everything that is lost. */
export function normalize(document: Node, name: string): LeftOut {
  const left: LeftOut = []
  document.openapi = '3.1.0'
  for (const key of ['webhooks', 'jsonSchemaDialect']) {
    if (document[key] === undefined) continue
    left.push(`${key}: the mock and the clients have no use for them`)
    delete document[key]
  }
  removePaths(document, left)
  inlineReferences(document)
  setServers(document, name, left)
  // In OpenAPI, a missing `security` means that none is required.
  document.security ??= []
  for (const { path, method, item, node } of operationsIn(document)) {
    const where = `${method.toUpperCase()} ${path}`
    for (const [key, why] of Object.entries(unkept)) {
      if (node[key] === undefined) continue
      left.push(`${key} of ${where}: ${why}`)
      delete node[key]
    }
    normalizeParameters(node, where, left)
    normalizeParameters(item, path, left)
  }
  setIds(document)
  setTags(document)
  for (const [at, schema] of [...nodesIn(document)]) normalizeSchema(schema, at, left)
  const components = mapping(document.components)
  for (const kind of ['links', 'callbacks', 'pathItems', 'examples']) delete components[kind]
  removeUnused(document, components, left)
  return left
}

const unkept = {
  callbacks: 'the mock calls nobody back',
  servers: 'all operations are served at the first server of the document',
  links: 'they are kept at responses alone',
}

function removePaths(document: Node, left: LeftOut): void {
  const paths = mapping(document.paths)
  for (const path of Object.keys(paths)) {
    if (/[?#]/.test(path)) {
      left.push(`path ${path}: a server cannot distinguish paths by the text after \`?\` or \`#\``)
      delete paths[path]
      continue
    }
    const odd = path.split('/').find((segment) => /[{}]/.test(segment) && !/^\{[^{}]+\}$/.test(segment))
    if (odd === undefined) continue
    left.push(`path ${path}: the mock's router takes no segment like \`${odd}\`, which mixes text and parameters`)
    delete paths[path]
  }
}

/** The first server is the mock; the others are those of the document. */
function setServers(document: Node, name: string, left: LeftOut): void {
  const given = Array.isArray(document.servers) ? document.servers.map(mapping) : []
  const [first] = given
  const url = String(first?.url ?? '').replaceAll(/\{([^{}]+)\}/g, (_, variable: string) =>
    String(mapping(mapping(first?.variables)[variable]).default ?? variable),
  )
  const path = url
    .replace(/^[a-z+]+:\/\/[^/]*/i, '')
    .replace(/\/+$/, '')
    .replace(/[?#].*$/, '')
  const base = path === '' || path.startsWith('/') ? path : `/${path}`
  const isFit = /^[\w/.~%-]*$/.test(base)
  if (!isFit) left.push(`the path of the server ${url}: the mock serves the interface at /${name}`)
  const mount = isFit ? base : ''
  document.servers = [
    { url: `http://127.0.0.1:4010/${name}${mount}`, description: 'The mock of this repository.' },
    ...(given.length > 0 ? given : [{ url: `https://${name}.example${mount}` }]),
  ]
  for (const [path, item] of Object.entries(mapping(document.paths))) {
    if (mapping(item).servers === undefined) continue
    left.push(`servers of ${path}: ${unkept.servers}`)
    delete mapping(item).servers
  }
}

function normalizeParameters(node: Node, where: string, left: LeftOut): void {
  if (!Array.isArray(node.parameters)) return
  node.parameters = node.parameters.filter((one) => {
    const { in: place, name, style } = mapping(one)
    if (place === 'header' && /^(accept|content-type|authorization)$/i.test(String(name))) {
      left.push(`header parameter ${name} of ${where}: OpenAPI ignores it`)
      return false
    }
    if (style !== undefined && !styles[String(place)]?.includes(String(style))) {
      left.push(`style ${style} of ${place} parameter ${name} of ${where}: the clients and the checks write another`)
    }
    return true
  })
}

function setIds(document: Node): void {
  const operations = operationsIn(document)
  const taken = new Set(
    operations.flatMap(({ node }) => (typeof node.operationId === 'string' ? [node.operationId] : [])),
  )
  for (const { path, method, node } of operations) {
    if (typeof node.operationId !== 'string') node.operationId = operationIdOf(method, path, taken)
    taken.add(String(node.operationId))
  }
}

/** Each operation has a tag: the documentation shows operations by their tags. */
function setTags(document: Node): void {
  const declared = (Array.isArray(document.tags) ? document.tags : []).map(mapping)
  const known = new Set(declared.map(({ name }) => name))
  for (const { node } of operationsIn(document)) {
    if (!Array.isArray(node.tags) || node.tags.length === 0) node.tags = ['Operations']
    for (const tag of node.tags as unknown[]) {
      if (known.has(tag)) continue
      known.add(tag)
      declared.push({ name: tag })
    }
  }
  document.tags = declared
}

const compile = createCompiler()

/** Removes keywords that would turn validation off, or that have no effect here. */
function normalizeSchema(schema: Node, at: string, left: LeftOut): void {
  if (typeof schema.pattern === 'string' && compile({ type: 'string', pattern: schema.pattern }) !== undefined) {
    left.push(`pattern at ${at}: it is not an ECMAScript pattern`)
    delete schema.pattern
  }
  if (Array.isArray(schema.enum) && schema.enum.length === 0) {
    left.push(`enum at ${at}: it is empty, and would allow nothing`)
    delete schema.enum
  }
  allowNull(schema, at, left)
  if (isObject(schema.discriminator)) {
    left.push(`discriminator at ${at}: the schemas of \`oneOf\` and \`anyOf\` decide alone`)
    delete schema.discriminator
  }
  const unheeded = [
    'prefixItems',
    'unevaluatedItems',
    'unevaluatedProperties',
    'dependentRequired',
    'dependentSchemas',
  ].filter((keyword) => schema[keyword] !== undefined && !/\/(properties|\$defs|schemas)$/.test(at))
  for (const keyword of unheeded) left.push(`${keyword} at ${at}: it is kept, but the mock does not obey it`)
}

const annotations = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
])

/**
 * The converter keeps `nullable` if there is no `type` beside it, where OpenAPI gives it no meaning. But authors who write it mean it, and
 * a check must not ask more of a server than they do.
 */
function allowNull(schema: Node, at: string, left: LeftOut): void {
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map(mapping) : []
  const isMeant = [schema, ...parts].some(({ nullable }) => nullable === true)
  for (const node of [schema, ...parts]) if (typeof node.nullable === 'boolean') delete node.nullable
  const decisive = Object.entries(schema).filter(([key]) => !annotations.has(key) && !key.startsWith('x-'))
  if (!isMeant || decisive.length === 0) return
  left.push(`nullable at ${at}: it stands without a \`type\`, and null is allowed there`)
  for (const [key] of decisive) delete schema[key]
  schema.anyOf = [Object.fromEntries(decisive), { type: 'null' }]
}

/** A reader would take an unused file for a part of the contract. */
function removeUnused(document: Node, components: Node, left: LeftOut): void {
  const used = new Set<string>()
  const reach = (start: unknown): void => {
    for (const [, { $ref: ref }] of nodesIn(start)) {
      if (typeof ref !== 'string' || used.has(ref)) continue
      used.add(ref)
      reach(valueAt(document, pointerIn(ref)))
    }
  }
  reach(document.paths)
  for (const kind of Object.keys(folders)) {
    for (const name of Object.keys(mapping(components[kind]))) {
      if (used.has(`#${below('/components', kind, name)}`)) continue
      left.push(`components/${kind}/${name}: no operation uses it`)
      delete mapping(components[kind])[name]
    }
  }
}
