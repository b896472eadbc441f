import { describe, expect, it } from 'vitest'
import { createMessageCheck } from '../../contract/message-check.ts'
import { answers, integer, list, object, record, serveDocument, string } from './serve-document.fixture.ts'

const serve = (parts: object) => serveDocument({ openapi: '3.2.0', ...parts })
const operation = (more: object) => ({ responses: answers('200', object({})), ...more })
const body = (content: object) => ({ requestBody: { required: true, content } })
const shows = (content: object) => ({ responses: { 200: { description: 'It.', content } } })

/** What `validate` and `proxy` say of a request. */
async function requestFaults(document: Awaited<ReturnType<typeof serve>>['document'], method: string, target: string) {
  const { contract } = document
  const [path = '', query = ''] = target.split('?')
  const found = contract.match(method, path)
  if (found.kind !== 'operation') return [found.kind]
  const { checkRequestHead } = createMessageCheck(contract)
  const { violations } = checkRequestHead(found.operation, { method, path: found.raw, query, headers: {} }, undefined)
  return violations.map(({ at, expected }) => `${at} ${expected}`)
}

const colour = { ...record({ R: integer }), additionalProperties: false }

describe('a whole query string', () => {
  const rows: [type: string, schema: object, right: string[], wrong: string[]][] = [
    ['application/x-www-form-urlencoded', colour, ['R=1'], ['', 'R=x', 'R=1&G=2']],
    ['application/json', colour, ['%7B%22R%22%3A1%7D', '{"R":1}'], ['%7B%7D', 'R=1', '%ff']],
    ['text/plain', { ...string, maxLength: 3 }, ['a%20b', 'a=b'], ['a=b&c']],
    ['application/xml', { ...colour, xml: { name: 'c' } }, ['%3Cc%3E%3CR%3E1%3C/R%3E%3C/c%3E'], ['<c/>', 'R=1']],
  ]
  it.each(rows)('is read in %s, by the mock and by validate', async (type, schema, right, wrong) => {
    const all = { name: 'all', in: 'querystring', required: true, content: { [type]: { schema } } }
    const { call, document, leftOut } = await serve({ paths: { '/a': { get: operation({ parameters: [all] }) } } })
    expect(leftOut()).toEqual([])
    for (const [query, status] of [...right.map((one) => [one, 200]), ...wrong.map((one) => [one, 400])]) {
      const answer = await call('GET', `/a?${query}`)
      expect([query, answer.status, answer.headers.get('x-mock-warnings')]).toEqual([query, status, null])
      expect([query, (await requestFaults(document, 'GET', `/a?${query}`)).length > 0]).toEqual([query, status === 400])
    }
  })
})

