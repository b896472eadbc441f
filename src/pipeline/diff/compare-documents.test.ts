import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readDocument } from '../../contract/published/read-document.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import type { Change } from './change-list.ts'
import { compareDocuments } from './compare-documents.ts'
import { kinds } from './kinds.ts'

type Part = Record<string, unknown>

async function changesBetween(before: Part, now: Part): Promise<Change[]> {
  const folder = temporaryFolder()
  const [old, present] = await Promise.all(
    [before, now].map((part, index) => {
      const file = join(folder, `${index}.yaml`)
      writeFileSync(file, stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, ...part }))
      return readDocument(file)
    }),
  )
  if (!old || !present) throw new Error('two documents')
  return compareDocuments(old, present)
}

/** A document with one operation. */
const get = (operation: Part = {}, more: Part = {}): Part => ({
  paths: { '/a/{id}': { get: { parameters: [id], responses: ok(), ...operation } } },
  ...more,
})
const post = (requestBody?: Part, more: Part = {}): Part => ({
  paths: { '/a': { post: { ...(requestBody && { requestBody }), responses: ok(), ...more } } },
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const query = (more: Part = {}, schema: Part = { type: 'string' }) => ({ name: 'q', in: 'query', schema, ...more })
const withQuery = (...parameters: Part[]) => get({ parameters: [id, ...parameters] })
const ok = (more: Part = {}) => ({ 200: { description: 'ok', ...more } })
const json = (schema?: Part) => ({ content: { 'application/json': schema ? { schema } : {} } })
const object = (properties: Part, more: Part = {}): Part => ({ type: 'object', properties, ...more })
const sent = (schema: Part) => post(json(schema))
const received = (schema: Part) => get({ responses: ok(json(schema)) })
const header = (more: Part) =>
  get({ responses: ok({ headers: { 'X-Left': { schema: { type: 'integer' }, ...more } } }) })
const text = { type: 'string' }
const webhook = (requestBody?: Part) => ({
  webhooks: { made: { post: { ...(requestBody && { requestBody }), responses: ok() } } },
})
const basic = { type: 'http', scheme: 'basic' }
const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
const secured = (...security: Part[]) =>
  get({ security }, { components: { securitySchemes: { basic, key, basic2: { ...basic, scheme: 'Basic' } } } })
const parts = (encoding: Part, f: Part = text) => ({ 'multipart/form-data': { schema: object({ f }), encoding } })
const served = (...servers: Part[]) => get({}, { servers })
const member = (value: string, ...values: string[]) => ({
  url: 'https://{m}.example',
  variables: { m: { default: value, ...(values.length > 0 && { enum: values }) } },
})
const whole = (schema: Part, more: Part = {}) => ({
  name: 'w',
  in: 'querystring',
  content: { 'application/x-www-form-urlencoded': { schema } },
  ...more,
})
const form = (encoding: Part) =>
  post({
    content: { 'multipart/form-data': { schema: object({ f: text, l: { type: 'array', items: text } }), encoding } },
  })

/** `id place: detail | exchange`, without kinds that say the same from the other side. */
function describe({ id: kind, place, detail, exchange }: Change): string {
  return `${kind} ${place}${detail && `: ${detail}`}${exchange ? ` | ${exchange}` : ''}`
}

const cases: Record<string, [before: Part, now: Part, ...changes: string[]]> = {
  'an operation that is gone': [get(), { paths: {} }, 'operation-removed GET /a/{id} | GET /a/1'],
  'an operation that is new': [{ paths: {} }, get(), 'operation-added GET /a/{id}'],
  'a deprecated operation, removed before its date': [
    get({ deprecated: true, 'x-sunset': '2999-01-01' }),
    { paths: {} },
    'operation-removed GET /a/{id} | GET /a/1',
    'removed-before-sunset GET /a/{id}: 2999-01-01',
  ],
  'a last parameter that takes one segment': [
    get({ parameters: [{ ...id, 'x-multi-segment': true }] }),
    get(),
    'path-narrowed GET /a/{id} | GET /a/1',
  ],
  'the verb LIST': [get({ 'x-list-verb': true }), get(), 'operation-removed LIST /a/{id} | LIST /a/1'],
  'a webhook that is gone': [webhook(), {}, 'webhook-removed webhook POST made | POST made'],
  'a webhook that is new': [{}, webhook(), 'webhook-added webhook POST made'],
  'a body of a webhook that may be missing': [
    webhook({ required: true, ...json(text) }),
    webhook(json(text)),
    'response-body-optional webhook POST made, body | POST made',
  ],
  'a value that a webhook sends': [
    webhook(json({ enum: ['a'] })),
    webhook(json({ enum: ['a', 'b'] })),
    'response-enum-widened webhook POST made, body: "b" | POST made "b"',
  ],
  'a body of a webhook that is gone': [
    webhook(json(text)),
    webhook(),
    'response-body-removed webhook POST made, body | POST made',
  ],
  'a server that is gone': [
    served({ url: 'https://a.example' }, { url: 'https://b.example' }),
    served({ url: 'https://a.example/' }),
    'server-removed GET /a/{id}: https://b.example | GET https://b.example/a/1',
  ],
  'a variable of a server': [
    served({ url: 'https://a.example/{v}', variables: { v: { default: 'v1' } } }),
    served({ url: 'https://a.example/{v}', variables: { v: { default: 'v2' } } }),
    'server-removed GET /a/{id}: https://a.example/v1 | GET https://a.example/v1/a/1',
    'server-added GET /a/{id}: https://a.example/v2',
  ],
  'a value of a variable of a server, and its default': [
    served(member('a', 'a', 'b')),
    served(member('c', 'b', 'c')),
    'server-removed GET /a/{id}: https://a.example | GET https://a.example/a/1',
    'server-added GET /a/{id}: https://c.example',
  ],
  'another default of a variable of a server': [
    served(member('a', 'a', 'b')),
    served(member('b', 'a', 'b')),
    'server-default-changed GET /a/{id}: https://a.example → https://b.example | GET https://b.example/a/1',
  ],
  'a variable of a server that takes some values only': [
    served(member('a')),
    served(member('a', 'a', 'b')),
    'server-removed GET /a/{id}: https://{}.example | GET https://other.example/a/1',
    'server-added GET /a/{id}: https://b.example',
  ],
  'a base URL that is not documented any more': [
    served({ url: 'https://a.example/v1' }),
    get(),
    'server-undocumented GET /a/{id}: https://a.example/v1 | GET https://a.example/v1/a/1',
  ],
  'the usual port of a server': [served({ url: 'https://a.example:443/v1' }), served({ url: 'https://a.example/v1' })],
  'a part of the path that moves to the server': [
    served({ url: '/a' }),
    { servers: [{ url: '/' }], paths: { '/a/a/{id}': { get: { parameters: [id], responses: ok() } } } },
  ],
  'a credential that is refused': [
    secured({ basic: [] }),
    secured({ key: [] }),
    'credential-refused GET /a/{id}: http basic | GET /a/1 with http basic → 401',
    'credential-accepted GET /a/{id}: header x-key',
  ],
  'a credential where none was needed': [
    secured({}),
    secured({ basic: [] }),
    'credential-refused GET /a/{id}: none | GET /a/1 → 401',
  ],
  'a second credential beside the first': [
    secured({ basic: [] }),
    secured({ basic: [], key: [] }),
    'credential-refused GET /a/{id}: http basic | GET /a/1 with http basic → 401',
  ],
  'a scheme with another name in another case': [secured({ basic: [] }), secured({ basic2: [] })],
  'another credential that is accepted': [
    secured({ basic: [] }),
    secured({ basic: [] }, { key: [] }),
    'credential-accepted GET /a/{id}: header x-key',
  ],
  'a scope more': [
    secured({ key: ['r'] }),
    secured({ key: ['r', 'w'] }),
    'credential-refused GET /a/{id}: header x-key r | GET /a/1 with header x-key r → 401',
  ],
  'a parameter that must be sent': [
    withQuery(),
    withQuery(query({ required: true })),
    'parameter-required GET /a/{id}, query q | GET /a/1',
  ],
  'a parameter that may be sent': [withQuery(), withQuery(query()), 'parameter-added GET /a/{id}, query q'],
  'a parameter that becomes required': [
    withQuery(query()),
    withQuery(query({ required: true })),
    'parameter-required GET /a/{id}, query q | GET /a/1',
  ],
  'a parameter that becomes optional': [
    withQuery(query({ required: true })),
    withQuery(query()),
    'parameter-optional GET /a/{id}, query q',
  ],
  'a parameter that is gone': [withQuery(query()), withQuery(), 'parameter-removed GET /a/{id}, query q'],
  'a parameter in another place': [
    withQuery(query()),
    withQuery({ ...query({ required: true }), in: 'header' }),
    'parameter-moved GET /a/{id}, query q: now header q | GET /a/1?q=x',
  ],
  'a parameter that may be empty': [
    withQuery(query({ allowEmptyValue: true }, { type: 'integer' })),
    withQuery(query({}, { type: 'integer' })),
    'parameter-empty-refused GET /a/{id}, query q | GET /a/1?q=',
  ],
  'a text that may be empty anyway': [withQuery(query({ allowEmptyValue: true })), withQuery(query())],
  'a list in another style': [
    withQuery(query({}, { type: 'array', items: text })),
    withQuery(query({ explode: false }, { type: 'array', items: text })),
    'parameter-style-changed GET /a/{id}, query q: form, exploded → form | GET /a/1?q=x&q=x',
  ],
  'characters that a query reserves': [
    withQuery(query({ allowReserved: true })),
    withQuery(query()),
    'reserved-characters-changed GET /a/{id}, query q: true → false | GET /a/1?q=a/b',
  ],
  'characters that a query reserves, in numbers': [
    withQuery(query({ allowReserved: true }, { type: 'integer' })),
    withQuery(query({}, { type: 'integer' })),
  ],
  'characters that a form reserves': [
    form({ f: { allowReserved: true } }),
    form({ f: {} }),
    'reserved-characters-changed POST /a, body f: true → false | POST /a f=a/b',
  ],
  'parameters that become one form in the query, of OpenAPI 3.2': [
    withQuery(query(), query({ name: 'n', required: true }, { type: 'integer' })),
    withQuery(whole(object({ q: { type: 'integer' }, n: { type: 'integer' } }))),
    'request-type-narrowed GET /a/{id}, query q: string → integer | GET /a/1?q=x',
    'parameter-optional GET /a/{id}, query n',
  ],
  'a form in the query that becomes parameters': [
    withQuery(whole(object({ q: text }), { required: true })),
    withQuery(query({ required: true })),
    'parameter-required GET /a/{id}, query q | GET /a/1',
  ],
  'another media type of the whole query': [
    withQuery(whole(object({ q: text }))),
    withQuery(whole(object({ q: text }), { content: { 'application/json': { schema: object({ q: text }) } } })),
    'parameter-style-changed GET /a/{id}, query q: parameters → application/json | GET /a/1?q=x',
    'parameter-removed GET /a/{id}, query q',
  ],
  'a number in another style, which is the same on the wire': [
    withQuery(query({}, { type: 'integer' })),
    withQuery(query({ explode: false }, { type: 'integer' })),
  ],
  'a parameter in a narrower type': [
    withQuery(query()),
    withQuery(query({}, { type: 'integer' })),
    'request-type-narrowed GET /a/{id}, query q: string → integer | GET /a/1?q=x',
  ],
  'a parameter in a wider type': [
    withQuery(query({}, { type: 'integer' })),
    withQuery(query()),
    'request-type-widened GET /a/{id}, query q: integer → string',
  ],
  'a bound of a few numbers': [
    withQuery(query({}, { type: 'integer', minimum: 1, maximum: 50 })),
    withQuery(query({}, { type: 'integer', minimum: 1, maximum: 40 })),
    'request-range-narrowed GET /a/{id}, query q: maximum 50 → 40 | GET /a/1?q=41',
  ],
  'another name of a path parameter': [
    get(),
    { paths: { '/a/{other}': { get: { parameters: [{ ...id, name: 'other' }], responses: ok() } } } },
  ],
  'a body that must be sent': [
    post(),
    post({ required: true, ...json(text) }),
    'request-body-required POST /a, body | POST /a',
  ],
  'a body that becomes required': [
    post(json(text)),
    post({ required: true, ...json(text) }),
    'request-body-required POST /a, body | POST /a',
  ],
  'a body that may be sent': [post(), post(json(text)), 'request-body-added POST /a, body'],
  'a body that becomes optional': [
    post({ required: true, ...json(text) }),
    post(json(text)),
    'request-body-optional POST /a, body',
  ],
  'a body that is gone': [post(json(text)), post(), 'request-body-removed POST /a, body | POST /a {}'],
  'a media type of bodies': [
    post({ content: { 'application/json': {}, 'text/csv': {} } }),
    post({ content: { 'application/json; charset=utf-8': {}, 'text/plain': {} } }),
    'request-media-type-removed POST /a, body: text/csv | POST /a Content-Type: text/csv {}',
    'request-media-type-added POST /a, body: text/plain',
  ],
  'a media type in a range': [
    post({ content: { 'text/csv': {} } }),
    post({ content: { 'text/*': {} } }),
    'request-media-type-added POST /a, body: text/*',
  ],
  'a schema that comes to a media type': [
    post(json()),
    sent(object({})),
    'request-type-narrowed POST /a, body: any → object | POST /a null',
  ],
  'the media type of a part': [
    form({}),
    form({ f: { contentType: 'image/png' } }),
    'request-part-changed POST /a, body f: text/plain → image/png | POST /a part f: text/plain',
  ],
  'the usual media type of a part, written down': [form({}), form({ f: { contentType: 'text/plain' } })],
  'the style of a part that is one text': [form({ f: { explode: true } }), form({ f: { explode: false } })],
  'the style of a part that is a list': [
    form({ l: { explode: true } }),
    form({ l: { explode: false } }),
    'request-part-changed POST /a, body l: form true → form false | POST /a',
  ],
  'a part that is new': [
    form({}),
    post({
      content: {
        'multipart/form-data': {
          schema: object({ f: text, l: { type: 'array', items: text }, o: object({}) }),
          encoding: { o: { style: 'deepObject', explode: true } },
        },
      },
    }),
    'request-member-added POST /a, body /o',
  ],
  'a header of a part': [
    form({ f: {} }),
    form({ f: { headers: { 'X-P': { required: true, schema: text } } } }),
    'request-part-changed POST /a, body f: header X-P must be sent | POST /a',
  ],
  'a part of an answer': [
    get({ responses: ok({ content: parts({ f: { contentType: 'text/plain' } }) }) }),
    get({ responses: ok({ content: parts({ f: { contentType: 'text/csv' } }) }) }),
    'response-part-changed GET /a/{id}, answer 200 f: text/plain → text/csv | GET /a/1 part f: text/csv',
  ],
  'a file of OpenAPI 3.0 in the words of 3.1': [
    get({ responses: ok({ content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } }) }),
    get({ responses: ok({ content: { 'image/png': {} } }) }),
  ],
  'a file in a form, in the words of 3.1': [
    post({ content: parts({}, { type: 'string', format: 'binary' }) }),
    post({ content: parts({}, { contentMediaType: 'application/octet-stream' }) }),
  ],
  'base64 in the words of 3.1': [
    received({ type: 'string', format: 'byte' }),
    received({ type: 'string', contentEncoding: 'base64' }),
  ],
  'names in XML': [
    post({ content: { 'application/xml': { schema: object({ a: text }) } } }),
    post({ content: { 'application/xml': { schema: object({ a: { ...text, xml: { name: 'b' } } }) } } }),
    'request-xml-changed POST /a, body | POST /a Content-Type: application/xml <?xml version="1.0"?><root><a>a</a></root>',
  ],
  'an attribute of XML': [
    get({ responses: ok({ content: { 'text/xml': { schema: object({ a: text }) } } }) }),
    get({
      responses: ok({ content: { 'text/xml': { schema: object({ a: { ...text, xml: { attribute: true } } }) } } }),
    }),
    'response-xml-changed GET /a/{id}, answer 200 | GET /a/1 → 200 <?xml version="1.0"?><root a="a"/>',
  ],
  'the status that answers a callback': [
    post(undefined, { callbacks: { done: { '{$request.body#/u}': { post: { responses: ok() } } } } }),
    post(undefined, {
      callbacks: { done: { '{$request.body#/u}': { post: { responses: { 204: { description: 'taken' } } } } } },
    }),
    'webhook-answer-refused callback done of POST /a: POST {$request.body#/u}, answer 200 | POST {$request.body#/u} → 200',
    'response-status-changed callback done of POST /a: POST {$request.body#/u}, answer 204: added',
  ],
  'a link': [
    get({
      responses: ok({ links: { next: { operationId: 'getB', description: 'old' }, other: { operationId: 'c' } } }),
    }),
    get({ responses: ok({ links: { next: { operationId: 'getB', description: 'new' } } }) }),
    'link-changed GET /a/{id}, answer 200, link other',
  ],
  'where a callback is sent': [
    post(undefined, { callbacks: { done: { '{$request.body#/u}': { post: { responses: ok() } } } } }),
    post(undefined, { callbacks: { done: { '{$request.body#/v}': { post: { responses: ok() } } } } }),
    'webhook-removed callback done of POST /a: POST {$request.body#/u} | POST {$request.body#/u}',
    'webhook-added callback done of POST /a: POST {$request.body#/v}',
  ],
  'a schema behind an address, and the rest of the document': [
    sent({ $ref: 'https://schemas.example/a.yaml' }),
    {
      paths: {
        ...(sent({ $ref: 'https://schemas.example/a.yaml' }).paths as Part),
        '/b': { get: { responses: ok() } },
      },
    },
    'part-unread /paths/~1a/post/requestBody/content/application~1json/schema: the reference https://schemas.example/a.yaml is not followed: nothing is fetched from the network',
    'operation-added GET /b',
  ],
  'the coding of a text': [
    sent({ type: 'string', contentEncoding: 'base64' }),
    sent({ type: 'string', contentEncoding: 'base32' }),
    'request-content-changed POST /a, body: none, base64 → none, base32 | POST /a "eA=="',
    'request-format-widened POST /a, body: byte → none',
  ],
  'the coding of a text in an answer': [
    received({ type: 'string', contentEncoding: 'base32' }),
    received({ type: 'string', contentEncoding: 'base16' }),
    'response-content-changed GET /a/{id}, answer 200: none, base32 → none, base16 | GET /a/1 → 200 "eA=="',
  ],
  'a success with another status': [
    get(),
    get({ responses: { 201: { description: 'made' } } }),
    'response-status-removed GET /a/{id}, answer 200 | GET /a/1 → 201',
    'response-status-changed GET /a/{id}, answer 201: added',
  ],
  'another success': [
    get(),
    get({ responses: { ...ok(), 202: { description: 'later' } } }),
    'response-status-added GET /a/{id}, answer 202 | GET /a/1 → 202',
  ],
  'a class of successes': [
    get(),
    get({ responses: { '2XX': { description: 'some' } } }),
    'response-status-added GET /a/{id}, answer 2XX | GET /a/1 → 201',
  ],
  'one success in place of any status': [
    get({ responses: { default: { description: 'all' } } }),
    get(),
    'response-status-changed GET /a/{id}, answer 200: added',
  ],
  'one success of a class': [
    get({ responses: { '2XX': { description: 'some' } } }),
    get(),
    'response-status-changed GET /a/{id}, answer 200: added',
  ],
  'an error': [
    get(),
    get({ responses: { ...ok(), 404: { description: 'none' } } }),
    'response-status-changed GET /a/{id}, answer 404: added',
  ],
  'a body of an error': [
    get({ responses: { ...ok(), 404: { description: 'none', ...json(text) } } }),
    get({ responses: { ...ok(), 404: { description: 'none', ...json({ type: 'integer' }) } } }),
  ],
  'an answer without its body': [
    received(text),
    get(),
    'response-body-removed GET /a/{id}, answer 200 | GET /a/1 → 200',
  ],
  'an answer with a body': [get(), received(text), 'response-body-added GET /a/{id}, answer 200'],
  'a media type of answers': [
    get({ responses: ok({ content: { 'application/json': {}, 'text/csv': {} } }) }),
    get({ responses: ok({ content: { 'application/json': {}, 'text/plain': {} } }) }),
    'response-media-type-removed GET /a/{id}, answer 200: text/csv | GET /a/1 Accept: text/csv → 406',
    'response-media-type-added GET /a/{id}, answer 200: text/plain',
  ],
  'a header that may be missing': [
    header({ required: true }),
    header({}),
    'response-header-optional GET /a/{id}, answer 200, header X-Left | GET /a/1 → 200',
  ],
  'a header in another style': [
    header({ schema: object({ a: text }) }),
    header({ schema: object({ a: text }), explode: true }),
    'response-header-style-changed GET /a/{id}, answer 200, header X-Left: simple → simple, exploded | GET /a/1 → 200 X-Left: a=a',
  ],
  'an optional header that is gone': [
    header({}),
    get(),
    'response-header-removed GET /a/{id}, answer 200, header X-Left',
  ],
  'a header that is new': [get(), header({}), 'response-header-added GET /a/{id}, answer 200, header X-Left'],
  'a value of a header': [
    header({}),
    header({ schema: text }),
    'response-type-widened GET /a/{id}, answer 200, header X-Left: integer → string | GET /a/1 → 200 X-Left: x',
  ],
  'a member that must be sent': [
    sent(object({})),
    sent(object({ a: text }, { required: ['a'] })),
    'request-member-required POST /a, body /a | POST /a {}',
  ],
  'a member that may be left out': [
    sent(object({ a: text }, { required: ['a'] })),
    sent(object({ a: text })),
    'request-member-optional POST /a, body /a',
  ],
  'a member that may be missing': [
    received(object({ a: text }, { required: ['a'] })),
    received(object({ a: text })),
    'response-member-optional GET /a/{id}, answer 200 /a | GET /a/1 → 200 {}',
  ],
  'members that come and go': [
    sent(object({ a: text })),
    sent(object({ b: text })),
    'request-member-removed POST /a, body /a',
    'request-member-added POST /a, body /b',
  ],
  'members of an answer that come and go': [
    received(object({ a: text })),
    received(object({ b: text })),
    'response-member-removed GET /a/{id}, answer 200 /a',
    'response-member-added GET /a/{id}, answer 200 /b',
  ],
  'a member of a closed answer': [
    received(object({}, { additionalProperties: false })),
    received(object({ b: text }, { additionalProperties: false })),
    'response-closed-member-added GET /a/{id}, answer 200 /b',
  ],
  'a default': [
    sent({ type: 'integer', default: 1 }),
    sent({ type: 'integer', default: 2 }),
    'default-changed POST /a, body: 1 → 2',
  ],
  'a default that is written down': [
    sent({ type: 'integer' }),
    sent({ type: 'integer', default: 2 }),
    'default-added POST /a, body: 2',
  ],
  'a unit': [
    sent({ type: 'integer', description: 'Time in seconds.' }),
    sent({ type: 'integer', description: 'Time in milliseconds.' }),
    'unit-changed POST /a, body: second → millisecond',
  ],
  'a read-only member': [
    sent(object({ a: text })),
    sent(object({ a: { ...text, readOnly: true } })),
    'member-read-only POST /a, body /a',
  ],
  'a write-only member': [
    received(object({ a: text })),
    received(object({ a: { ...text, writeOnly: true } })),
    'member-write-only GET /a/{id}, answer 200 /a',
  ],
  'a deprecated operation': [get(), get({ deprecated: true }), 'deprecated GET /a/{id}'],
  'a date of removal': [
    get({ deprecated: true, 'x-sunset': '2030-01-01' }),
    get({ deprecated: true, 'x-sunset': '2029-01-01' }),
    'sunset-earlier GET /a/{id}: 2030-01-01 → 2029-01-01',
  ],
  'values of a discriminator': [
    received({ oneOf: [object({ t: text })], discriminator: { propertyName: 't', mapping: { a: 'A' } } }),
    received({ oneOf: [object({ t: text })], discriminator: { propertyName: 't', mapping: { b: 'A' } } }),
    'discriminator-changed GET /a/{id}, answer 200',
  ],
  'values of a discriminator, written down': [
    { ...sent({ $ref: '#/components/schemas/A' }), ...branches({ propertyName: 't' }) },
    {
      ...sent({ $ref: '#/components/schemas/A' }),
      ...branches({ propertyName: 't', mapping: { B: '#/components/schemas/B' } }),
    },
  ],
  'the length of a list, by its elements': [
    sent({ type: 'array', prefixItems: [text], items: false }),
    sent({ type: 'array', prefixItems: [text], maxItems: 1 }),
  ],
  'a value of an enumeration that may grow': [
    sent({ type: 'string', 'x-extensible-enum': ['a', 'b'] }),
    sent({ type: 'string', 'x-extensible-enum': ['a'] }),
    'extensible-enum-changed POST /a, body: b',
  ],
  'where a token comes from': [
    secured2('https://a.example/t'),
    secured2('https://b.example/t'),
    'token-url-changed GET /a/{id}: clientCredentials https://a.example/t → clientCredentials https://b.example/t',
  ],
  'the ID of an operation': [
    get({ operationId: 'getA' }),
    get({ operationId: 'readA' }),
    'operation-id-changed GET /a/{id}: getA → readA',
  ],
  tags: [get({ tags: ['a'] }), get({ tags: ['b'] }), 'tags-changed GET /a/{id}: a → b'],
  'the name of a schema': [{ components: { schemas: { A: text } } }, {}, 'schema-name-removed schema A'],
}

function branches(discriminator: Part): Part {
  const [B, C] = ['B', 'C'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const schemas = { A: { oneOf: [B, C], discriminator }, B: object({ t: text }), C: object({ t: text }) }
  return { components: { schemas } }
}

function secured2(tokenUrl: string): Part {
  const oauth = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } }
  return get({ security: [{ oauth: [] }] }, { components: { securitySchemes: { oauth } } })
}

