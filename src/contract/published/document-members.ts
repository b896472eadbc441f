/** The members of the objects of an OpenAPI document, by what they hold: `[Parameter]` is a list, `{Schema}` a map of names. */
const members = {
  Document: {
    Info: 'info',
    '{PathItem}': 'paths webhooks',
    Components: 'components',
    '[Server]': 'servers',
    '[Tag]': 'tags',
    requirements: 'security',
    data: 'externalDocs',
  },
  Info: { text: 'title version description summary termsOfService', data: 'license contact' },
  Tag: { text: 'name summary description parent kind', data: 'externalDocs' },
  Server: { text: 'name url description', data: 'variables' },
  Components: {
    '{Schema}': 'schemas',
    '{Parameter}': 'parameters',
    '{Response}': 'responses',
    '{RequestBody}': 'requestBodies',
    '{Header}': 'headers',
    '{Example}': 'examples',
    '{SecurityScheme}': 'securitySchemes',
    '{Link}': 'links',
    '{MediaType}': 'mediaTypes',
  },
  PathItem: {
    text: 'summary description',
    '[Parameter]': 'parameters',
    '[Server]': 'servers',
    Operation: 'get put post delete options head patch trace query',
    '{Operation}': 'additionalOperations',
  },
  Operation: {
    text: 'operationId summary description',
    flag: 'deprecated',
    requirements: 'security',
    data: 'tags externalDocs',
    '{Callback}': 'callbacks',
    '[Parameter]': 'parameters',
    '[Server]': 'servers',
    RequestBody: 'requestBody',
    '{Response}': 'responses',
  },
  Callback: {},
  Parameter: {
    text: 'name in description style',
    flag: 'required deprecated explode allowReserved allowEmptyValue',
    data: 'example',
    Schema: 'schema',
    '{MediaType}': 'content',
    '{Example}': 'examples',
  },
  RequestBody: { text: 'description', flag: 'required', '{MediaType}': 'content' },
  Response: { text: 'summary description', '{Header}': 'headers', '{MediaType}': 'content', '{Link}': 'links' },
  Header: {
    text: 'description style',
    flag: 'required deprecated explode',
    data: 'example',
    Schema: 'schema',
    '{MediaType}': 'content',
    '{Example}': 'examples',
  },
  MediaType: {
    Schema: 'schema itemSchema',
    data: 'example',
    '{Example}': 'examples',
    '{Encoding}': 'encoding',
    '[Encoding]': 'prefixEncoding',
    Encoding: 'itemEncoding',
  },
  Encoding: {
    text: 'contentType style',
    flag: 'explode allowReserved',
    '{Header}': 'headers',
    '{Encoding}': 'encoding',
    '[Encoding]': 'prefixEncoding',
    Encoding: 'itemEncoding',
  },
  Example: { text: 'summary description externalValue serializedValue', data: 'value dataValue' },
  Link: { text: 'operationId operationRef description', data: 'parameters requestBody' },
  SecurityScheme: {
    text: 'type description name in scheme bearerFormat openIdConnectUrl oauth2MetadataUrl',
    flag: 'deprecated',
    data: 'flows',
  },
  Schema: {
    text: 'title description format pattern contentMediaType contentEncoding',
    types: 'type',
    list: 'enum required',
    flag: 'deprecated readOnly writeOnly uniqueItems nullable',
    count: 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
    number: 'minimum maximum',
    bound: 'exclusiveMinimum exclusiveMaximum',
    positive: 'multipleOf',
    data: 'const default example examples dependentRequired discriminator externalDocs xml',
    '{Schema}': 'properties patternProperties dependentSchemas',
    '[Schema]': 'prefixItems allOf anyOf oneOf',
    Schema:
      'items additionalProperties propertyNames unevaluatedProperties unevaluatedItems contains not if then else contentSchema',
  },
} as const satisfies Record<string, Record<string, string>>

/** What each member holds, by the kind of its object. */
export const membersByKind: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(members).map(([kind, byContent]) => [
    kind,
    new Map(Object.entries(byContent).flatMap(([content, names]) => names.split(' ').map((name) => [name, content]))),
  ]),
)

export type NodeKind = keyof typeof members

/** The members of a schema that are a schema, a list of schemas, or a map of schemas. */
export const partsOfSchema = {
  single: new Set<string>(members.Schema.Schema.split(' ')),
  lists: new Set<string>(members.Schema['[Schema]'].split(' ')),
  maps: new Set<string>(members.Schema['{Schema}'].split(' ')),
}

/** Members whose values are data, and no parts of a document: a `$ref` there is no reference, and a `description` describes nothing. */
export const dataMembers: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'value', 'dataValue'])

/** Members whose own members have names that the author chose: a property may be called `default`. */
export const namedMembers: RegExp =
  /^(properties|patternProperties|\$defs|definitions|schemas|responses|parameters|headers|content|dependentSchemas|paths|examples|links|variables)$/

/** Folders of `components`, by the kind that references to them lead to. */
export const componentFolders: Partial<Record<NodeKind, string>> = Object.fromEntries(
  Object.entries(members.Components).map(([kind, folder]) => [kind.slice(1, -1), folder]),
)

/** Kinds that stand where they are used: most readers expect no reference there. */
export const inlineKinds: ReadonlySet<NodeKind> = new Set(['MediaType', 'PathItem', 'Callback'])
