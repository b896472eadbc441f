import { isObject, setOwn } from '../contract/json-pointer.ts'

const schema = {
  $id: 'https://lamps.example/schemas/lamp',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $comment: 'One of each keyword.',
  $anchor: 'lamp',
  $dynamicAnchor: 'node',
  $defs: { part: { type: 'string' } },
  title: 'Lamp',
  description: 'A lamp.',
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', format: 'uuid', pattern: '^[0-9a-f-]+$', minLength: 1, maxLength: 99, readOnly: true },
    watts: { type: 'number', minimum: 0, maximum: 100, exclusiveMinimum: -1, exclusiveMaximum: 101, multipleOf: 0.5 },
    colours: {
      type: 'array',
      items: { enum: ['red', 'green'] },
      prefixItems: [{ const: 'red' }],
      contains: { const: 'red' },
      minContains: 0,
      maxContains: 9,
      minItems: 0,
      maxItems: 9,
      uniqueItems: true,
      unevaluatedItems: true,
    },
    secret: {
      type: 'string',
      writeOnly: true,
      contentEncoding: 'base64',
      contentMediaType: 'image/png',
      contentSchema: {},
    },
    kind: { type: ['string', 'null'], default: 'table', examples: ['table'], deprecated: true },
    next: { $dynamicRef: '#node' },
  },
  patternProperties: { '^x-': { type: 'string' } },
  additionalProperties: true,
  unevaluatedProperties: true,
  propertyNames: { minLength: 1 },
  minProperties: 0,
  maxProperties: 99,
  dependentRequired: { watts: ['id'] },
  dependentSchemas: { watts: { required: ['id'] } },
  allOf: [{ $ref: '#/components/schemas/Base' }],
  anyOf: [{}],
  oneOf: [{}],
  not: { required: ['nothing'] },
  if: { required: ['watts'] },
  // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema
  then: {},
  else: {},
  discriminator: { propertyName: 'kind', mapping: { table: '#/components/schemas/Base' }, defaultMapping: 'Base' },
  xml: { name: 'lamp', namespace: 'https://lamps.example', prefix: 'l', nodeType: 'element' },
  externalDocs: { url: 'https://lamps.example/docs', description: 'More.' },
  example: { id: '00000000-0000-4000-8000-000000000001' },
}

const encodings = { contentType: 'text/plain', headers: { 'X-Part': { schema: { type: 'string' } } } }

const content = {
  'application/json': {
    schema: { $ref: '#/components/schemas/Lamp' },
    examples: {
      one: { summary: 'One', description: 'One lamp.', value: { id: 'a' } },
      two: { $ref: '#/components/examples/Lamp' },
    },
  },
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    encoding: {
      file: { ...encodings, style: 'form', explode: true, allowReserved: false, encoding: { file: encodings } },
    },
  },
  'multipart/mixed': {
    itemSchema: {},
    prefixEncoding: [{ ...encodings, prefixEncoding: [], itemEncoding: {} }],
    itemEncoding: encodings,
  },
  'application/xml': { schema: { $ref: '#/components/schemas/Lamp' }, example: '<lamp/>' },
  'text/event-stream': { $ref: '#/components/mediaTypes/Events' },
}

const operation = {
  operationId: 'addLamp',
  summary: 'Adds a lamp',
  description: 'Adds one.',
  tags: ['lamps'],
  externalDocs: { url: 'https://lamps.example/docs' },
  deprecated: false,
  parameters: [{ $ref: '#/components/parameters/Limit' }],
  requestBody: { description: 'A lamp.', required: true, content },
  responses: {
    default: { $ref: '#/components/responses/Fault' },
    200: {
      summary: 'Yes',
      description: 'The lamp.',
      headers: {
        'X-Rate': {
          description: 'Rate.',
          required: false,
          deprecated: false,
          style: 'simple',
          explode: false,
          schema: { type: 'integer' },
          example: 1,
        },
      },
      content,
      links: {
        self: {
          operationId: 'listLamps',
          description: 'All.',
          parameters: { limit: '$response.body#/watts' },
          requestBody: 'x',
          server: { url: 'https://lamps.example' },
        },
        other: { operationRef: '#/paths/~1lamps/get' },
      },
    },
  },
  callbacks: { lit: { '{$request.body#/url}': { post: { responses: { 204: { description: 'Heard.' } } } } } },
  security: [{ key: [] }, { sign: ['read'] }],
  servers: [{ url: 'https://lamps.example', description: 'The server.', name: 'main' }],
}

