import { isMapping, isObject } from '../json-pointer.ts'
import type { NodeKind } from './document-members.ts'
import type { MovedMembers, SourceNode } from './source-file.ts'

type Node = Record<string, unknown>

/** A node of a document of OpenAPI 2.0, after references. */
interface Followed {
  node: SourceNode
  value: unknown
}

/** What the parts of one document of OpenAPI 2.0 share. */
export interface Swagger {
  root: Node
  moved: MovedMembers
  /** Where a value that may be a reference leads; undefined if nowhere. */
  follow(value: unknown, node: SourceNode): Followed | undefined
}

/** Members of a parameter or header that say what its values are, and stand in a schema in OpenAPI 3. */
const ofSchema = new Set(
  'type format items default enum maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf'.split(
    ' ',
  ),
)

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']

/** Styles of OpenAPI 3 that read what `collectionFormat` writes. There is none for tabs. */
const styles: Record<string, string> = { ssv: 'spaceDelimited', pipes: 'pipeDelimited', tsv: 'tabDelimited' }

/** Nodes that stand in the form of OpenAPI 3 already. */
const converted = new WeakSet<object>()

type Convert = (value: Node, node: SourceNode, swagger: Swagger) => Node

const converters: Partial<Record<NodeKind, Convert>> = {
  Document: convertDocument,
  PathItem: convertPathItem,
  Operation: convertOperation,
  Parameter: convertParameter,
  Header: convertParameter,
  Response: (value, node, swagger) => convertResponse(value, node, swagger, listOf(swagger.root.produces)),
  SecurityScheme: convertSecurityScheme,
  Schema: convertSchema,
}

/**
 * A node of OpenAPI 2.0 with the members that OpenAPI 3 has in their places; the others are left to be dropped. What stands below it is as
 * it was, and where it was written is noted.
 */
export function convertSwagger(kind: NodeKind, value: Node, node: SourceNode, swagger: Swagger): Node {
  return converted.has(value) ? value : (converters[kind]?.(value, node, swagger) ?? value)
}

/** Members that are components in OpenAPI 3, by their folders. */
const ofComponents = {
  schemas: 'definitions',
  parameters: 'parameters',
  responses: 'responses',
  securitySchemes: 'securityDefinitions',
}

function convertDocument(value: Node, node: SourceNode, { moved }: Swagger): Node {
  const { host, basePath, schemes } = value
  const base = typeof basePath === 'string' ? basePath : ''
  const protocols = Array.isArray(schemes) && schemes.length > 0 ? schemes : ['https']
  const urls = typeof host === 'string' ? protocols.map((scheme) => `${scheme}://${host}${base}`) : base ? [base] : []
  const components: Node = {}
  for (const [folder, name] of Object.entries(ofComponents)) {
    const { [name]: map } = value
    const isMixed = name === 'parameters' && isMapping(map)
    if (map !== undefined)
      components[folder] = isMixed ? Object.fromEntries(Object.entries(map).filter(([, one]) => !isOfBody(one))) : map
    moved.set(components, folder, node.child(name))
  }
  const copy = { ...value, ...(urls.length > 0 && { servers: urls.map((url) => ({ url })) }), components }
  moved.set(copy, 'servers', node.child(host === undefined ? 'basePath' : 'host'))
  moved.set(copy, 'components', node)
  return copy
}

function isOfBody(parameter: unknown): boolean {
  return isMapping(parameter) && (parameter.in === 'body' || parameter.in === 'formData')
}

/** A body that stands at a path belongs to each of its operations. */
function convertPathItem(value: Node, node: SourceNode, swagger: Swagger): Node {
  const all = parametersAt(value, node, swagger)
  const ofBody = all.filter(({ value }) => isOfBody(value))
  if (ofBody.length === 0) return value
  const copy: Node = {
    ...value,
    parameters: listWith(
      all.filter((one) => !ofBody.includes(one)),
      swagger,
    ),
  }
  for (const method of methods) {
    const operation = value[method]
    if (!isMapping(operation)) continue
    const own = parametersAt(operation, node.child(method), swagger)
    const isSet = ({ value: { name, in: place } }: { value: Node }) =>
      own.some(({ value }) => (place === 'body' ? isOfBody(value) : value.in === place && value.name === name))
    copy[method] = { ...operation, parameters: listWith([...own, ...ofBody.filter((one) => !isSet(one))], swagger) }
  }
  return copy
}

/** A list of nodes that stand elsewhere, each with the value that stands there. */
function listWith(parameters: readonly { node: SourceNode; given: unknown }[], { moved }: Swagger): unknown[] {
  const list = parameters.map(({ given }) => given)
  for (const [index, { node }] of parameters.entries()) moved.set(list, index, node)
  return list
}

function parametersAt({ parameters }: Node, node: SourceNode, swagger: Swagger) {
  const list = Array.isArray(parameters) ? parameters : []
  return list.flatMap((given: unknown, index) => {
    const at = swagger.moved.child(list, node.child('parameters'), index)
    const found = swagger.follow(given, at)
    return isMapping(found?.value) ? [{ given, node: at, value: found.value, target: found.node }] : []
  })
}

