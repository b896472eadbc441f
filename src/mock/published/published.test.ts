import { describe, expect, it } from 'vitest'
import { answers, integer, json, list, object, record, serveDocument, string } from './serve-document.fixture.ts'

const get = (responses: object, more: object = {}) => ({ '/a': { get: { responses, ...more } } })

describe('an answer', () => {
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const deep = Object.fromEntries(
    Array.from({ length: 30 }, (_, level) => {
      const next = refer(`L${level + 1}`)
      return [`L${level}`, object(level === 29 ? {} : { a: next, b: next })]
    }),
  )
  const chain = Object.fromEntries(
    Array.from({ length: 5000 }, (_, link) => [`C${link}`, link === 4999 ? string : refer(`C${link + 1}`)]),
  )
  const animals = {
    Cat: record({ kind: string, claws: integer }),
    Dog: record({ kind: string, bark: { type: 'boolean' } }),
  }

  it.each<[what: string, schema: object, schemas?: object]>([
    ['a pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d{4}(x|y)$' }],
    ['a pattern that backtracks', { type: 'string', pattern: '^(a+)+$' }],
    [
      'formats',
      record({
        ...Object.fromEntries(
          ['date-time', 'uuid', 'ipv6', 'byte', 'duration', 'unheard-of'].map((format) => [
            format,
            { ...string, format },
          ]),
        ),
        int32: { ...integer, format: 'int32' },
      }),
    ],
    [
      'bounds',
      {
        ...list({ type: 'number', minimum: 0.5, exclusiveMaximum: true, maximum: 9, multipleOf: 0.5 }),
        minItems: 2,
        uniqueItems: true,
      },
    ],
    [
      'allOf',
      { allOf: [record({ a: { ...integer, minimum: 5 } }), { required: ['b'], properties: { b: { enum: ['x'] } } }] },
    ],
    [
      'oneOf with a discriminator',
      { oneOf: [refer('Cat'), refer('Dog')], discriminator: { propertyName: 'kind' } },
      animals,
    ],
    [
      'anyOf with null',
      {
        anyOf: [
          { ...string, maxLength: 2 },
          { ...integer, nullable: true },
        ],
      },
    ],
    ['recursion', refer('Tree'), { Tree: record({ children: list(refer('Tree')) }) }],
    [
      'write-only members',
      { ...record({ a: { ...string, writeOnly: true }, b: string }), additionalProperties: false },
    ],
    ['two references on each of thirty levels', refer('L0'), deep],
    ['a chain of 5,000 references', refer('C0'), chain],
    ['a list of a million values', { type: 'integer', enum: Array.from({ length: 100_000 }, (_, index) => index) }],
  ])('answers a valid value for %s', async (_, schema, schemas = {}) => {
    const { call, leftOut } = await serveDocument({ paths: get(answers('200', schema)), components: { schemas } })
    const answer = await call('GET', '/a')
    expect([answer.status, answer.headers.get('x-mock-warnings')]).toEqual([200, null])
    expect(leftOut()).toEqual([])
  })

  it('answers some members where all of them would be too many', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `T${index}`)
    const type = object({ size: integer, ...Object.fromEntries(names.map((name) => [name, refer(name)])) })
    const schemas = Object.fromEntries(names.map((name) => [name, type]))
    const { call } = await serveDocument({ paths: get(answers('200', refer('T0'))), components: { schemas } })
    expect((await call('GET', '/a')).body).toMatchObject({ size: 1, T0: { size: 1, T1: { size: 1 } } })
  })

  const crowd = (items: object) => ({ ...list(items), minItems: 3000 })

  it.each<[what: string, schema: object]>([
    ['a minimum above the maximum', { type: 'integer', minimum: 5, maximum: 1 }],
    ['contradictory types', { allOf: [string, integer] }],
    ['a billion elements', { type: 'array', items: integer, minItems: 1e9 }],
    ['27 billion elements', crowd(crowd(crowd({})))],
    ['a value that needs another of its kind', refer('A')],
  ])('answers the nearest value, with a warning, where no valid one is found: %s', async (_, schema) => {
    const schemas = { A: record({ a: refer('A') }) }
    const { call, leftOut } = await serveDocument({ paths: get(answers('200', schema)), components: { schemas } })
    const answer = await call('GET', '/a')
    expect([answer.status, answer.headers.get('x-mock-warnings')]).toEqual([
      200,
      expect.stringContaining('no valid answer'),
    ])
    expect(leftOut()).toEqual(['/paths/~1a/get/responses/200/content/application~1json no valid example is found'])
  })

  it('answers a valid value in place of an example that is invalid', async () => {
    const { call, leftOut } = await serveDocument({ paths: get(answers('200', integer, 'seven')) })
    expect((await call('GET', '/a')).body).toEqual(expect.any(Number))
    expect(leftOut()).toEqual([
      '/paths/~1a/get/responses/200/content/application~1json the example default is not valid, and replaced',
    ])
  })

  const answered = (mediaType: string, schema: object) => ({
    200: { description: 'It.', content: { [mediaType]: { schema } } },
  })

  it.each(['json', 'application/vnd.ms-excel; charset', 'text/html; charset=utf-8'])(
    'answers in %j, whatever that is',
    async (mediaType) => {
      const { call } = await serveDocument({ paths: get(answered(mediaType, string)) })
      expect((await call('GET', '/a')).status).toBe(200)
    },
  )

  it.each([
    ['image/png', /^.PNG/],
    ['application/pdf', /^%PDF/],
    ['text/plain', /^text$/],
    ['application/xml', /^<\?xml version="1.0"\?><root>/],
  ])('answers in %s', async (mediaType, form) => {
    const schema = mediaType === 'application/xml' ? object({ a: string }) : string
    const { call } = await serveDocument({ paths: get(answered(mediaType, schema)) })
    const answer = await call('GET', '/a')
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
      200,
      mediaType,
      expect.stringMatching(form),
    ])
  })

  const namedExamples = (code: string) => {
    const examples = { one: { value: { code } }, other: { value: { other: code } } }
    return { [code]: { description: 'It.', content: { 'application/json': { schema: { type: 'object' }, examples } } } }
  }

  it.each<[codes: string[], headers: Record<string, string>, status: number, body?: object]>([
    [['201', '200', '404'], {}, 200, { code: '200' }],
    [['default'], {}, 200],
    [['404', '2XX'], {}, 200],
    [['302', '500'], {}, 302],
    [['200', '400'], { prefer: 'code=400', accept: 'image/png' }, 400],
    [['200'], { prefer: 'code=600' }, 400],
    [['200', '404'], { prefer: 'example=x' }, 200, { code: '200' }],
    [['200', '404'], { prefer: 'code=404, example="other"' }, 404, { other: '404' }],
    [['404'], {}, 404],
    [['200', '404'], { prefer: 'code=404' }, 404],
    [['200'], { prefer: 'code=999' }, 400],
    [['200'], { accept: 'image/png' }, 406],
  ])('answers one of %j with %j: %i', async (codes, headers, status, body) => {
    const { call } = await serveDocument({ paths: get(Object.assign({}, ...codes.map(namedExamples))) })
    expect(await call('GET', '/a', undefined, { accept: '*/*', ...headers })).toMatchObject({
      status,
      ...(body && { body }),
    })
  })
})

