type Node = Readonly<Record<string, unknown>>

/** The keywords of a Schema Object in OpenAPI 3.0. */
const keywords = new Set([
  ...['title', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties', 'required', 'enum', 'type'],
  ...['allOf', 'oneOf', 'anyOf', 'not', 'items', 'properties', 'additionalProperties', 'description', 'format'],
  ...['default', 'nullable', 'discriminator', 'readOnly', 'writeOnly', 'xml', 'externalDocs', 'example', 'deprecated'],
])
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Violations of OpenAPI 3.0 in references, parameters, responses and schemas. */
export function problemsOf30(document: Node): string[] {
  return [
    ...securityProblems(document),
    ...referenceProblems(document, document),
    ...Object.entries(nodeOf(document.paths)).flatMap(([path, item]) => pathProblems(path, nodeOf(item), document)),
    ...schemasIn(document).flatMap(schemaProblems),
  ]
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

/** A node, or the target of its reference. */
export function resolve(node: unknown, document: Node): Node {
  const { $ref } = nodeOf(node)
  if (typeof $ref !== 'string') return nodeOf(node)
  const names = $ref.split('/').slice(1)
  return names.reduce<Node>((at, name) => nodeOf(at[name]), document)
}

function referenceProblems(node: unknown, document: Node): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => referenceProblems(each, document))
  const { $ref } = nodeOf(node)
  const inside = Object.values(nodeOf(node)).flatMap((each) => referenceProblems(each, document))
  if (typeof $ref !== 'string') return inside
  const leads = $ref.startsWith('#/') && Object.keys(resolve(node, document)).length > 0
  return leads ? inside : [`${$ref} leads nowhere`]
}

function securityProblems({ security, components }: Node): string[] {
  const known = nodeOf(nodeOf(components).securitySchemes)
  const named = [security ?? []].flat().flatMap((requirement) => Object.keys(nodeOf(requirement)))
  return named.filter((name) => !(name in known)).map((name) => `the security scheme ${name} is not there`)
}

function pathProblems(path: string, item: Node, document: Node): string[] {
  const operations = methods.filter((method) => method in item)
  if (operations.length === 0) return [`${path} has no operation`]
  return operations.flatMap((method) => {
    const operation = nodeOf(item[method])
    const parameters = [item.parameters, operation.parameters].flat().map((each) => resolve(each, document))
    const missing = [...path.matchAll(/\{([^}]+)\}/g)].filter(
      ([, name]) => !parameters.some((each) => each.name === name),
    )
    const responses = Object.values(nodeOf(operation.responses)).map((response) => resolve(response, document))
    const isWhole = responses.length > 0 && responses.every(({ description }) => typeof description === 'string')
    return [
      ...missing.map(([, name]) => `${method} ${path} has no parameter ${name}`),
      ...(isWhole ? [] : [`${method} ${path} has no responses, or one without a description`]),
    ]
  })
}

/** The schemas of components, of parameters and of media types, without nested ones. */
function schemasIn(document: Node): unknown[] {
  const found: unknown[] = Object.values(nodeOf(nodeOf(document.components).schemas))
  const pending: unknown[] = [document.paths, { ...nodeOf(document.components), schemas: {} }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...next)
    for (const [name, value] of Object.entries(nodeOf(next))) {
      if (name === 'schema') found.push(value)
      else if (typeof value === 'object' && value !== null) pending.push(value)
    }
  }
  return found
}

function schemaProblems(schema: unknown): string[] {
  const { $ref, ...node } = nodeOf(schema)
  if ($ref !== undefined) return Object.keys(node).length === 0 ? [] : [`${$ref} has something beside it`]
  const unknown = Object.keys(node).filter((keyword) => !keywords.has(keyword) && !keyword.startsWith('x-'))
  const { additionalProperties, items } = node
  const inside = [node.allOf, node.anyOf, node.oneOf, node.not, items, Object.values(nodeOf(node.properties))].flat()
  if (typeof additionalProperties === 'object') inside.push(additionalProperties)
  return [
    ...unknown.map((keyword) => `a schema has ${keyword}`),
    // In 3.0, an array has `items`, and a type is one name.
    ...(typeof node.type === 'object' || (node.type === 'array' && items === undefined)
      ? ['a schema has a type of 3.1']
      : []),
    ...inside.filter((each) => each !== undefined).flatMap(schemaProblems),
  ]
}