/** A document of OpenAPI 3.2 with each member that the standard has. */
const whole = {
  openapi: '3.2.0',
  $self: 'https://lamps.example/openapi.json',
  jsonSchemaDialect: 'https://spec.openapis.org/oas/3.2/dialect/2025-09-17',
  info: {
    title: 'Lamps',
    version: '1.0.0',
    summary: 'Lamps.',
    description: 'All lamps.',
    termsOfService: 'https://lamps.example/terms',
    contact: { name: 'Ann', url: 'https://lamps.example', email: 'ann@lamps.example' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: 'https://{region}.lamps.example/v1',
      variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Where.' } },
    },
  ],
  security: [{ key: [] }],
  tags: [
    {
      name: 'lamps',
      summary: 'Lamps',
      description: 'All.',
      externalDocs: { url: 'https://lamps.example' },
      kind: 'nav',
    },
    { name: 'bulbs', parent: 'lamps' },
  ],
  externalDocs: { url: 'https://lamps.example' },
  paths: {
    '/lamps': {
      summary: 'Lamps',
      description: 'All lamps.',
      servers: [{ url: 'https://lamps.example' }],
      parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string' } }],
      get: {
        operationId: 'listLamps',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'Most.',
            required: false,
            deprecated: false,
            allowEmptyValue: false,
            style: 'form',
            explode: true,
            allowReserved: false,
            schema: { type: 'integer', maximum: 100 },
            example: 5,
          },
          {
            name: 'session',
            in: 'cookie',
            schema: { type: 'string' },
            examples: { a: { externalValue: 'https://lamps.example/a' } },
          },
        ],
        responses: {
          200: {
            description: 'All.',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } } },
            },
          },
        },
      },
      post: operation,
      put: { responses: { 204: { description: 'Put.' } } },
      delete: { responses: { '2XX': { description: 'Gone.' } } },
      options: { responses: { 204: { description: 'Options.' } } },
      head: { responses: { 204: { description: 'Head.' } } },
      patch: { responses: { 204: { description: 'Patched.' } } },
      trace: { responses: { 204: { description: 'Traced.' } } },
      query: {
        parameters: [
          {
            name: 'all',
            in: 'querystring',
            content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
          },
        ],
        responses: { 200: { description: 'Found.' } },
      },
      additionalOperations: { LIST: { responses: { 200: { description: 'Listed.' } } } },
    },
    '/lamps/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'One.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } },
          },
        },
      },
    },
    '/shared': { $ref: '#/components/pathItems/Shared' },
  },
  webhooks: { lit: { post: { responses: { 200: { description: 'Heard.' } } } } },
  components: {
    schemas: { Lamp: schema, Base: { type: 'object', properties: { kind: { type: 'string' } } } },
    responses: { Fault: { description: 'A fault.' } },
    parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
    examples: { Lamp: { dataValue: { id: 'a' }, serializedValue: '{"id":"a"}' } },
    requestBodies: { Lamp: { content } },
    headers: { Rate: { content: { 'application/json': { schema: {} } } } },
    securitySchemes: {
      key: { type: 'apiKey', name: 'X-Key', in: 'header', description: 'A key.', deprecated: false },
      user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      open: { type: 'openIdConnect', openIdConnectUrl: 'https://lamps.example/openid' },
      sign: {
        type: 'oauth2',
        oauth2MetadataUrl: 'https://lamps.example/metadata',
        flows: {
          implicit: {
            authorizationUrl: 'https://lamps.example/a',
            refreshUrl: 'https://lamps.example/r',
            scopes: { read: 'Read.' },
          },
          password: { tokenUrl: 'https://lamps.example/t', scopes: {} },
          clientCredentials: { tokenUrl: 'https://lamps.example/t', scopes: {} },
          authorizationCode: {
            authorizationUrl: 'https://lamps.example/a',
            tokenUrl: 'https://lamps.example/t',
            scopes: {},
          },
          deviceAuthorization: {
            deviceAuthorizationUrl: 'https://lamps.example/d',
            tokenUrl: 'https://lamps.example/t',
            scopes: {},
          },
        },
      },
      tls: { type: 'mutualTLS' },
    },
    links: { All: { operationId: 'listLamps' } },
    callbacks: { Lit: { '{$url}': { $ref: '#/components/pathItems/Shared' } } },
    pathItems: { Shared: { get: { responses: { 200: { description: 'Shared.' } } } } },
    mediaTypes: { Events: { itemSchema: { type: 'object' } } },
  },
}