describe('items', () => {
  const reading = record({ at: integer })
  const event = {
    ...record({ data: string }),
    properties: { event: string, data: string, retry: integer, id: string },
    oneOf: [
      { properties: { event: { const: 'text' } } },
      {
        required: ['event'],
        properties: {
          event: { const: 'json' },
          data: { contentMediaType: 'application/json', contentSchema: reading },
        },
      },
    ],
  }
  const rows: [type: string, media: object, right: string[], wrong: [text: string, at: string][]][] = [
    [
      'application/jsonl',
      { itemSchema: reading },
      ['', '{"at":1}\n{"at":2}\n'],
      [
        ['{"at":1}\n{"at":"2"}\n', '/1/at'],
        ['{"at":1}\n{}', '/1/at'],
        ['{"at":1}\n{"at"', ''],
      ],
    ],
    ['application/geo+json-seq', { itemSchema: reading }, ['\x1e{"at":1}\n'], [['\x1e{"at":"x"}\n', '/0/at']]],
    [
      'application/x-ndjson',
      { schema: { ...list(integer), maxItems: 2 } },
      ['1\n2\n'],
      [
        ['1\n"x"\n', '/1'],
        ['1\n2\n3\n', ''],
      ],
    ],
    ['application/x-ndjson', { schema: reading }, ['{"at":1}\n'], [['{"at":1}\n{}\n', '/1/at']]],
    [
      'text/event-stream',
      { itemSchema: event },
      [
        'event: text\ndata: a\ndata: b\nretry: 5\n\n: a comment\nunknown: x\n\nevent: json\r\ndata: {"at": 1}\r\n\r\n',
        'data\n\n',
      ],
      [
        ['event: json\ndata: {"at": "x"}\n\n', '/0/data/at'],
        ['event: json\ndata: {"at": 1}\n\nevent: json\ndata: none\n\n', '/1/data'],
        ['event: other\ndata: x\n\n', '/0/event'],
      ],
    ],
    [
      'text/event-stream',
      { itemSchema: record({ data: reading }) },
      ['data: {"at":1}\n\n'],
      [['data: 1\n\n', '/0/data']],
    ],
    [
      'multipart/mixed',
      {
        itemSchema: {},
        prefixEncoding: [{ contentType: 'application/json' }],
        itemEncoding: { contentType: 'image/*', headers: { 'X-Width': { $ref: '#/components/headers/Width' } } },
      },
      [
        '--x\r\nContent-Type: application/json\r\n\r\n{}\r\n--x\r\nContent-Type: image/png\r\nX-Width: 5\r\n\r\n\x89P\r\n--x--\r\n',
      ],
      [
        ['--x\r\nContent-Type: text/plain\r\n\r\n{}\r\n--x--\r\n', '/0'],
        ['--x\r\n\r\n{\r\n--x--\r\n', ''],
        ['--x\r\n\r\n{}\r\n--x\r\nContent-Type: image/png\r\n\r\nP\r\n--x--\r\n', '/1'],
        ['--x\r\n\r\n{}\r\n--x\r\nContent-Type: image/png\r\nX-Width: x\r\n\r\nP\r\n--x--\r\n', '/1'],
      ],
    ],
    [
      'multipart/related',
      { schema: { type: 'array', prefixItems: [reading, integer], items: string } },
      ['--x\r\n\r\n{"at":1}\r\n--x\r\n\r\n5\r\n--x\r\n\r\nword\r\n--x--\r\n'],
      [['--x\r\n\r\n{"at":"1"}\r\n--x\r\n\r\nfive\r\n--x--\r\n', '/0/at']],
    ],
  ]
  const components = {
    headers: { Width: { required: true, schema: { $ref: '#/components/schemas/Width' } } },
    schemas: { Width: integer },
  }

  it.each(rows)('of %s are judged one by one: %j', async (type, media, right, wrong) => {
    const post = { ...body({ [type]: media }), ...shows({ [type]: media }) }
    const { call, document, leftOut } = await serve({ components, paths: { '/a': { post: operation(post) } } })
    expect(leftOut()).toEqual([])
    const sent = type.startsWith('multipart/') ? `${type}; boundary=x` : type
    const found = document.contract.match('POST', '/a')
    if (found.kind !== 'operation') throw new Error(found.kind)
    const check = createMessageCheck(document.contract)
    const head = { status: 200, headers: { 'content-type': sent } }
    for (const [text, at] of [...right.map((one) => [one, undefined]), ...wrong] as [string, string | undefined][]) {
      const bytes = Buffer.from(text, 'latin1')
      const answer = await call('POST', '/a', bytes.length > 0 ? new Uint8Array(bytes) : undefined, {
        'content-type': sent,
      })
      if (text !== '') expect([text, answer.status]).toEqual([text, at === undefined ? 200 : 400])
      const [first] = check.check(found.operation, { ...head, body: bytes })
      expect([text, first?.at]).toEqual([text, at])
    }
  })

  it.each(rows)('of %s are what the mock answers: %j', async (type, media) => {
    const { call, document } = await serve({
      components,
      paths: { '/a': { get: operation(shows({ [type]: media })) } },
    })
    const { status, headers, body: text } = await call('GET', '/a')
    const found = document.contract.match('GET', '/a')
    if (found.kind !== 'operation') throw new Error(found.kind)
    const sent = { 'content-type': headers.get('content-type') ?? '' }
    const written = typeof text === 'string' ? text : JSON.stringify(text)
    expect(written).not.toBe('')
    expect([
      status,
      createMessageCheck(document.contract).check(found.operation, { status, headers: sent, body: written }),
    ]).toEqual([200, []])
  })
})

