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

/** A node of OpenAPI 2.0 in the form of OpenAPI 3. What stands below it is as it was, and where it was written is noted. */
export function convertSwagger(kind: NodeKind, value: Node, node: SourceNode, swagger: Swagger): Node {
  if (converted.has(value)) return value
  switch (kind) {
    case 'Document':
      return convertDocument(value, node, swagger)
    case 'PathItem':
      return convertPathItem(value, node, swagger)
    case 'Operation':
      return convertOperation(value, node, swagger)
    case 'Parameter':
    case 'Header':
      return convertParameter(value, node, swagger)
    case 'Response':
      return convertResponse(value, node, swagger, listOf(swagger.root.produces))
    case 'SecurityScheme':
      return convertSecurityScheme(value)
    case 'Schema':
      return convertSchema(value)
    default:
      return value
  }
}

function convertDocument(value: Node, node: SourceNode, { moved }: Swagger): Node {
  const {
    swagger: _,
    host,
    basePath,
    schemes,
    definitions,
    parameters,
    responses,
    securityDefinitions,
    ...rest
  } = value
  const base = typeof basePath === 'string' ? basePath : ''
  const protocols = Array.isArray(schemes) && schemes.length > 0 ? schemes : ['https']
  const urls = typeof host === 'string' ? protocols.map((scheme) => `${scheme}://${host}${base}`) : base ? [base] : []
  const components = {
    ...(definitions !== undefined && { schemas: definitions }),
    ...(isMapping(parameters) && {
      parameters: Object.fromEntries(Object.entries(parameters).filter(([, one]) => !isOfBody(one))),
    }),
    ...(responses !== undefined && { responses }),
    ...(securityDefinitions !== undefined && { securitySchemes: securityDefinitions }),
  }
  moved.set(components, 'schemas', node.child('definitions'))
  moved.set(components, 'parameters', node.child('parameters'))
  moved.set(components, 'responses', node.child('responses'))
  moved.set(components, 'securitySchemes', node.child('securityDefinitions'))
  const copy = { ...rest, ...(urls.length > 0 && { servers: urls.map((url) => ({ url })) }), components }
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
  const { parameters: _, consumes, produces, schemes: __, responses, ...rest } = value
  const { root, moved } = swagger
  const all = parametersAt(value, node, swagger)
  const body = all.find(({ value }) => value.in === 'body')
  const fields = all.filter(({ value }) => value.in === 'formData')
  const copy: Node = {
    ...rest,
    parameters: listWith(
      all.filter(({ value }) => !isOfBody(value)),
      swagger,
    ),
  }
  const accepted = listOf(consumes ?? root.consumes)
  if (body) {
    const { description, required, schema } = body.value
    const content = Object.fromEntries(accepted.map((type) => [type, { schema }]))
    for (const media of Object.values(content)) moved.set(media, 'schema', body.target.child('schema'))
    const names = Object.entries(body.value).filter(([key]) => key.startsWith('x-'))
    copy.requestBody = marked({ description, required, content, ...Object.fromEntries(names) })
    moved.set(copy, 'requestBody', body.target)
  } else if (fields.length > 0) {
    copy.requestBody = convertForm(fields, accepted, swagger)
    moved.set(copy, 'requestBody', fields[0]?.target ?? node)
  }
  if (!isMapping(responses)) return { ...copy, responses }
  const answered = produces === undefined ? undefined : listOf(produces)
  copy.responses = Object.fromEntries(
    Object.entries(responses).map(([code, given]) => {
      const found = answered && swagger.follow(given, node.child('responses', code))
      return [code, isMapping(found?.value) ? convertResponse(found.value, found.node, swagger, answered ?? []) : given]
    }),
  )
  return copy
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
  const entries = Object.entries(value)
  const schema: Node = Object.fromEntries(entries.filter(([key]) => ofSchema.has(key)))
  const rest: Node = Object.fromEntries(
    entries.filter(([key]) => !ofSchema.has(key) && key !== 'collectionFormat' && key !== 'schema'),
  )
  for (const key of Object.keys(schema)) moved.set(schema, key, node.child(key))
  const copy: Node = { ...rest, schema: convertSchema(schema) }
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
  const { schema, examples, ...rest } = value
  const shown = isMapping(examples) ? examples : {}
  const types = [...new Set([...(schema === undefined ? [] : produces), ...Object.keys(shown)])]
  if (types.length === 0) return marked(rest)
  const content = Object.fromEntries(
    types.map((type) => {
      const example = Object.hasOwn(shown, type) ? shown[type] : undefined
      const media = { ...(schema !== undefined && { schema }), ...(example !== undefined && { example }) }
      moved.set(media, 'schema', node.child('schema'))
      moved.set(media, 'example', node.child('examples', type))
      return [type, media]
    }),
  )
  return marked({ ...rest, content })
}

function convertSecurityScheme(value: Node): Node {
  if (value.type === 'basic') return { ...value, type: 'http', scheme: 'basic' }
  if (value.type !== 'oauth2') return value
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = value
  const names: Record<string, string> = { application: 'clientCredentials', accessCode: 'authorizationCode' }
  const own = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  }
  return { ...rest, flows: { [names[String(flow)] ?? String(flow)]: { ...own, scopes } } }
}

function convertSchema(value: Node): Node {
  const { discriminator } = value
  const isNullable = value['x-nullable'] === true && value.nullable === undefined
  if (typeof discriminator !== 'string' && !isNullable) return value
  return {
    ...value,
    ...(typeof discriminator === 'string' && { discriminator: { propertyName: discriminator } }),
    ...(isNullable && { nullable: true }),
  }
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