const swaggerParameter = {
  name: 'id',
  in: 'query',
  type: 'array',
  items: { type: 'string' },
  collectionFormat: 'multi',
  required: false,
}

/** The same of OpenAPI 2.0, as far as it is another. */
const old = {
  swagger: '2.0',
  info: { title: 'Lamps', version: '1.0.0' },
  host: 'lamps.example',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  definitions: {
    Lamp: {
      type: 'object',
      discriminator: 'kind',
      required: ['kind'],
      properties: { kind: { type: 'string', 'x-nullable': true } },
    },
  },
  parameters: { Id: swaggerParameter, Body: { name: 'body', in: 'body', schema: { $ref: '#/definitions/Lamp' } } },
  responses: {
    Fault: {
      description: 'A fault.',
      schema: { $ref: '#/definitions/Lamp' },
      headers: { 'X-Rate': { type: 'integer' } },
      examples: { 'application/json': { kind: 'a' } },
    },
  },
  securityDefinitions: {
    basic: { type: 'basic' },
    sign: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl: 'https://a.example',
      tokenUrl: 'https://a.example',
      scopes: {},
    },
  },
  security: [{ basic: [] }],
  paths: {
    '/lamps': {
      parameters: [{ $ref: '#/parameters/Id' }, { $ref: '#/parameters/Body' }],
      post: {
        responses: {
          200: { description: 'Yes.', schema: { $ref: '#/definitions/Lamp' } },
          default: { $ref: '#/responses/Fault' },
        },
      },
      get: {
        responses: { 200: { description: 'All.', schema: { type: 'array', items: { $ref: '#/definitions/Lamp' } } } },
      },
    },
    '/files': {
      post: {
        consumes: ['multipart/form-data'],
        produces: ['text/plain'],
        schemes: ['http'],
        parameters: [
          { name: 'file', in: 'formData', type: 'file', required: true },
          { name: 'note', in: 'formData', type: 'string', format: 'date' },
        ],
        responses: { 200: { description: 'Yes.', schema: { type: 'file' } } },
      },
    },
  },
}

export const soundDocuments: readonly object[] = [whole, old]

/** A map whose names are those of members that every object inherits. */
function inherited(value: (name: string) => unknown): object {
  const map = {}
  for (const name of ['constructor', '__proto__', 'toString', 'valueOf', 'then']) setOwn(map, name, value(name))
  return map
}

function documentOf(members: object): object {
  return { openapi: '3.2.0', info: { title: 'Strange', version: '1' }, paths: {}, ...members }
}

const answerOf = ($ref: string) => ({
  200: { description: 'Yes.', content: { 'application/json': { schema: { $ref } } } },
})