function convertOperation(value: Node, node: SourceNode, swagger: Swagger): Node {
  const { consumes, produces, responses } = value
  const { root, moved } = swagger
  const all = parametersAt(value, node, swagger)
  const body = all.find(({ value }) => value.in === 'body')
  const fields = all.filter(({ value }) => value.in === 'formData')
  const others = all.filter(({ value }) => !isOfBody(value))
  const copy: Node = { ...value, parameters: listWith(others, swagger) }
  const accepted = listOf(consumes ?? root.consumes)
  if (body) {
    const media = { schema: body.value.schema }
    moved.set(media, 'schema', body.target.child('schema'))
    copy.requestBody = marked({ ...body.value, content: Object.fromEntries(accepted.map((type) => [type, media])) })
    moved.set(copy, 'requestBody', body.target)
  } else if (fields.length > 0) {
    copy.requestBody = convertForm(fields, accepted, swagger)
    moved.set(copy, 'requestBody', fields[0]?.target ?? node)
  }
  if (!isMapping(responses) || produces === undefined) return copy
  const convert = ([code, given]: [string, unknown]) => {
    const found = swagger.follow(given, node.child('responses', code))
    return [code, isMapping(found?.value) ? convertResponse(found.value, found.node, swagger, listOf(produces)) : given]
  }
  return { ...copy, responses: Object.fromEntries(Object.entries(responses).map(convert)) }
}

function convertForm(fields: readonly { value: Node; target: SourceNode }[], accepted: string[], swagger: Swagger) {
  const hasFile = fields.some(({ value }) => value.type === 'file')
  const forms = accepted.filter((type) => /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type))
  const types = hasFile ? forms.filter((type) => /^multipart/i.test(type)) : forms
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const properties: Node = {}
  const encoding: Node = {}
  for (const { value, target } of fields) {
    const name = String(value.name)
    const { schema, style, explode, ...form } = convertParameter({ ...value, in: 'query' }, target, swagger)
    properties[name] = isMapping(schema) ? marked({ ...schema, description: value.description }) : schema
    swagger.moved.set(properties, name, target)
    const collection = form['x-collection-format']
    if (style !== undefined)
      encoding[name] = { style, explode, ...(collection !== undefined && { 'x-collection-format': collection }) }
  }
  const required = fields.flatMap(({ value }) => (value.required === true ? [String(value.name)] : []))
  const schema = marked({ type: 'object', properties, ...(required.length > 0 && { required }) })
  const media = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) }
  return marked({
    required: required.length > 0,
    content: Object.fromEntries((types.length > 0 ? types : [usual]).map((type) => [type, media])),
  })
}

function convertParameter(value: Node, node: SourceNode, { moved }: Swagger): Node {
  const schema: Node = Object.fromEntries(Object.entries(value).filter(([key]) => ofSchema.has(key)))
  for (const key of Object.keys(schema)) moved.set(schema, key, node.child(key))
  const copy: Node = { ...value, schema: convertSchema(schema) }
  moved.set(copy, 'schema', node)
  if (value.type === 'array') {
    const format = String(value.collectionFormat ?? 'csv')
    const isSimple = value.in === 'path' || value.in === undefined || value.in === 'header'
    copy.style = styles[format] ?? (isSimple ? 'simple' : 'form')
    copy.explode = format === 'multi'
    // It knows no encoding: an encoded separator separates as well.
    if (format !== 'multi') copy['x-collection-format'] = format
  }
  return copy
}

function convertResponse(value: Node, node: SourceNode, { moved }: Swagger, produces: string[]): Node {
  const { schema, examples } = value
  const shown = isMapping(examples) ? examples : {}
  const types = [...new Set([...(schema === undefined ? [] : produces), ...Object.keys(shown)])]
  const contentOf = (type: string) => {
    const example = Object.hasOwn(shown, type) ? shown[type] : undefined
    const media = { ...(schema !== undefined && { schema }), ...(example !== undefined && { example }) }
    moved.set(media, 'schema', node.child('schema'))
    moved.set(media, 'example', node.child('examples', type))
    return [type, media]
  }
  return marked({ ...value, ...(types.length > 0 && { content: Object.fromEntries(types.map(contentOf)) }) })
}

const flowNames: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

function convertSecurityScheme(value: Node): Node {
  if (value.type === 'basic') return { ...value, type: 'http', scheme: 'basic' }
  if (value.type !== 'oauth2') return value
  const { flow, authorizationUrl, tokenUrl, scopes = {} } = value
  const urls = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  }
  return { ...value, flows: { [flowNames[String(flow)] ?? String(flow)]: { ...urls, scopes } } }
}

function convertSchema(value: Node): Node {
  const { discriminator: propertyName, nullable = value['x-nullable'] === true || undefined } = value
  if (typeof propertyName !== 'string' && nullable === value.nullable) return value
  return { ...value, nullable, ...(typeof propertyName === 'string' && { discriminator: { propertyName } }) }
}

function marked<T extends object>(node: T): T {
  converted.add(node)
  return node
}

function listOf(types: unknown): string[] {
  const list = Array.isArray(types) ? types.filter((type) => typeof type === 'string') : []
  return list.length > 0 ? list : ['application/json']
}

/** Whether a document is one of OpenAPI 2.0. */
export function isSwagger(root: unknown): boolean {
  return isObject(root) && root.swagger !== undefined && root.openapi === undefined
}