describe('what OpenAPI 3.2 adds beside', () => {
  type Call = [method: string, path: string, answer: object, headers?: Record<string, string>, body?: unknown]
  const ok = { status: 200 }
  const refused = { status: 401 }
  const secured = (requirement: object, scheme: object) => ({
    components: { securitySchemes: { known: scheme } },
    paths: { '/a': { get: operation({ security: [requirement] }) } },
  })
  const bearer = { authorization: 'Bearer x' }
  const device = {
    deviceAuthorization: { deviceAuthorizationUrl: 'https://a.example/d', tokenUrl: 'https://a.example/t', scopes: {} },
  }
  const shown = (media: object) => ({ paths: { '/a': { get: operation(shows({ 'application/json': media })) } } })
  const kinds = {
    schemas: {
      Base: {
        type: 'object',
        properties: { kind: string },
        discriminator: { propertyName: 'kind', defaultMapping: 'Other', mapping: { cat: 'Cat' } },
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Other' }],
      },
      Cat: { ...record({ kind: { const: 'cat' }, claws: integer }) },
      Other: record({ name: string }),
    },
  }

  it.each<[what: string, parts: object, calls: Call[], leftOut?: string[]]>([
    [
      'the method query',
      { paths: { '/a': { query: operation(body({ 'application/json': { schema: integer } })) } } },
      [
        ['QUERY', '/a', ok, {}, 1],
        ['QUERY', '/a', { status: 400 }, {}, true],
        ['GET', '/a', { status: 405 }],
      ],
    ],
    [
      'additionalOperations',
      { paths: { '/a': { additionalOperations: { LINK: operation({}) } } } },
      [
        ['LINK', '/a', ok],
        ['UNLINK', '/a', { status: 405 }],
      ],
    ],
    [
      'style: cookie',
      {
        paths: {
          '/a': {
            get: operation({
              parameters: [
                {
                  name: 'c',
                  in: 'cookie',
                  style: 'cookie',
                  required: true,
                  schema: { ...list({ enum: ['a b', 'c%20'] }), minItems: 2 },
                },
              ],
            }),
          },
        },
      },
      [
        ['GET', '/a', ok, { cookie: 'c=a b; c=c%20' }],
        ['GET', '/a', { status: 400 }, { cookie: 'c=a%20b; c=c%20' }],
      ],
    ],
    [
      'dataValue',
      shown({ schema: object({ a: integer }), examples: { one: { dataValue: { a: 7 } } } }),
      [['GET', '/a', { ...ok, body: { a: 7 } }]],
    ],
    [
      'serializedValue',
      shown({ schema: object({ a: integer }), examples: { one: { serializedValue: '{"a": 7}' } } }),
      [['GET', '/a', { ...ok, body: { a: 7 } }]],
    ],
    [
      'components.mediaTypes',
      {
        components: { mediaTypes: { Seven: { schema: { const: 7 } } } },
        paths: { '/a': { get: operation(shows({ 'application/json': { $ref: '#/components/mediaTypes/Seven' } })) } },
      },
      [['GET', '/a', { ...ok, body: 7 }]],
    ],
    [
      '$self',
      {
        $self: 'https://a.example/api.json',
        components: { schemas: { Seven: { const: 7 } } },
        ...shown({ schema: { $ref: 'https://a.example/api.json#/components/schemas/Seven' } }),
      },
      [['GET', '/a', { ...ok, body: 7 }]],
    ],
    [
      'security by address',
      secured({ '#/components/securitySchemes/known': [] }, { type: 'http', scheme: 'bearer' }),
      [
        ['GET', '/a', refused],
        ['GET', '/a', ok, bearer],
      ],
    ],
    [
      'security by an address that leads nowhere',
      secured({ './keys.json': [] }, { type: 'http', scheme: 'bearer' }),
      [['GET', '/a', refused, bearer]],
      ['/paths/~1a/get/security/0/.~1keys.json the reference ./keys.json leads nowhere: there is no such file'],
    ],
    [
      'a device flow',
      secured({ known: [] }, { type: 'oauth2', flows: device, oauth2MetadataUrl: 'https://a.example/m' }),
      [
        ['GET', '/a', refused],
        ['GET', '/a', ok, bearer],
      ],
    ],
    [
      'a deprecated scheme',
      secured({ known: [] }, { type: 'apiKey', in: 'header', name: 'Key', deprecated: true }),
      [
        ['GET', '/a', refused],
        ['GET', '/a', ok, { key: 'x' }],
      ],
    ],
    [
      'discriminator.defaultMapping',
      {
        components: kinds,
        paths: {
          '/a': { post: operation(body({ 'application/json': { schema: { $ref: '#/components/schemas/Base' } } })) },
        },
      },
      [
        ['POST', '/a', ok, {}, { kind: 'cat', claws: 1 }],
        ['POST', '/a', ok, {}, { name: 'x' }],
        ['POST', '/a', ok, {}, { kind: 'unheard of', name: 'x' }],
        ['POST', '/a', { status: 400 }, {}, { kind: 'unheard of' }],
      ],
    ],
    [
      'tags, names of servers, summaries of answers, addresses of licences',
      {
        tags: [
          { name: 'a', summary: 'A', kind: 'nav' },
          { name: 'b', parent: 'a' },
        ],
        servers: [{ url: '/v1', name: 'first' }],
        paths: { '/a': { get: { tags: ['b'], responses: { 200: { summary: 'It.' } } } } },
      },
      [['GET', '/a', ok]],
    ],
    [
      'nodeType of XML',
      {
        paths: {
          '/a': {
            get: operation(
              shows({
                'application/xml': {
                  schema: {
                    ...record({
                      id: { const: 7, xml: { nodeType: 'attribute' } },
                      text: { const: 'x', xml: { nodeType: 'cdata' } },
                    }),
                    xml: { name: 'a' },
                  },
                },
              }),
            ),
          },
        },
      },
      [['GET', '/a', { ...ok, body: '<?xml version="1.0"?><a id="7"><![CDATA[x]]></a>' }]],
    ],
    [
      'reserved characters in a cookie',
      {
        paths: {
          '/a': {
            get: operation({
              parameters: [{ name: 'c', in: 'cookie', allowReserved: true, required: true, schema: { const: 'a/b' } }],
            }),
          },
        },
      },
      [['GET', '/a', ok, { cookie: 'c=a/b' }]],
    ],
  ])('is heeded: %s', async (_, parts, calls, notUsed = []) => {
    const { call, leftOut } = await serve(parts)
    for (const [method, path, answer, headers, sent] of calls)
      expect([method, headers, sent, await call(method, path, sent, headers)]).toEqual([
        method,
        headers,
        sent,
        expect.objectContaining(answer),
      ])
    expect(leftOut().filter((one) => !one.includes('security requirement'))).toEqual(notUsed)
  })
})
