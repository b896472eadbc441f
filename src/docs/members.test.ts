import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { renderSite } from './broken-links.fixture.ts'
import { loadSiteData } from './data/site-data.ts'

const home = ''
const overview = 'lamps/'
const operation = 'lamps/operations/readLamp/'
const update = 'lamps/operations/updateLamp/'
const schemas = 'lamps/schemas/'
const search = 'lamps/operations/searchLamps/'

/** The members of OpenAPI 3.0, 3.1 and 3.2 that say something to a reader: on which page each is seen, and as what. */
const members: [member: string, page: string, seen: string | RegExp][] = [
  ['info.title', home, '<h1>Lamps of all kinds</h1>'],
  ['info.version', home, '7.1.2'],
  ['info.description', overview, 'What lamps do.'],
  ['info.termsOfService', overview, 'href="https://terms.example/"'],
  ['info.contact.name', overview, 'Lamp desk'],
  ['info.contact.url', overview, 'https://contact.example/'],
  ['info.contact.email', overview, 'mailto:desk@lamps.example'],
  ['info.license.name', overview, 'Lamp licence'],
  ['info.license.url', overview, 'https://licence.example/'],
  ['externalDocs of the document', overview, 'https://more.example/document'],
  ['servers.url', overview, /https:.*\{region\}\.lamps\.example/],
  ['servers.description', overview, 'Where lamps are.'],
  ['servers.variables.default', overview, 'north'],
  ['servers.variables.enum', overview, 'south'],
  ['servers.variables.description', overview, 'Half of the world.'],
  ['tags.name', overview, '>lighting</h2>'],
  ['tags.description', overview, 'All about lighting.'],
  ['tags.externalDocs', overview, 'https://more.example/tag'],
  ['tags.summary', overview, 'Light, in short'],
  ['tags without operations', overview, 'How to begin with lamps.'],
  ['tags.parent', overview, 'Part of house'],
  ['paths', operation, '/<wbr>bulbs/<wbr>{lampId}'],
  ['webhooks', overview, 'lampFailed'],
  ['webhooks: body', overview, 'burntOut'],
  ['securitySchemes: apiKey', overview, 'X-Lamp-Key'],
  ['securitySchemes: http, bearerFormat', overview, 'JWT-of-lamps'],
  ['securitySchemes.description', overview, 'Ask for a key.'],
  ['oauth2: authorizationUrl', overview, 'authorize'],
  ['oauth2: tokenUrl', overview, 'token-here'],
  ['oauth2: refreshUrl', overview, 'refresh-here'],
  ['oauth2: scopes', overview, 'Switch lamps on.'],
  ['openIdConnectUrl', overview, 'openid-here'],
  ['operation.summary', operation, '<h1>Read a lamp'],
  ['operation.description', operation, 'Reads one lamp.'],
  ['operation.deprecated', operation, 'class="badge deprecated"'],
  ['operation.tags', operation, 'lighting'],
  ['operation.externalDocs', operation, 'https://more.example/operation'],
  ['operation.security', operation, '<code>lamps:on</code>'],
  ['operation.servers', operation, 'own.lamps.example'],
  ['operation.callbacks', operation, 'onSwitch'],
  ['parameter.name', operation, 'id="path/lampId"'],
  ['parameter.description', operation, 'Which lamp.'],
  ['parameter.required', operation, '<em>required</em>'],
  ['parameter.deprecated', operation, /oldFilter.*class="badge deprecated"/],
  ['parameter.allowEmptyValue', operation, 'may be empty'],
  ['parameter.style', operation, 'style pipeDelimited'],
  ['parameter.explode', operation, 'values in one text'],
  ['parameter.allowReserved', operation, 'reserved characters'],
  ['parameter.examples', operation, 'bright-example'],
  ['parameter.content', operation, 'written as <code>application/json</code>'],
  ['parameter.example', operation, 'example-of-old-filter'],
  ['parameter.examples: description', operation, 'Two letters.'],
  ['parameter.schema: description', operation, 'One filter at most.'],
  ['parameter.schema: examples', operation, 'filter-of-the-schema'],
  ['parameter.content: members', operation, 'Which hall.'],
  ['parameter.content: example', operation, 'east-hall'],
  ['header.example', operation, '1717'],
  ['mediaType.schema: description', operation, 'All that is known.'],
  ['mediaType.examples of the body', update, 'Not the first one'],
  ['mediaType.examples of the body: externalValue', update, 'https://more.example/value'],
  ['requestBody.description', update, 'The new lamp.'],
  ['requestBody.required', update, 'Body <em class="required">required'],
  ['mediaType.examples', update, 'reading-lamp'],
  ['encoding.contentType', update, 'sent as <code>image/png</code>'],
  ['encoding.headers', update, 'X-Picture-Part'],
  ['response.description', operation, 'The lamp itself.'],
  ['response.headers', operation, 'X-Lamp-Count'],
  ['response.links', operation, 'switchIt'],
  ['response.links.parameters', operation, 'lampId=$response.body#/id'],
  ['response.examples: summary', operation, 'A lamp in the hall'],
  ['schema.title', schemas, 'The lamp title'],
  ['schema.description', schemas, 'A thing that shines.'],
  ['schema.type', schemas, '<span class="type">integer'],
  ['schema.type as a list', schemas, 'string or null'],
  ['schema.format', schemas, 'date-time'],
  ['schema.enum', schemas, '<code>"warm"</code>'],
  ['schema.enum of many values', schemas, /<code>("hue-\d+" )+"hue-99"<\/code>/],
  ['schema.const', schemas, /always <code>"lamp"/],
  ['schema.default', schemas, /default <code>0</],
  ['schema.examples', schemas, 'example-of-a-name'],
  ['schema.minimum', schemas, 'from 0'],
  ['schema.maximum', schemas, 'to 777'],
  ['schema.exclusiveMinimum', schemas, 'more than 913'],
  ['schema.exclusiveMaximum', schemas, 'less than 1913'],
  ['schema.multipleOf', schemas, 'a multiple of 0.25'],
  ['schema.minLength', schemas, 'at least 3 characters'],
  ['schema.maxLength', schemas, 'at most 83 characters'],
  ['schema.pattern', schemas, '^k[0-9]+$'],
  ['schema.minItems', schemas, 'at least 2 items'],
  ['schema.maxItems', schemas, 'at most 41 items'],
  ['schema.uniqueItems', schemas, 'unique items'],
  ['schema.minProperties', schemas, 'at least 1 member'],
  ['schema.maxProperties', schemas, 'at most 9 members'],
  ['schema.additionalProperties: a schema', schemas, 'map of number'],
  ['schema.additionalProperties: false', schemas, 'no other members'],
  ['schema.patternProperties', schemas, '^x-'],
  ['schema.propertyNames', schemas, 'names are'],
  ['schema.prefixItems', schemas, 'list of string, integer'],
  ['schema.prefixItems: description', schemas, 'The second of two.'],
  ['schema.items: description', schemas, 'One room.'],
  ['schema.additionalProperties: description', schemas, 'In cents.'],
  ['schema.if: members', schemas, /<code>sort<\/code> is always <code>"round/],
  ['schema.then: required', schemas, '<code>radius</code> is required'],
  ['schema.contains', schemas, 'contains'],
  ['schema.dependentRequired', schemas, /with <code>from<\/code> also/],
  ['schema.if, then, else', schemas, /if .*then .*else /],
  ['schema.not', schemas, 'not string'],
  ['schema.oneOf', schemas, 'One of'],
  ['schema.anyOf', schemas, 'integer or boolean'],
  ['schema.allOf', schemas, 'Dimmable'],
  ['schema.discriminator', schemas, 'By the value of <code>kind</code>'],
  ['schema.discriminator.mapping', schemas, '<code>BIG</code>'],
  ['schema.readOnly', schemas, 'read-only'],
  ['schema.writeOnly', schemas, 'write-only'],
  ['schema.deprecated', schemas, 'class="badge deprecated"'],
  ['schema.externalDocs', schemas, 'https://more.example/schema'],
  ['schema.xml', schemas, 'lampElement'],
  ['schema.contentMediaType', schemas, 'holds <code>image/png'],
  ['schema.contentEncoding', schemas, 'encoded as <code>base64'],
  ['info.summary', overview, 'Lamps, in a few words'],
  ['info.license.identifier', overview, 'MIT'],
  ['servers.name', overview, 'all-lamps'],
  ['tags.kind', overview, 'audience'],
  ['pathItem.summary', search, 'All the lamps'],
  ['pathItem.description', search, 'Every lamp there is.'],
  ['pathItem.query', search, '<span class="method query">QUERY</span>'],
  ['pathItem.additionalOperations', 'lamps/operations/joinLamps/', '<span class="method JOIN">JOIN</span>'],
  ['parameter in the query string', search, 'Query string'],
  ['response.summary', search, 'Lamps, one by one'],
  ['mediaType.itemSchema', search, /a sequence of .*Lamp/],
  ['mediaType.itemEncoding', 'lamps/operations/joinLamps/', 'image/webp'],
  ['example.dataValue', search, 'lamp-of-data'],
  ['example.serializedValue', search, 'lamp-as-text'],
  ['securitySchemes.deprecated', overview, /X-Old-Key.*badge deprecated/],
  ['oauth2: deviceAuthorizationUrl', overview, 'device-here'],
  ['oauth2MetadataUrl', overview, 'metadata-here'],
  ['schema.discriminator.defaultMapping', schemas, /otherwise .*SmallShape/],
]

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } })
const document = {
  openapi: '3.2.0',
  info: {
    title: 'Lamps of all kinds',
    summary: 'Lamps, in a few words',
    version: '7.1.2',
    description: 'What lamps do.',
    termsOfService: 'https://terms.example/',
    contact: { name: 'Lamp desk', url: 'https://contact.example/', email: 'desk@lamps.example' },
    license: { name: 'Lamp licence', url: 'https://licence.example/', identifier: 'MIT' },
  },
  externalDocs: { url: 'https://more.example/document' },
  servers: [
    {
      url: 'https://{region}.lamps.example',
      name: 'all-lamps',
      description: 'Where lamps are.',
      variables: { region: { default: 'north', enum: ['north', 'south'], description: 'Half of the world.' } },
    },
  ],
  tags: [
    {
      name: 'lighting',
      summary: 'Light, in short',
      parent: 'house',
      kind: 'audience',
      description: 'All about lighting.',
      externalDocs: { url: 'https://more.example/tag' },
    },
    { name: 'house' },
    { name: 'beginning', description: 'How to begin with lamps.' },
  ],
  security: [{ key: [] }],
  webhooks: {
    lampFailed: {
      post: {
        requestBody: { content: json({ type: 'object', properties: { burntOut: { type: 'boolean' } } }) },
        responses: { 204: { description: 'Seen.' } },
      },
    },
  },
  paths: {
    '/bulbs': {
      summary: 'All the lamps',
      description: 'Every lamp there is.',
      query: {
        operationId: 'searchLamps',
        tags: ['lighting'],
        parameters: [
          { name: 'terms', in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: text } } },
        ],
        responses: {
          200: {
            summary: 'Lamps, one by one',
            description: 'Found.',
            content: {
              'application/jsonl': {
                itemSchema: ref('Lamp'),
                examples: { data: { dataValue: 'lamp-of-data' }, text: { serializedValue: 'lamp-as-text' } },
              },
            },
          },
        },
      },
      additionalOperations: {
        JOIN: {
          operationId: 'joinLamps',
          tags: ['lighting'],
          requestBody: {
            content: { 'multipart/mixed': { itemSchema: text, itemEncoding: { contentType: 'image/webp' } } },
          },
          responses: { 200: { description: 'Joined.' } },
        },
      },
    },
    '/bulbs/{lampId}': {
      get: {
        operationId: 'readLamp',
        summary: 'Read a lamp',
        description: 'Reads one lamp.',
        deprecated: true,
        tags: ['lighting'],
        externalDocs: { url: 'https://more.example/operation' },
        security: [{ oauth: ['lamps:on'] }],
        servers: [{ url: 'https://own.lamps.example' }],
        parameters: [
          { name: 'lampId', in: 'path', required: true, description: 'Which lamp.', schema: text },
          {
            name: 'oldFilter',
            in: 'query',
            deprecated: true,
            allowEmptyValue: true,
            example: 'example-of-old-filter',
            schema: { ...text, description: 'One filter at most.', examples: ['filter-of-the-schema'] },
          },
          {
            name: 'among',
            in: 'query',
            style: 'pipeDelimited',
            explode: false,
            allowReserved: true,
            schema: { type: 'array', items: text },
            examples: { 'bright-example': { value: ['a', 'b'], description: 'Two letters.' } },
          },
          {
            name: 'where',
            in: 'query',
            content: json(
              { type: 'object', properties: { hall: { ...text, description: 'Which hall.' } } },
              { example: { hall: 'east-hall' } },
            ),
          },
        ],
        responses: {
          200: {
            description: 'The lamp itself.',
            headers: { 'X-Lamp-Count': { schema: { type: 'integer' }, example: 1717 } },
            content: json(
              { allOf: [ref('Lamp')], description: 'All that is known.' },
              { examples: { hall: { summary: 'A lamp in the hall', value: { id: 1 } } } },
            ),
            links: { switchIt: { operationId: 'updateLamp', parameters: { lampId: '$response.body#/id' } } },
          },
        },
        callbacks: {
          onSwitch: { '{$request.query.where}': { post: { responses: { 200: { description: 'Thanks.' } } } } },
        },
      },
      put: {
        operationId: 'updateLamp',
        tags: ['lighting'],
        parameters: [{ name: 'lampId', in: 'path', required: true, schema: text }],
        requestBody: {
          required: true,
          description: 'The new lamp.',
          content: {
            ...json(ref('Lamp'), {
              examples: {
                'reading-lamp': { value: { id: 1 } },
                other: { summary: 'Not the first one', value: { id: 2 } },
                far: { externalValue: 'https://more.example/value' },
              },
            }),
            'multipart/form-data': {
              schema: { type: 'object', properties: { picture: { type: 'string', format: 'binary' } } },
              encoding: { picture: { contentType: 'image/png', headers: { 'X-Picture-Part': { schema: text } } } },
            },
          },
        },
        responses: { 200: { description: 'Done.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Lamp-Key', description: 'Ask for a key.' },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT-of-lamps' },
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://auth.example/authorize',
            tokenUrl: 'https://auth.example/token-here',
            refreshUrl: 'https://auth.example/refresh-here',
            scopes: { 'lamps:on': 'Switch lamps on.' },
          },
        },
      },
      old: { type: 'apiKey', in: 'header', name: 'X-Old-Key', deprecated: true },
      device: {
        type: 'oauth2',
        oauth2MetadataUrl: 'https://auth.example/metadata-here',
        flows: {
          deviceAuthorization: {
            deviceAuthorizationUrl: 'https://auth.example/device-here',
            tokenUrl: 'https://auth.example/token',
            scopes: {},
          },
        },
      },
      oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://auth.example/openid-here' },
    },
    schemas: {
      Dimmable: { type: 'object', properties: { level: { type: 'integer', default: 0, minimum: 0, maximum: 777 } } },
      Lamp: {
        title: 'The lamp title',
        description: 'A thing that shines.',
        type: 'object',
        minProperties: 1,
        maxProperties: 9,
        additionalProperties: false,
        externalDocs: { url: 'https://more.example/schema' },
        xml: { name: 'lampElement' },
        dependentRequired: { from: ['to'] },
        properties: {
          id: { type: 'integer', readOnly: true },
          name: {
            type: ['string', 'null'],
            minLength: 3,
            maxLength: 83,
            pattern: '^k[0-9]+$',
            examples: ['example-of-a-name'],
          },
          secret: { type: 'string', writeOnly: true, deprecated: true },
          made: { type: 'string', format: 'date-time' },
          colour: { type: 'string', enum: ['warm', 'cold'] },
          hue: { type: 'string', enum: Array.from({ length: 100 }, (_, at) => `hue-${at}`) },
          kind: { const: 'lamp' },
          power: { type: 'number', exclusiveMinimum: 913, exclusiveMaximum: 1913, multipleOf: 0.25 },
          rooms: {
            type: 'array',
            minItems: 2,
            maxItems: 41,
            uniqueItems: true,
            items: { ...text, description: 'One room.' },
            contains: { const: 'hall' },
          },
          prices: {
            type: 'object',
            additionalProperties: { type: 'number', description: 'In cents.' },
            propertyNames: { pattern: '^[A-Z]+$' },
          },
          extras: { type: 'object', patternProperties: { '^x-': { type: 'object', properties: { deep: text } } } },
          pair: { type: 'array', prefixItems: [text, { type: 'integer', description: 'The second of two.' }] },
          either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
          negative: { not: text },
          choice: JSON.parse('{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": "integer"}}'),
          form: JSON.parse(
            '{"type": "object", "if": {"properties": {"sort": {"const": "round"}}}, "then": {"required": ["radius"]}}',
          ),
          picture: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
        },
      },
      AnyLamp: { oneOf: [ref('Lamp'), { title: 'Lantern', type: 'object', properties: { oil: text } }] },
      DimmableLamp: { allOf: [ref('Dimmable'), { properties: { steps: { type: 'integer' } } }] },
      Shape: {
        type: 'object',
        properties: { kind: text },
        discriminator: {
          propertyName: 'kind',
          mapping: { BIG: '#/components/schemas/BigShape' },
          defaultMapping: 'SmallShape',
        },
      },
      SmallShape: { allOf: [ref('Shape')] },
      BigShape: { allOf: [ref('Shape'), { properties: { width: { type: 'integer' } } }] },
    },
  },
}

let pages: Map<string, string>

beforeAll(async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lamps.json'), JSON.stringify(document))
  const workspace = await openWorkspace({ words: [join(folder, 'lamps.json')], from: folder })
  pages = await renderSite(await loadSiteData({ workspace }))
})

it.each(members)('the member %s is seen on the page /%s', (_, path, seen) => {
  const page = pages.get(path) ?? ''
  if (typeof seen === 'string') expect(page).toContain(seen)
  else expect(page).toMatch(seen)
})