it.for(Object.entries(cases))('tells %s', async ([, [before, now, ...changes]]) => {
  expect((await changesBetween(before, now)).map(describe)).toEqual(changes)
})

it('shows each kind of the tables by a case here, and each breaking one with an exchange', () => {
  const shown = new Set(
    Object.values(cases).flatMap(([, , ...changes]) => changes.map((change) => change.split(' ')[0])),
  )
  // Shown where whole revisions are compared.
  const elsewhere = new Set(['interface-removed', 'interface-added', 'rule-changed', 'rule-added', 'rule-removed'])
  const isOfSchema =
    /^(request|response)-.+-(narrowed|widened|undecided)$|^re(quest|sponse)-member-(required|optional)$/
  expect(
    [...kinds.keys()].filter((kind) => !isOfSchema.test(kind) && !elsewhere.has(kind) && !shown.has(kind)),
  ).toEqual([])
  const silent = Object.values(cases).flatMap(([, , ...changes]) =>
    changes.filter((one) => kinds.get(one.split(' ')[0] ?? '')?.level === 'breaking' && !one.includes(' | ')),
  )
  expect(silent).toEqual([])
})

it('compares custom methods, callbacks, streamed items and whole query strings of OpenAPI 3.2', async () => {
  const form = { 'application/x-www-form-urlencoded': { schema: object({ n: text }) } }
  const called = {
    '{$request.body#/url}': { post: { requestBody: { required: true, ...json({ enum: ['a'] }) }, responses: ok() } },
  }
  const a = {
    additionalOperations: { LINK: { responses: ok() } },
    query: { responses: ok({ content: { 'application/jsonl': { itemSchema: object({ a: { type: 'integer' } }) } } }) },
    post: {
      parameters: [{ name: 'all', in: 'querystring', content: form }],
      callbacks: { done: called },
      responses: ok(),
    },
  }
  const before = { openapi: '3.2.0', paths: { '/a': a } }
  const now: Part = structuredClone(before)
  const present = Object(Object(now.paths)['/a'])
  delete present.additionalOperations
  present.query.responses[200].content['application/jsonl'].itemSchema.properties.a.type = 'string'
  present.post.parameters[0].content['application/x-www-form-urlencoded'].schema.properties.n.type = 'integer'
  present.post.callbacks.done['{$request.body#/url}'].post.requestBody.content['application/json'].schema.enum.push('b')
  expect((await changesBetween(before, now)).map(describe)).toEqual([
    'request-type-narrowed POST /a, query n: string → integer | POST /a?n=x',
    'response-enum-widened callback done of POST /a: POST {$request.body#/url}, body: "b" | POST {$request.body#/url} "b"',
    'response-type-widened QUERY /a, answer 200 item /a: integer → string | QUERY /a → 200 {"a":"x"}',
    'operation-removed LINK /a | LINK /a',
  ])
})

