import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../../temporary-folder.fixture.ts'
import { sentencesOf } from './catalogue.ts'
import { importDocument } from './import-document.ts'

async function imported(document: object) {
  const folder = temporaryFolder()
  await writeFile(join(folder, 'api.json'), JSON.stringify(document))
  const result = await importDocument(join(folder, 'api.json'), 'things', 'THIN')
  const read = (file: string) => parse(result.files.get(`specs/things/${file}`) ?? 'null')
  return { ...result, read, text: (file: string) => result.files.get(file) ?? '' }
}

const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } }

it('takes a Swagger 2.0 document: names, IDs, base path and credentials stay', async () => {
  const { read, text, catalogue, source } = await imported({
    swagger: '2.0',
    info: { title: 'Things', version: '1' },
    host: 'things.example',
    basePath: '/v1',
    schemes: ['https'],
    produces: ['application/xml', 'application/json'],
    securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    security: [{ key: [] }],
    paths: {
      '/things/{thing_id}': {
        get: {
          operationId: 'get_thing',
          description: 'Reads a thing. It may be gone!',
          parameters: [{ name: 'thing_id', in: 'path', required: true, type: 'integer' }],
          responses: { 200: { description: 'It.', schema: { $ref: '#/definitions/my_thing' } } },
        },
        delete: {
          responses: { 204: { description: 'Gone.' } },
          parameters: [{ name: 'thing_id', in: 'path', required: true, type: 'integer' }],
        },
      },
    },
    definitions: { my_thing: thing },
  })
  expect(read('openapi.yaml').servers.map(({ url }: { url: string }) => url)).toEqual([
    'http://127.0.0.1:4010/things/v1',
    'https://things.example/v1',
  ])
  const item = read('paths/things_{thing_id}.yaml')
  expect([item.get.operationId, item.delete.operationId]).toEqual(['get_thing', 'deleteThingsByThingId'])
  expect(item.get['x-rules']).toEqual(['THIN-001'])
  expect(Object.keys(item.get.responses[200].content)).toEqual(['application/json', 'application/xml'])
  expect(read('schemas/my_thing.yaml')).toEqual({ ...thing, 'x-rules': ['THIN-003'] })
  // The value is assumed, but not the schema.
  expect(item.get.parameters[0].examples.generated).toMatchObject({ value: 1, 'x-gaps': ['THIN-G01'] })
  expect(read('examples/get-thing-200.yaml')).toMatchObject({ 'x-gaps': ['THIN-G01'] })
  expect(text('src/interfaces/things/client.ts')).toContain(`plainHeader('X-Key')`)
  expect(catalogue.rules.map(({ source }) => source.section)).toEqual([
    '/paths/~1things~1{thing_id}/get',
    '/paths/~1things~1{thing_id}/delete',
    '/definitions/my_thing',
  ])
  expect(catalogue.drafts).toContainEqual({
    statement: 'It may be gone!',
    source: { document: 'things.openapi', section: '/paths/~1things~1{thing_id}/get' },
    operations: ['get_thing'],
  })
  expect(source.file).toBe('specs/things/source/openapi.json')
})

it('takes 3.0 and 3.1, keeps a property that is called like a keyword, and names parts of schemas', async () => {
  const { read } = await imported({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: {
          responses: {
            default: {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing/properties/default' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Thing: { type: 'object', properties: { default: { $ref: '#/components/schemas/Name' } } },
        Name: { type: 'string', nullable: true },
      },
    },
  })
  expect(read('openapi.yaml').openapi).toBe('3.1.0')
  expect(read('schemas/Thing_default.yaml').$ref).toBe('Name.yaml')
  expect(read('schemas/Name.yaml').type).toEqual(['string', 'null'])
})

it('lists what it does not keep', async () => {
  const { leftOut, read } = await imported({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    webhooks: { thing: { post: { responses: { 200: { description: 'Heard.' } } } } },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          callbacks: { done: { '{$request.query.url}': { post: { responses: { 200: { description: 'Heard.' } } } } } },
          parameters: [
            { name: 'Accept', in: 'header', schema: { type: 'string' } },
            { name: 'ids', in: 'query', style: 'pipeDelimited', schema: { type: 'array', items: { type: 'string' } } },
          ],
          responses: {
            200: {
              description: 'It.',
              content: { 'application/json': { schema: { type: 'string', pattern: '(?i)x' }, example: 7 } },
            },
          },
        },
      },
      '/things/{id}.json': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: {} }],
          responses: { 200: { description: 'It.' } },
        },
      },
    },
    components: { schemas: { Unused: { type: 'string' } } },
  })
  const schema = '/paths/~1things/get/responses/200/content/application~1json/schema'
  expect(leftOut).toEqual([
    'webhooks: the mock and the clients have no use for them',
    "path /things/{id}.json: the mock's router takes no segment like `{id}.json`, which mixes text and parameters",
    'callbacks of GET /things: the mock calls nobody back',
    'header parameter Accept of GET /things: OpenAPI ignores it',
    'style pipeDelimited of query parameter ids of GET /things: the clients and the checks write another',
    `pattern at ${schema}: it is not an ECMAScript pattern`,
    'components/schemas/Unused: no operation uses it',
    expect.stringMatching(/^example default of response body application\/json at .+: its schema refuses it$/),
  ])
  expect(read('paths/things.yaml').get.parameters).toHaveLength(1)
})

it.each([
  ['One. Two is here! Is it?', ['Two is here!', 'Is it?']],
  [
    '# Heading\n\nA first line\nand its end.\n\n```\ncode is here.\n```\n\n- one of a list\n- another of it',
    ['A first line and its end.', 'one of a list.', 'another of it.'],
  ],
  ['| a | table of it |', []],
])('makes drafts of the sentences of %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

it('keeps paths with colons, reads `nullable` as its authors mean it, and lists paths that no server can tell apart', async () => {
  const answers = (schema: object) => ({ 200: { description: 'It.', content: { 'application/json': { schema } } } })
  const { read, leftOut, text } = await imported({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things:trim': {
        post: {
          responses: answers({ allOf: [{ $ref: '#/components/schemas/Thing' }, { nullable: true }] }),
        },
      },
      '/things#trim': { post: { responses: answers({ type: 'string', nullable: false }) } },
    },
    components: { schemas: { Thing: thing } },
  })
  expect(read('openapi.yaml').paths).toEqual({ '/things:trim': { $ref: 'paths/things_trim.yaml' } })
  const { schema } = read('paths/things_trim.yaml').post.responses[200].content['application/json']
  expect(schema).toEqual({
    anyOf: [{ allOf: [{ $ref: '../schemas/Thing.yaml' }, {}] }, { type: 'null' }],
  })
  expect(leftOut).toEqual([
    expect.stringMatching(/^path \/things#trim: /),
    expect.stringMatching(/^nullable at \/paths\/~1things:trim\/post\/.+: .+ null is allowed there$/),
  ])
  expect(text('specs/things/source/not-kept.txt')).toBe(`${leftOut.join('\n')}\n`)
})

it('makes an example with the properties that a schema requires and does not declare', async () => {
  const opened = { allOf: [{ type: 'object', required: ['seen'], properties: { url: { type: 'string' } } }] }
  const schema = { type: 'object', properties: { shared: opened } }
  const { read, leftOut } = await imported({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { get: { responses: { 200: { description: 'It.', content: { 'application/json': { schema } } } } } },
    },
  })
  expect(read('examples/get-things-200.yaml')).toMatchObject({ value: { shared: { url: 'url', seen: null } } })
  expect(leftOut).toEqual([])
})