const ofNames = documentOf({
  tags: Object.keys(inherited(String)).map((name) => ({ name })),
  servers: [{ url: 'https://a.example/{constructor}/{__proto__}', variables: inherited(() => ({ default: 'a' })) }],
  paths: Object.fromEntries(
    Object.keys(inherited(String)).map((name) => [
      `/${name}/{${name}}`,
      {
        post: {
          operationId: name,
          tags: [name],
          security: [{ [name]: [] }],
          parameters: ['path', 'query', 'header', 'cookie'].map((place) => ({
            name,
            in: place,
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
          responses: {
            200: {
              description: 'Yes.',
              headers: inherited(() => ({ schema: { type: 'string' } })),
              content: {
                'application/json': {
                  schema: { $ref: `#/components/schemas/${name}` },
                  examples: inherited(() => ({ value: inherited(() => 'a') })),
                },
              },
              links: inherited((operationId) => ({ operationId })),
            },
          },
          callbacks: inherited(() => ({ '{$url}': {} })),
        },
      },
    ]),
  ),
  components: {
    schemas: inherited(() => ({
      type: 'object',
      required: Object.keys(inherited(String)),
      properties: inherited(() => ({ type: 'string' })),
      dependentRequired: inherited(() => []),
      discriminator: { propertyName: 'constructor', mapping: inherited((name) => `#/components/schemas/${name}`) },
    })),
    parameters: inherited((name) => ({ name, in: 'query', schema: {} })),
    securitySchemes: inherited((name) => ({ type: 'apiKey', in: 'header', name })),
  },
})

const chain = (part: (ref: string) => object) =>
  Object.fromEntries([
    ...Array.from({ length: 4000 }, (_, index) => [`A${index}`, part(`#/components/schemas/A${index + 1}`)]),
    ['A4000', { type: 'object', properties: { id: { type: 'string' } } }],
  ])

/** Documents that are valid, or nearly so, and that readers get wrong. */
export const strangeDocuments: readonly BrokenDocument[] = [
  { what: 'names of inherited members', document: ofNames },
  {
    what: 'a parameter that refers to itself',
    document: documentOf({
      paths: { '/a': { get: { parameters: [{ $ref: '#/components/parameters/A' }], responses: {} } } },
      components: { parameters: { A: { $ref: '#/components/parameters/A' } } },
    }),
  },
  {
    what: 'a reference in an example',
    document: documentOf({
      paths: {
        '/a': {
          get: {
            responses: {
              200: { description: 'Yes.', content: { 'application/json': { example: { $ref: '#/nowhere' } } } },
            },
          },
        },
      },
    }),
  },
  ...[
    ($ref: string) => ({ $ref }),
    ($ref: string) => ({ allOf: [{ $ref }] }),
    ($ref: string) => ({ anyOf: [{ $ref }, { type: 'null' }] }),
  ].map((part) => ({
    what: `a chain of ${JSON.stringify(part('#'))}`,
    document: documentOf({
      paths: { '/a': { get: { responses: answerOf('#/components/schemas/A0') } } },
      components: { schemas: chain(part) },
    }),
  })),
]

const gone = Symbol('gone')

const wrongValues: readonly unknown[] = [
  gone,
  null,
  true,
  7,
  -1.5,
  '',
  'text',
  [],
  [null],
  [['text']],
  {},
  { text: null },
  { $ref: '#/nowhere' },
  { $ref: '#' },
  { $ref: 7 },
]

/** A document with one member that is of a wrong type or missing. */
export interface BrokenDocument {
  /** `/paths/~1lamps = null` */
  what: string
  document: object
}

/** For each member of each sound document, one document for each wrong value. */
export function* brokenDocuments(): Generator<BrokenDocument> {
  for (const sound of soundDocuments)
    for (const path of pathsIn(sound, []))
      for (const value of wrongValues) {
        const shown = value === gone ? 'gone' : JSON.stringify(value)
        yield { what: `${path.join(' ')} = ${shown}`, document: Object(changed(sound, path, value)) }
      }
}

function* pathsIn(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (path.length > 0) yield path
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) yield* pathsIn(member, [...path, name])
}

function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...Object(value) }
  const member = changed(copy[name], rest, to)
  if (member === gone) delete copy[name]
  else setOwn(copy, name, member)
  return copy
}
