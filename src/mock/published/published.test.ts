import { describe, expect, it } from 'vitest'
import { credentialsOf } from '../../contract/security.ts'
import { answers, integer, json, list, object, record, serveDocument, string } from './serve-document.fixture.ts'

const problem = 'application/problem+json'
const says = (detail: string) => expect.objectContaining({ detail: expect.stringContaining(detail) })
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

  it.each<[accept: string, mediaType: string, body: unknown]>([
    ['*/*', 'application/json', {}],
    ['text/csv', 'text/csv', 'n'],
    ['text/csv;q=0.5, application/hal+json', 'application/hal+json', {}],
    ['application/hal+json;q=0.5, text/*;q=0.5', 'application/hal+json', {}],
    ['image/png', problem, says('available as application/json, application/hal+json, text/csv.')],
  ])('answers in the media type for Accept: %j', async (accept, mediaType, body) => {
    const content = { 'text/csv': { example: 'n' }, 'application/hal+json': { example: {} }, ...json({}, {}) }
    const { call } = await serveDocument({ paths: get({ 200: { description: 'It.', content } }) })
    const answer = await call('GET', '/a', undefined, { accept })
    expect([answer.headers.get('content-type'), answer.body]).toEqual([mediaType, body])
  })

  it.each([
    [{ schema: {}, example: [1, 2] }, '1,2'],
    [{ schema: {}, example: { R: 100, G: 200 } }, 'R,100,G,200'],
    [{ schema: {}, explode: true, example: { R: 100, G: 200 } }, 'R=100,G=200'],
    [{ content: { 'application/json': { schema: {}, example: { a: 1 } } } }, '{"a":1}'],
    [{ schema: {}, example: '\t~ a\n\u00e9' }, '~ a%0A%C3%A9'],
    [{ schema: {}, example: 7 }, '7'],
  ])('writes the example of a header in its style: %j', async (header, text) => {
    const { call } = await serveDocument({ paths: get({ 200: { description: 'It.', headers: { 'X-A': header } } }) })
    expect((await call('GET', '/a')).headers.get('x-a')).toBe(text)
  })

  it('shows the first example that is in the document', async () => {
    const examples = { a: { externalValue: 'https://x.example' }, b: { value: 1 }, c: { value: 2 } }
    const headers = { 'X-A': { schema: {}, examples } }
    const content = { 'application/json': { schema: {}, examples } }
    const { call } = await serveDocument({ paths: get({ '2XX': { description: 'It.', headers, content } }) })
    const { status, headers: sent, body } = await call('GET', '/a')
    expect([status, sent.get('x-a'), body]).toEqual([200, '1', 1])
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
    [['200', 'default'], { prefer: 'code=600' }, 400],
    [['200', 'default'], { prefer: 'code=100' }, 400],
    [['200', 'default'], { prefer: 'code=599' }, 599, { code: 'default' }],
    [['500', 'default', '302'], {}, 200, { code: 'default' }],
    [['100', '400', '3XX'], {}, 300],
    [['200', '404'], { prefer: 'code=600' }, 400, says('Prefer takes a code from 200 to 599')],
    [['100', '202', '201'], {}, 201, { code: '201' }],
    [['200', '404'], { prefer: 'example=x' }, 400, says('it has 200 (one, other), 404 (one, other).')],
    [['200', '404'], { prefer: 'code=404, example="other"' }, 404, { other: '404' }],
    [['404'], {}, 404],
    [['200', '404'], { prefer: 'code=404' }, 404],
    [['200'], { prefer: 'code=404' }, 400, says('no answer that matches the Prefer header; it has 200 (one, other).')],
    [['200', '404'], { prefer: 'xcode=404, example=other' }, 200, { other: '200' }],
    [['200', '404'], { prefer: 'xexample=other' }, 200, { code: '200' }],
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
  const nested = '['.repeat(5000) + ']'.repeat(5000)
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
    [{ ...piped, explode: true }, '', 200],
    [piped, '?q=1|2', 200],
    [piped, '?q=1|b', 400],
    [q({ style: 'spaceDelimited', schema: string }), '?q=1', 200],
    [q({ schema: { ...string, pattern: '^(a+)+$' } }), `?q=${'a'.repeat(40)}!`, 400],
    [small, '?q=3', 200],
    [small, '?q=300', 400],
    [filter, '?q={"a":1}', 200],
    [filter, '?q={"a":{"toString":1,"valueOf":1}}', 200],
    [filter, '?q={"a":1}&q={"a":1}', 400],
    [q({ content: json(list({})) }), '?q=[{"toString":1,"valueOf":1}]', 200],
    [q({ content: json(integer) }), '?q={"toString":1,"valueOf":1}', 400],
    [q({ content: json({ ...integer, nullable: true }) }), '?q=null', 200],
    [q({ content: json({}) }), `?q=${nested}`, 400],
    [filter, '?q={}', 400],
    [filter, '?q={', 400],
    [filter, '', 200],
    [{ name: 'Accept', in: 'header', required: true, schema: { enum: ['x'] } }, '', 200],
    [{ name: 'content-type', in: 'header', required: true, schema: { enum: ['x'] } }, '', 200],
    [{ name: 'X-Lamp', in: 'header', schema: object({ lit: string }) }, '', 200],
    [{ name: 'q', in: 'nowhere', required: true }, '', 200],
    [{ name: 'id', in: 'path', required: true, schema: integer }, '', 200],
  ])('a request with the parameter %j and %.30s is %i', async (parameter, query, status) => {
    const components = { schemas: { Small: { type: 'integer', maximum: 9 } } }
    const { call } = await serveDocument({ paths: get(answers('200'), { parameters: [parameter] }), components })
    expect((await call('GET', `/a${query}`)).status).toBe(status)
  })

  it.each<[style: string, schema: object, sent: string, status: number]>([
    ['matrix', integer, ';id=5', 200],
    ['matrix', integer, '5', 400],
    ['label', list(integer), '.5', 200],
    ['label', list(integer), '5', 400],
  ])('reads a path parameter in the style %s by %j: %s is %i', async (style, schema, sent, status) => {
    const parameters = [{ name: 'id', in: 'path', required: true, style, schema }]
    const { call } = await serveDocument({ paths: { '/a/{id}': { get: { parameters, responses: answers('200') } } } })
    expect((await call('GET', `/a/${sent}`)).status).toBe(status)
  })

  const [form, multipart] = ['application/x-www-form-urlencoded', 'multipart/form-data']
  const [text, any] = [{ ...string, pattern: '^n=1$' }, { type: 'object' }]
  const upload = {
    ...object({ n: integer, tags: list(string), more: any, file: string, text: string }),
    required: ['n'],
  }
  const rows = list(object({ n: integer, tags: list(string) }))
  const deep = { ...object({ more: object({ a: integer }), rows, plain: {} }), additionalProperties: false }
  const encoding = {
    more: { style: 'deepObject' },
    rows: { style: 'deepObject', explode: true },
    plain: { style: 'form' },
  }
  const part = (name: string, value: string) =>
    `--xy\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const named = `${multipart}; boundary="xy"`
  const largest = 8 * 1024 * 1024

  it.each<[type: string, schema: object, sent: string | Uint8Array, status: number, kept?: unknown, sentType?: string]>(
    [
      [form, any, 'a=1&a=2&a=3&b=x&c[]=y&d[]e=', 201, { a: ['1', '2', '3'], b: 'x', c: 'y', 'd[]e': '' }],
      [form, upload, 'n=1&tags=a', 201, { n: 1, tags: ['a'] }],
      [form, upload, 'n=1&more={"x":[1]}&text={', 201, { n: 1, more: { x: [1] }, text: '{' }],
      [form, upload, 'n=1&more=+{}&file="["&tags=[1&tags=2]', 201, { n: 1, more: {}, file: '"["', tags: ['[1', '2]'] }],
      [form, upload, 'n=1&more=x{}', 400],
      [form, upload, `n=1&more={"a":${nested}}`, 400],
      [form, upload, `n=1&more={"a":[${'1,'.repeat(50_000)}1]}`, 400],
      [form, upload, 'n=one', 400, says('Request body property n must be integer.')],
      [form, text, 'n=1', 201],
      [form, text, 'n=2', 400],
      [form, any, 'a=1&'.repeat(10_000), 201],
      [form, any, 'a=1&'.repeat(10_001), 400, says('The request body must be a form of at most 10000 fields.')],
      [form, any, `a=${'x'.repeat(largest - 2)}`, 201],
      [form, any, `a=${'x'.repeat(largest - 1)}`, 413, says('A form has at most 8388608 bytes.')],
      [form, deep, 'more[a]=1&rows[0][n]=1&rows[0][tags][]=x', 201, { more: { a: 1 }, rows: [{ n: 1, tags: ['x'] }] }],
      [form, deep, 'rows[0][n]=1&rows[1][n]=2', 201, { rows: [{ n: 1 }, { n: 2 }] }],
      [form, deep, 'rows[0][n]=one', 400],
      [form, deep, `rows${'[0]'.repeat(5000)}=1`, 400],
      [form, deep, 'plain[a]=1', 400],
      [form, any, `more${'[a]'.repeat(19)}=1`, 201, { more: { a: expect.any(Object) } }],
      [form, any, `more${'[a]'.repeat(21)}=1`, 400],
      [form, any, 'more[0]=a&more[2]=b', 201, { more: { 0: 'a', 2: 'b' } }],
      [
        multipart,
        upload,
        `${part('n', '1')}${part('file"; filename="a', '\u0000\u0001')}--xy--`,
        201,
        { n: 1, file: '\0\x01' },
        named,
      ],
      [multipart, upload, `${part('tags', 'a')}--xy--`, 400, undefined, named],
      [multipart, any, `${part('n', '1')}--xy--`, 201, { n: '1' }, `${multipart}; boundary=xy; charset=UTF-8`],
      [multipart, any, `${part('n', 'name=1').replace('; name="n"', '')}--xy--`, 201, {}, named],
      [multipart, any, `${part('a"; name="é', '1').replace('name', 'filename')}--xy--`, 201, { é: '1' }, named],
      [multipart, any, `${part('n', '1').replaceAll('"', '')}--xy--`, 201, { n: '1' }, named],
      [
        multipart,
        any,
        `${part('n', '1')}--xy--`,
        415,
        says('The Content-Type of a multipart body names its boundary.'),
      ],
      ['application/octet-stream', string, new Uint8Array([255, 0, 254]), 201],
      ['application/octet-stream', any, '{"a":1}', 201],
      ['application/json', upload, '{"n":1}', 201, { n: 1 }, 'application/merge-patch+json'],
      ['application/json', upload, new TextEncoder().encode('{"n":1}'), 201, { n: 1 }, ''],
      ['application/json', upload, '{"n":"a"}', 400],
      ['application/vnd.a+json', upload, '{"n":1}', 415, undefined, 'application/vnd.b+json'],
      ['application/json', upload, '{"n":', 400],
      ['application/json', any, '{"n":9007199254740993}', 201],
      ['application/json', string, '{"n":1}', 400],
      ['application/json', upload, '', 400, says('Body parameter is required.')],
      ['application/json', upload, 'n', 415, undefined, 'text/plain'],
      ['application/*', any, '{"a":1}', 201, { a: 1 }, 'application/vnd.a+json'],
      ['text/json', any, '{"a":1}', 201, { a: 1 }, 'application/vnd.a+json'],
      ['text/json', any, '{"a":1}', 201, { a: 1 }],
      ['text/json', any, '<a/>', 415, undefined, 'application/xml'],
      ['text/plain', any, '{}', 415, says('Send the body as text/plain, x/other.'), 'application/json'],
      ['text/plain', any, new Uint8Array([255]), 400],
      ['application/xml', any, new Uint8Array([255]), 400],
      ['application/xml-dtd', any, new Uint8Array([255]), 201],
      ['text/plain', any, '{}', 415, undefined, 'none'],
      ['*/*', string, 'n', 201, undefined, 'text/plain'],
      ['application/xml', object({ a: integer }), '<a/>', 201],
    ],
  )('reads a body in %s by %j: %#', async (mediaType, schema, sent, status, kept, sentType = mediaType) => {
    const requestBody = { required: true, content: { [mediaType]: { schema, encoding }, 'x/other': {} } }
    const created = { post: { requestBody, responses: answers('201', any) } }
    const { call } = await serveDocument({ paths: { '/a': created, '/a/{no}': get(answers('200', any))['/a'] } })
    const answer = await call('POST', '/a', sent, sentType ? { 'content-type': sentType } : {})
    expect(answer.status).toBe(status)
    if (kept !== undefined) expect(answer.body).toEqual(kept)
  })

  it.each<[content: object, sent: string | Uint8Array, sentType: string, kept: object]>([
    [{}, '{"a":1}', 'application/json', { a: 1 }],
    [{}, new Uint8Array([255]), '', {}],
    [{ 'application/json': {} }, '{"a":1}', 'application/json', { a: 1 }],
    [{}, 'a=1', form, { a: '1' }],
    [{}, '', 'application/json', {}],
    [{}, 'a', 'text/plain', {}],
    [json(upload), '', 'application/json', {}],
  ])(
    'reads a body that the document describes by %j, or no body: %j in %s',
    async (content, sent, contentType, kept) => {
      const requestBody = { required: Object.keys(content).length === 0, content }
      const post = { requestBody, responses: answers('201', any) }
      const { call } = await serveDocument({ paths: { '/a': { post }, '/a/{no}': get(answers('200', any))['/a'] } })
      const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {}
      expect(await call('POST', '/a', sent, headers)).toMatchObject({ status: 201, body: kept })
    },
  )

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
    capital: { type: 'http', scheme: 'Bearer' },
    Basic: { type: 'http', scheme: 'Basic' },
    digest: { type: 'http', scheme: 'digest' },
    dpop: { type: 'http', scheme: 'DPoP' },
    strange: { type: 'handshake' },
    nowhere: { type: 'apiKey', in: 'body', name: 'key' },
    referred: { $ref: '#/components/securitySchemes/bearer' },
  }
  const bearer = { authorization: 'Bearer x' }
  const keyWords = 'an API key in the header X-Key'
  const bearerWords = 'a bearer token in Authorization'
  const realm = (words: string) => `ApiKey realm="${words}"`
  it.each<
    [security: object[], headers: Record<string, string>, query: string, challenge: string | null, words?: string]
  >([
    [[{ key: [] }], {}, '', realm(keyWords), keyWords],
    [[{ key: [] }], { 'x-key': 'k' }, '', null],
    [[{ query: [] }], {}, '?key=k', null],
    [[{ cookie: [] }], { cookie: 'sid=k' }, '', null],
    [[{ cookie: [] }], {}, '', realm('an API key in the cookie sid')],
    [
      [{ key: [], query: [] }],
      { 'x-key': 'k' },
      '',
      realm(keyWords),
      `${keyWords} and an API key in the query parameter key`,
    ],
    [[{ key: [], query: [] }], { 'x-key': 'k' }, '?key=k', null],
    [[{ basic: [] }, { bearer: [] }], bearer, '', null],
    [[{ basic: [] }], bearer, '', 'Basic realm="mock"', 'a user name and a password (Basic) in Authorization'],
    [[{ bearer: [] }, { open: [] }], {}, '', 'Bearer', `${bearerWords}, or ${bearerWords}`],
    [[{ oauth: ['a'] }], bearer, '', null],
    [[{ oauth: ['a'] }], {}, '', 'Bearer', bearerWords],
    [[{ open: [] }], bearer, '', null],
    [[{ open: [] }, {}], {}, '', null],
    [[{ oauth: [] }, {}], {}, '', null],
    [[{ oauth: [] }, {}], bearer, '', null],
    [[{}, { oauth: [] }], { authorization: 'Basic YTpi' }, '', null],
    [[], {}, '', null],
    [[{ key: [] }], { 'X-KEY': 'k' }, '', null],
    [[{ query: [] }], {}, '?key=', realm('an API key in the query parameter key')],
    [[{ cookie: [] }], { cookie: 'mysid=k; sid=' }, '', realm('an API key in the cookie sid')],
    [[{ cookie: [] }], { cookie: 'a=b; sid=k' }, '', null],
    [[{ capital: [] }], {}, '', 'Bearer', bearerWords],
    [[{ capital: [] }], { authorization: 'bEARER x' }, '', null],
    [[{ capital: [] }], { authorization: 'Bearer' }, '', 'Bearer'],
    [[{ Basic: [] }], bearer, '', 'Basic realm="mock"'],
    [[{ Basic: [] }], { authorization: `basic ${btoa('a:b:c')}` }, '', null],
    [[{ Basic: [] }], { authorization: `Basic ${btoa('a')}` }, '', 'Basic realm="mock"'],
    [[{ digest: [] }], { authorization: 'Digest username="a"' }, '', null],
    [[{ dpop: [] }], bearer, '', 'DPoP', 'DPoP credentials in Authorization'],
    [[{ dpop: [] }], { authorization: 'dpop x' }, '', null],
    [[{ referred: [] }], {}, '', 'Bearer'],
    [[{ referred: [] }], bearer, '', null],
    [[{ bearer: [], key: [] }], bearer, '', 'Bearer', `${bearerWords} and ${keyWords}`],
    [[{ bearer: [], key: [] }], { ...bearer, 'x-key': 'k' }, '', null],
    [[{ unknown: [] }], bearer, '', 'Bearer', 'credentials of unknown, a security scheme that the document does not'],
    [[{ unknown: [] }, { bearer: [] }], bearer, '', null],
    [[{ strange: [] }], bearer, '', 'Bearer'],
    [[{ nowhere: [] }], bearer, '?key=k', 'Bearer'],
    [[{ 'https://a.example/schemes/token': [] }], bearer, '', 'Bearer'],
    [[{ constructor: [] }], bearer, '', 'Bearer'],
    [[{ tls: [] }], {}, '', null],
    [[{ tls: [], key: [] }], {}, '', realm(keyWords)],
    [[{ tls: [], key: [] }], { 'x-key': 'k' }, '', null],
  ])('a request secured by %j with %j and %j: %s', async (security, headers, query, challenge, words = '') => {
    const components = { securitySchemes: schemes }
    const { call } = await serveDocument({ paths: get(answers('200'), { security }), components })
    const answer = await call('GET', `/a${query}`, undefined, headers)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([challenge === null ? 200 : 401, challenge])
    if (words !== '') expect(answer.headers.get('x-mock-reason')).toContain(`send ${words}`)
  })

  it('tells which security requirements no request can be checked for', async () => {
    const security = [{ tls: [] }, { unknown: [], strange: [] }]
    const { leftOut } = await serveDocument({
      paths: get(answers('200'), { security }),
      components: { securitySchemes: schemes },
    })
    expect(leftOut()).toEqual(
      [
        'callers are not asked for the client certificate of mutualTLS',
        ...['unknown', 'strange'].map(
          (name) =>
            `callers cannot meet the security requirement ${name}: no scheme of this name is described, or its type is unknown`,
        ),
      ].map((reason) => `/components/securitySchemes ${reason}`),
    )
  })

  it('has a credential for each security scheme that a request can show', async () => {
    const { document } = await serveDocument({ paths: get(answers('200')), components: { securitySchemes: schemes } })
    expect(credentialsOf(document.contract.document)).toEqual([
      { role: 'key', headers: { 'x-key': 'mock' } },
      { role: 'query', headers: {}, query: { key: 'mock' } },
      { role: 'cookie', headers: { cookie: 'sid=mock' } },
      { role: 'basic', headers: { authorization: `Basic ${btoa('mock:mock')}` } },
      ...['bearer', 'oauth', 'open', 'capital'].map((role) => ({ role, headers: { authorization: 'Bearer mock' } })),
      { role: 'Basic', headers: { authorization: `Basic ${btoa('mock:mock')}` } },
      { role: 'digest', headers: { authorization: 'Digest username="mock"' } },
      { role: 'dpop', headers: { authorization: 'DPoP mock' } },
      { role: 'referred', headers: { authorization: 'Bearer mock' } },
    ])
  })
})

const refused = (code: string, mediaType: string, example?: string) => ({
  [code]: { description: 'No.', content: { [mediaType]: { schema: {}, ...(example && { example }) } } },
})
const detail = "Request query must have required property 'n'."
const texts = (...names: string[]) => record(Object.fromEntries(names.map((name) => [name, string])))
const both = { ...answers('422', integer), ...answers('400', texts('description', 'error')) }
const stated = record({ error: record({ status: integer, message: string }) })
const inner = record({ message: integer, at: list(texts('message')) })

it.each<[own: object, elsewhere: object, status: number, mediaType: string | null, body: unknown]>([
  [{}, {}, 400, problem, { type: 'about:blank', title: 'Bad Request', status: 400, detail }],
  [{}, answers('400', record({ fault: texts('message') })), 400, 'application/json', { fault: { message: detail } }],
  [{}, answers('4XX', texts('msg')), 400, 'application/json', { msg: detail }],
  [{}, answers('404', texts('msg')), 400, problem, { detail }],
  [answers('400', texts('msg')), answers('400', texts('error')), 400, 'application/json', { msg: detail }],
  [answers('default', texts('Error_Message')), {}, 400, 'application/json', { Error_Message: detail }],
  [answers('422', texts('msg')), {}, 422, 'application/json', { msg: detail }],
  [both, {}, 400, 'application/json', { description: 'description', error: detail }],
  [answers('400', { type: 'object' }), {}, 400, 'application/json', {}],
  [refused('400', problem), {}, 400, problem, { title: 'Bad Request', detail }],
  [refused('422', problem), {}, 422, problem, { title: 'Unprocessable Entity', status: 422, detail }],
  [answers('422', stated), {}, 422, 'application/json', { error: { status: 422, message: detail } }],
  [refused('400', 'text/plain', 'No.'), {}, 400, 'text/plain', 'No.'],
  [answers('400'), {}, 400, null, ''],
  [answers('400', record({ message: { enum: ['bad'] } })), {}, 400, 'application/json', { message: 'bad' }],
  [answers('400', inner), {}, 400, 'application/json', { message: 1, at: [{ message: 'message' }] }],
])('answers an error as the document has it: own %j, elsewhere %j', async (own, elsewhere, status, mediaType, body) => {
  const parameters = [{ name: 'n', in: 'query', required: true, schema: integer }]
  const operation = { responses: { ...answers('200'), ...own }, parameters }
  const other = { get: { responses: { ...answers('200'), ...elsewhere } } }
  const none = { get: { responses: answers('200') } }
  const { call } = await serveDocument({ paths: { '/none': none, '/other': other, '/a': { get: operation } } })
  const answer = await call('GET', '/a')
  const headers = ['content-type', 'www-authenticate'].map((name) => answer.headers.get(name))
  expect([answer.status, ...headers]).toEqual([status, mediaType, null])
  if (typeof body === 'string') expect(answer.body).toBe(body)
  else expect(answer.body).toMatchObject(body as object)
})

it.each([
  ['', 400, "must have required property 'size'"],
  ['size=7=8', 400, 'cookie parameter size must be integer'],
  ['theme=dark; size=7', 200, ''],
])('validates the cookies of a request: %j', async (cookie, status, detail) => {
  const parameters = [{ name: 'size', in: 'cookie', required: true, schema: integer }]
  const { call } = await serveDocument({ paths: get(answers('200', string), { parameters }) })
  const answer = await call('GET', '/a', undefined, { cookie })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(detail)])
})