describe('a request', () => {
  const q = (more: object) => ({ name: 'q', in: 'query', ...more })
  const piped = q({ style: 'pipeDelimited', explode: false, schema: list(integer) })
  const small = q({ schema: { $ref: '#/components/schemas/Small' } })
  const filter = q({ content: json({ type: 'object', required: ['a'] }) })

  it.each<[parameter: object, query: string, status: number]>([
    ...['form', 'spaceDelimited', 'pipeDelimited'].map((style): [object, string, number] => [
      q({ style, schema: list(integer) }),
      '',
      200,
    ]),
    [q({ style: 'deepObject', schema: { type: 'object', items: integer } }), '', 200],
    [piped, '?q=1|2', 200],
    [piped, '?q=1|b', 400],
    [q({ style: 'spaceDelimited', schema: string }), '?q=1', 200],
    [small, '?q=3', 200],
    [small, '?q=300', 400],
    [filter, '?q={"a":1}', 200],
    [filter, '?q={}', 400],
    [{ name: 'Accept', in: 'header', required: true, schema: { enum: ['x'] } }, '', 200],
    [{ name: 'content-type', in: 'header', required: true, schema: { enum: ['x'] } }, '', 200],
    [{ name: 'q', in: 'nowhere', required: true }, '', 200],
    [{ name: 'id', in: 'path', required: true, schema: integer }, '', 200],
  ])('a request with the parameter %j and %j is %i', async (parameter, query, status) => {
    const components = { schemas: { Small: { type: 'integer', maximum: 9 } } }
    const { call } = await serveDocument({ paths: get(answers('200'), { parameters: [parameter] }), components })
    expect((await call('GET', `/a${query}`)).status).toBe(status)
  })

  const upload = {
    ...object({ n: integer, tags: list(string), file: { ...string, format: 'binary' }, more: { type: 'object' } }),
    required: ['n'],
  }
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    return data
  }
  it.each<[mediaType: string, body: unknown, headers: Record<string, string>, status: number]>([
    ['application/x-www-form-urlencoded', new URLSearchParams('n=1&tags=a&tags=b'), {}, 200],
    ['application/x-www-form-urlencoded', new URLSearchParams('n=one'), {}, 400],
    ['multipart/form-data', form({ n: '1', tags: 'a', more: '{"x":1}', file: '\u0000\u0001' }), {}, 200],
    ['multipart/form-data', form({ tags: 'a' }), {}, 400],
    ['application/octet-stream', new Uint8Array([255, 0, 254]), { 'content-type': 'application/octet-stream' }, 200],
    ['application/json', { n: 1 }, { 'content-type': 'application/merge-patch+json' }, 200],
    ['application/json', { n: 'a' }, {}, 400],
    ['application/json', '{"n":', { 'content-type': 'application/json' }, 400],
    ['application/json', 'n', { 'content-type': 'text/plain' }, 415],
    ['application/json', undefined, {}, 400],
    ['*/*', 'n', { 'content-type': 'text/plain' }, 200],
  ])('a request in %s with %j and %j is %i', async (mediaType, body, headers, status) => {
    const schema = mediaType.startsWith('application/octet') || mediaType === '*/*' ? string : upload
    const requestBody = { required: true, content: { [mediaType]: { schema } } }
    const { call } = await serveDocument({ paths: { '/a': { post: { requestBody, responses: answers('200') } } } })
    expect((await call('POST', '/a', body, headers)).status).toBe(status)
  })

  it.each([
    ['more[a]=1&rows[0][n]=1&rows[0][tags][]=x&rows[1][n]=2', 200],
    ['rows[0][n]=one', 400],
    [`rows${'[0]'.repeat(5000)}=1`, 400],
    ['plain[a]=1', 400],
  ])('reads a form whose members are in the style deepObject: %#', async (body, status) => {
    const schema = {
      ...object({ more: object({ a: integer }), rows: list(object({ n: integer, tags: list(string) })), plain: {} }),
      additionalProperties: false,
    }
    const encoding = { more: { style: 'deepObject' }, rows: { style: 'deepObject', explode: true } }
    const requestBody = { content: { 'application/x-www-form-urlencoded': { schema, encoding } } }
    const { call } = await serveDocument({ paths: { '/a': { post: { requestBody, responses: answers('200') } } } })
    expect((await call('POST', '/a', new URLSearchParams(body))).status).toBe(status)
  })

  it('accepts a form that the document describes as a text', async () => {
    const requestBody = { content: { 'application/x-www-form-urlencoded': { schema: { ...string, pattern: '=' } } } }
    const { call } = await serveDocument({ paths: { '/a': { post: { requestBody, responses: answers('200') } } } })
    expect((await call('POST', '/a', new URLSearchParams({ n: '1' }))).status).toBe(200)
  })

  it('refuses at once a text that a pattern would need ages for, and blocks nobody', async () => {
    const requestBody = { content: json({ ...string, pattern: '^(a+)+$' }) }
    const { call } = await serveDocument({ paths: { '/a': { post: { requestBody, responses: answers('200') } } } })
    const text = JSON.stringify(`${'a'.repeat(50_000)}!`)
    expect((await call('POST', '/a', text, { 'content-type': 'application/json' })).status).toBe(400)
  })

  it.each(['constructor', 'toString', 'valueOf', '__proto__', '../../../../tmp/x', 'a\nb'])(
    'reaches an operation with the ID %j',
    async (operationId) => {
      const { call } = await serveDocument({ paths: get(answers('200', { type: 'object' }), { operationId }) })
      expect((await call('GET', '/a')).status).toBe(200)
      expect((await call('POST', '/a')).status).toBe(405)
    },
  )

  it.each(['/{id}.json', '/{name}.{ext}', '/{id}:cancel', '/things/', '/a b/{x}', '/find/{x}?of={y}', '/report({x})'])(
    'reaches the path %s',
    async (path) => {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
      const schema = { ...string, enum: ['v'] }
      const parameters = names.map((name) => ({ name, in: 'path', required: true, schema }))
      const { call } = await serveDocument({ paths: { [path]: { get: { parameters, responses: answers('200') } } } })
      expect((await call('GET', encodeURI(path.replaceAll(/\{\w+\}/g, 'v')))).status).toBe(200)
      if (names.length > 0) expect((await call('GET', encodeURI(path.replaceAll(/\{\w+\}/g, 'w')))).status).toBe(400)
    },
  )

  it('reaches a path below a parameter that may hold several segments', async () => {
    const ref = { name: 'ref', in: 'path', required: true, schema: string, 'x-multi-segment': true }
    const at = (path: string) => ({
      [path]: { parameters: [ref], get: { operationId: path, responses: answers('200') } },
    })
    const { call } = await serveDocument({ paths: { ...at('/{ref}/status'), ...at('/{ref}/checks'), ...at('/{ref}') } })
    const reached = await Promise.all(['/a/status', '/a/checks', '/a/b/c'].map((path) => call('GET', path)))
    expect(reached.map(({ headers }) => headers.get('x-mock-operation'))).toEqual([
      '/{ref}/status',
      '/{ref}/checks',
      '/{ref}',
    ])
  })

  const schemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    basic: { type: 'http', scheme: 'basic' },
    bearer: { type: 'http', scheme: 'bearer' },
    oauth: { type: 'oauth2', flows: {} },
    open: { type: 'openIdConnect', openIdConnectUrl: 'https://x.example' },
    tls: { type: 'mutualTLS' },
  }
  it.each<[security: object[], headers: Record<string, string>, query: string, status: number]>([
    [[{ key: [] }], {}, '', 401],
    [[{ key: [] }], { 'x-key': 'k' }, '', 200],
    [[{ query: [] }], {}, '?key=k', 200],
    [[{ cookie: [] }], { cookie: 'sid=k' }, '', 200],
    [[{ key: [], query: [] }], { 'x-key': 'k' }, '', 401],
    [[{ key: [], query: [] }], { 'x-key': 'k' }, '?key=k', 200],
    [[{ basic: [] }, { bearer: [] }], { authorization: 'Bearer x' }, '', 200],
    [[{ basic: [] }], { authorization: 'Bearer x' }, '', 401],
    [[{ oauth: ['a'] }], { authorization: 'Bearer x' }, '', 200],
    [[{ open: [] }], { authorization: 'Bearer x' }, '', 200],
    [[{ open: [] }, {}], {}, '', 200],
    [[{ tls: [] }], {}, '', 200],
  ])('a request secured by %j with %j and %j is %i', async (security, headers, query, status) => {
    const components = { securitySchemes: schemes }
    const { call } = await serveDocument({ paths: get(answers('200'), { security }), components })
    const answer = await call('GET', `/a${query}`, undefined, headers)
    expect(answer.status).toBe(status)
    const challenge =
      'basic' in (security[0] ?? {}) ? 'Basic realm="mock"' : 'ApiKey realm="an API key in the header X-Key"'
    const isRefused = status === 401
    expect(answer.headers.get('www-authenticate')).toBe(isRefused ? challenge : null)
    if (isRefused) expect(answer.headers.get('x-mock-reason')).toMatch(/send (an API key in|a user name)/)
  })
})

