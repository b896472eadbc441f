import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { DocumentError } from './parse-text.ts'
import { openDocument } from './published-interface.ts'
import { readDocument } from './read-document.ts'

function fileOf(text: string, name = 'api.yaml', folder = temporaryFolder()): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const head = 'openapi: 3.1.0\ninfo: {title: T, version: 1}\n'

describe('refuses what cannot be read, in one message', () => {
  it.each<[text: string, message: RegExp]>([
    ['openapi: 3.0.0\npaths:\n  /a:\n    get: [}\n', /^FILE:4:\d+ \/paths\/~1a\/get {2}YAML: /],
    ['{"openapi": "3.0.0", "paths": {]}', /^FILE:1:\d+ \S+ {2}/],
    ['openapi: !!js/function x\n', /^FILE:1:\d+ \S+ {2}.*tag/i],
    ['- a\n', /^FILE:1:1 \/ {2}it is not a mapping/],
    ['openapi: 1.2\n', /it says version 1.2$/],
    ['info: {}\n', /it has neither `openapi` nor `swagger`$/],
    ['a: &a [*a]\nopenapi: 3.0.0\n', /^FILE:\d+:\d+ \S+ {2}/],
    [`openapi: 3.0.0\nx: ${'['.repeat(5000)}`, /^FILE:\d+:\d+ /],
    [
      `${Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n ? `*a${n - 1},*a${n - 1}` : 1}]`).join('\n')}\nopenapi: 3.0.0`,
      /write out more than/,
    ],
  ])('refuses %j', async (text, message) => {
    const file = fileOf(text)
    const error = await readDocument(file).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(DocumentError)
    expect((error as Error).message.replaceAll(file, 'FILE')).toMatch(message)
  })

  it('refuses a file that is not there, and a folder', async () => {
    await expect(readDocument('/nowhere/api.yaml')).rejects.toThrow('/nowhere/api.yaml does not exist')
    await expect(readDocument(temporaryFolder())).rejects.toThrow('is not a file')
  })
})

it.each([
  ['pets.yaml', '/pets/{id}', 'pets-api'],
  ['pets.yaml', '/petshops', 'pets'],
  ['openapi.yaml', '/t', 't-api'],
  ['docs.yaml', '/a', 'docs-api'],
])('%s with the path %s is called %s', async (file, path, name) => {
  const document = fileOf(`${head}paths: {"${path}": {get: {responses: {'200': {description: ok}}}}}\n`, file)
  expect((await openDocument(document)).contract.name).toBe(name)
})

describe('reads what other tools take, and lists what it does not use', () => {
  const schema = (text: string, more = '') =>
    `${head}paths: {/a: {get: {responses: {'200': {description: ok, content: {application/json: {schema: ${text}}}}}}}}\n${more}`
  it.each<[what: string, text: string, leftOut: string[]]>([
    ['unknown keywords', schema('{type: string, minimumm: 3, foo: [1]}'), []],
    ['a bracket that closes without indentation', schema('{type: string}', 'x-a:\n  b: {\n    c: 1\n  }\n'), []],
    ['nullable in 3.1', schema('{type: string, nullable: true}'), []],
    ['a boolean exclusiveMinimum in 3.1', schema('{type: number, minimum: 1, exclusiveMinimum: true}'), []],
    ['description: null', schema('{type: string, description: null}'), []],
    ['required: true in a property', schema('{type: object, properties: {a: {type: string, required: true}}}'), []],
    [
      'a $ref in data',
      schema(
        '{type: object, example: {$ref: /etc/passwd}, default: {$ref: "http://x.invalid/"}, enum: [{$ref: "#/nowhere"}]}',
      ),
      [],
    ],
    ['a $ref in an extension', schema('{type: object, x-a: {$ref: /etc/passwd}}'), []],
    ['a property called $ref', schema('{type: object, properties: {$ref: {type: string}}}'), []],
    [
      'a reference with siblings',
      schema('{$ref: "#/components/schemas/A", maxLength: 3}', 'components: {schemas: {A: {type: string}}}\n'),
      [],
    ],
    [
      'recursion three deep',
      schema(
        '{$ref: "#/components/schemas/A"}',
        'components: {schemas: {A: {properties: {b: {$ref: "#/components/schemas/B"}}}, B: {properties: {c: {$ref: "#/components/schemas/C"}}}, C: {properties: {a: {$ref: "#/components/schemas/A"}}}}}\n',
      ),
      [],
    ],
    [
      '$defs with relative references',
      schema(
        '{$ref: "#/components/schemas/A"}',
        'components: {schemas: {A: {properties: {b: {$ref: "#/$defs/B"}}, $defs: {B: {type: string}}}}}\n',
      ),
      [],
    ],
    ['anchors', schema('{$ref: "#it"}', 'components: {schemas: {A: {$anchor: it, type: string}}}\n'), []],
    [
      'a $dynamicRef',
      schema(
        '{type: object, properties: {a: {$dynamicRef: "#it"}}}',
        'components: {schemas: {A: {$dynamicAnchor: it, type: string}}}\n',
      ),
      [],
    ],
    [
      'schemas foo and Foo',
      schema(
        '{$ref: "#/components/schemas/Foo"}',
        'components: {schemas: {foo: {type: string}, Foo: {type: integer}}}\n',
      ),
      [],
    ],
    [
      'a schema that is itself',
      schema(
        '{$ref: "#/components/schemas/A"}',
        'components: {schemas: {A: {allOf: [{$ref: "#/components/schemas/A"}, {type: object}]}}}\n',
      ),
      ['/components/schemas/A/allOf/0 the schema consists of itself: A'],
    ],
    [
      'references in a circle',
      schema(
        '{$ref: "#/components/schemas/A"}',
        'components: {schemas: {A: {$ref: "#/components/schemas/B"}, B: {$ref: "#/components/schemas/A"}}}\n',
      ),
      expect.arrayContaining([expect.stringContaining('leads in a circle')]),
    ],
    [
      'a reference that leads nowhere',
      schema('{$ref: "#/components/schemas/A"}'),
      [
        '/paths/~1a/get/responses/200/content/application~1json/schema the reference #/components/schemas/A leads nowhere',
      ],
    ],
    [
      '800 nested schemas',
      schema(`${'{type: array, items: '.repeat(800)}{type: string}${'}'.repeat(800)}`),
      [expect.stringContaining('nested more than 100 levels deep')],
    ],
    [
      'a pattern of another language',
      schema('{type: string, pattern: "(?i)a"}'),
      [expect.stringContaining('/pattern it is not enforced: it is not an ECMAScript pattern')],
    ],
    [
      'a pattern with look-around inside',
      schema('{type: string, pattern: "^(a(?!b+c)d)+$"}'),
      [expect.stringContaining('it is not enforced: it needs look-around')],
    ],
    ['OpenAPI 3.2', schema('{type: string}').replace('3.1.0', '3.2.0'), ['/openapi OpenAPI 3.2.0 is read as 3.1']],
  ])('reads %s', async (_, text, leftOut) => {
    const opened = await openDocument(fileOf(text))
    expect(opened.leftOut.map(({ pointer, reason }) => `${pointer} ${reason}`)).toEqual(leftOut)
    expect(opened.contract.operations.values().next().value?.http.responses[0]?.contents?.[0]?.examples).toHaveLength(1)
  })

  it('reads OpenAPI 2.0 with types in lists', async () => {
    const text =
      'swagger: "2.0"\ninfo: {title: T, version: "1"}\nbasePath: /v2\nproduces: [application/json]\npaths: {/a: {get: {responses: {200: {description: ok, schema: {type: [string, "null"], maxLength: 3}}}}}}\n'
    const { contract } = await openDocument(fileOf(text))
    expect([...contract.operations.values()].map(({ id, template }) => `${id} ${template}`)).toEqual(['GET:/a /v2/a'])
    expect(contract.operations.values().next().value?.http.responses[0]?.contents?.[0]?.schema).toMatchObject({
      maxLength: 3,
    })
  })

  it('names operations by their own IDs, or by their addresses where an ID is missing or comes twice, and each address once', async () => {
    const get = (id?: string) => `{get: {${id ? `operationId: ${id}, ` : ''}responses: {}}}`
    const text = `${head}paths: {/a: ${get('one')}, /b: ${get('two')}, /c: ${get('two')}, /d: ${get()}, '/e/{x}': ${get()}, '/e/{y}': ${get()}, '/f?a=1': ${get()}, /f: ${get()}, g: ${get('constructor')}}\n`
    const { contract, leftOut } = await openDocument(fileOf(text))
    expect([...contract.operations.values()].map(({ id }) => id)).toEqual([
      'one',
      'GET:/b',
      'GET:/c',
      'GET:/d',
      'GET:/e/{x}',
      'GET:/f?a=1',
      'constructor',
    ])
    expect(leftOut.map(({ pointer }) => pointer)).toEqual(['/paths/~1e~1{y}/get', '/paths/~1f/get'])
  })

  it.each<[servers: string, template: string]>([
    ['[{url: "https://x.example/v1/"}]', '/v1/a'],
    ['[{url: /v2}]', '/v2/a'],
    [
      '[{url: "{scheme}://{host}/{base}", variables: {scheme: {default: https}, host: {default: x}, base: {default: v3}}}]',
      '/v3/a',
    ],
    ['[]', '/a'],
  ])('reads servers %s', async (servers, template) => {
    const { contract } = await openDocument(fileOf(`${head}servers: ${servers}\npaths: {/a: {get: {responses: {}}}}\n`))
    expect(contract.operations.values().next().value?.template).toBe(template)
  })
})

describe('files', () => {
  const refer = (ref: string) =>
    `${head}paths: {/a: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, example: {$ref: /etc/passwd}, properties: {a: {$ref: '${ref}'}}}}}}}}}}\n`

  it('reads files below the folder of the document', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'schemas'))
    fileOf(
      'Pet: {type: object, properties: {name: {type: string}, friend: {$ref: "#/Pet"}}}',
      'schemas/all.yaml',
      folder,
    )
    const { document, files, leftOut } = await readDocument(fileOf(refer('schemas/all.yaml#/Pet'), 'api.yaml', folder))
    expect(leftOut).toEqual([])
    expect(files).toHaveLength(2)
    expect(JSON.stringify(document)).toContain('"example":{"$ref":"/etc/passwd"}')
    expect(Object.values(Object(document.components).schemas)).toContainEqual({
      type: 'object',
      properties: { name: { type: 'string' }, friend: { $ref: '#/components/schemas/Pet' } },
    })
  })

  it('reads files with parameters in lists', async () => {
    const folder = temporaryFolder()
    fileOf('{name: id, in: path, required: true, schema: {type: string}}', 'id.yaml', folder)
    const text = `${head}paths: {'/a/{id}': {parameters: [{$ref: id.yaml}], get: {responses: {}}}}\n`
    const { contract, leftOut } = await openDocument(fileOf(text, 'api.yaml', folder))
    expect(leftOut).toEqual([])
    expect(contract.operations.values().next().value?.http.request?.path).toMatchObject([{ name: 'id' }])
  })

  it.each([
    ['/etc/passwd', 'it is outside the folder'],
    ['../other.yaml#/Pet', 'it is outside the folder'],
    ['http://127.0.0.1:9/x.yaml', 'nothing is fetched from the network'],
    ['missing.yaml', 'there is no such file'],
  ])('%s is not read', async (ref, reason) => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'api'))
    fileOf('Pet: {type: string}', 'other.yaml', folder)
    const file = fileOf(refer(ref), 'api/api.yaml', folder)
    const { leftOut } = await readDocument(file)
    expect(leftOut.map((one) => one.reason).join('\n')).toContain(reason)
    if (ref.startsWith('..')) expect((await readDocument(file, { allowFiles: [folder] })).leftOut).toEqual([])
  })
})