it('tells one change of a schema that many operations use once', async () => {
  const pet = (maxLength: number) => ({
    components: { schemas: { Pet: object({ name: { type: 'string', maxLength } }) } },
  })
  const operation = { responses: ok(json({ $ref: '#/components/schemas/Pet' })) }
  const paths = { '/a': { get: operation }, '/b': { get: operation }, '/c': { get: operation } }
  const [first, ...more] = await changesBetween({ paths, ...pet(3) }, { paths, ...pet(5) })
  expect([first?.id, first?.place, first?.others, more]).toEqual([
    'response-length-widened',
    'GET /a, answer 200 /name',
    2,
    [],
  ])
})

it('names the functions of a generated client that a change concerns', async () => {
  const answer = (a: Part) => ({ responses: ok(json(object({ a }))) })
  const paths = (a: Part, one: string): Part => ({
    '/a': { get: { operationId: 'list-all', ...answer(a) }, post: answer(a) },
    '/b': { get: { operationId: one, ...answer(a) } },
  })
  const shared = { type: 'integer' }
  const changes = await changesBetween(
    { paths: paths(shared, 'getB') },
    { paths: paths({ type: ['integer', 'null'] }, 'read') },
  )
  expect(changes.map(({ id, calls }) => [id, ...calls])).toEqual([
    ['response-type-widened', 'listAll'],
    ['response-type-widened', 'postA'],
    ['response-type-widened', 'read'],
    ['operation-id-changed', 'getB → read'],
  ])
  const named = (maxLength: number): Part => ({
    paths: paths({ $ref: '#/components/schemas/A' }, 'getB'),
    components: { schemas: { A: { type: 'string', maxLength } } },
  })
  const [once, ...others] = await changesBetween(named(1), named(2))
  expect([once?.id, once?.calls, others]).toEqual(['response-length-widened', ['listAll', 'postA', 'getB'], []])
})

it.for(['2.0', '3.0'])('finds no change between OpenAPI %s and 3.1 that say the same', async (version) => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const older: Part =
    version === '2.0'
      ? {
          openapi: undefined,
          swagger: '2.0',
          host: 'a.example',
          schemes: ['https'],
          paths: {
            '/a': {
              post: {
                consumes: ['application/json'],
                produces: ['application/json'],
                parameters: [{ name: 'b', in: 'body', schema }],
                responses: { 200: { description: 'ok', schema } },
              },
            },
          },
        }
      : {
          openapi: '3.0.3',
          servers: [{ url: 'https://a.example' }],
          paths: {
            '/a': {
              post: {
                requestBody: json({ ...schema, properties: { a: { type: 'string', nullable: false } } }),
                responses: ok(json(schema)),
              },
            },
          },
        }
  const newer = {
    servers: [{ url: 'https://a.example/' }],
    paths: { '/a': { post: { requestBody: json(schema), responses: ok(json(schema)) } } },
  }
  expect((await changesBetween(older, newer)).map(describe)).toEqual([])
})