it('answers an error in the schema that the document uses elsewhere', async () => {
  const parameters = [{ name: 'n', in: 'query', required: true, schema: integer }]
  const elsewhere = { get: { responses: answers('400', record({ fault: record({ message: string }) })) } }
  const { call } = await serveDocument({ paths: { ...get(answers('200'), { parameters }), '/b': elsewhere } })
  expect(await call('GET', '/a')).toMatchObject({
    status: 400,
    body: { fault: { message: expect.stringContaining('n') } },
  })
})

it('serves a document with 100,000 paths, and reads only the operations that are called', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`/p${index}/{x}`, { get: { responses: answers('200', integer) } }]),
  )
  const { call } = await serveDocument({ paths })
  expect((await call('GET', '/p99999/1')).status).toBe(200)
})

it.each([
  ['', 400, "must have required property 'size'"],
  ['size=large', 400, 'cookie parameter size must be integer'],
  ['theme=dark; size=7', 200, ''],
])('validates the cookies of a request: %j', async (cookie, status, detail) => {
  const parameters = [{ name: 'size', in: 'cookie', required: true, schema: integer }]
  const { call } = await serveDocument({ paths: get(answers('200', string), { parameters }) })
  const answer = await call('GET', '/a', undefined, { cookie })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(detail)])
})
