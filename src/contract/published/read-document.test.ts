import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith, temporaryFolder } from '../../temporary-folder.fixture.ts'
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
    ['swagger: 3.0.3\npaths: {}\n', /version 3.0.3 is written as `openapi: 3.0.3`$/],
    ['openapi: 2.0\npaths: {}\n', /version 2.* is written as `swagger: "2.0"`$/],
    ['openapi: 3.0.3\n', /it has no `paths`, which OpenAPI 3.0 requires$/],
    ['swagger: "2.0"\n', /it has no `paths`, which OpenAPI 2.0 requires$/],
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
      'a component that is a reference that leads nowhere',
      schema(
        '{type: string}',
        'components: {schemas: {A: {$ref: "#/nope"}, B: {properties: {a: {$ref: "#/nope/x"}}}}}\n',
      ),
      expect.arrayContaining(['/components/schemas/A the reference #/nope leads nowhere']),
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
    ['OpenAPI 3.2', schema('{type: string}').replace('3.1.0', '3.2.0'), []],
  ])('reads %s', async (_, text, leftOut) => {
    const opened = await openDocument(fileOf(text))
    expect(opened.leftOut.map(({ pointer, reason }) => `${pointer} ${reason}`)).toEqual(leftOut)
    expect(opened.contract.operations.values().next().value?.shownResponses[0]?.contents[0]?.examples).toHaveLength(1)
  })

  it.each([
    [
      'api.yaml',
      'minimum: -9223372036854775808, example: +60503861139345411, maximum: 1e30, x-long: 100000000000000000001',
    ],
    [
      'api.json',
      '"minimum": -9223372036854775808, "example": 60503861139345411, "maximum": 1e30, "x-long": 100000000000000000001',
    ],
  ])('keeps the digits of integers of %s', async (name, members) => {
    const text = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "components": {"schemas": {"A": {${members}}}}}`
    const { document } = await readDocument(fileOf(name === 'api.json' ? text : text.replaceAll('"', ''), name))
    expect(Object(document.components).schemas.A).toEqual({
      minimum: -9223372036854775808n,
      example: 60503861139345411n,
      maximum: 1e30,
      'x-long': 100000000000000000001n,
    })
  })

  it('reads OpenAPI 2.0 with types in lists', async () => {
    const text =
      'swagger: "2.0"\ninfo: {title: T, version: "1"}\nbasePath: /v2\nproduces: [application/json]\npaths: {/a: {get: {responses: {200: {description: ok, schema: {type: [string, "null"], maxLength: 3}}}}}}\n'
    const { contract } = await openDocument(fileOf(text))
    expect([...contract.operations.values()].map(({ id, template }) => `${id} ${template}`)).toEqual(['GET:/a /v2/a'])
    expect(contract.operations.values().next().value?.shownResponses[0]?.contents[0]?.schema).toMatchObject({
      maxLength: 3,
    })
  })

  it('reads what OpenAPI 3.2 adds', async () => {
    const text = `openapi: 3.2.0
info: {title: T, version: "1"}
security: [{known: []}, {./keys.yaml#/key: []}, {"#/components/nowhere": []}]
components:
  mediaTypes: {Rows: {itemSchema: {type: integer}, itemEncoding: {contentType: text/plain}}}
  securitySchemes: {known: {type: oauth2, deprecated: true, flows: {deviceAuthorization: {deviceAuthorizationUrl: /d, tokenUrl: /t, scopes: {}}}}}
paths:
  /a:
    query: {operationId: ask, responses: {200: {description: ok, content: {application/jsonl: {$ref: '#/components/mediaTypes/Rows'}}}}}
    additionalOperations:
      LIST:
        operationId: list
        parameters: [{name: all, in: querystring, content: {application/json: {schema: {}, examples: {d: {dataValue: [1]}, s: {serializedValue: "[2]"}}}}}]
        responses: {default: {description: ok}}
`
    const folder = folderWith({ 'api.yaml': text, 'keys.yaml': 'key: {type: apiKey, in: header, name: K}' })
    const { document, contract, leftOut } = await openDocument(join(folder, 'api.yaml'))
    expect([...contract.operations.values()].map(({ id, method }) => `${id} ${method}`)).toEqual([
      'ask query',
      'list LIST',
    ])
    expect(document).toMatchObject({
      security: [{ known: [] }, { key: [] }, { '#/components/nowhere': [] }],
      components: { securitySchemes: { known: { deprecated: true }, key: { type: 'apiKey' } } },
      paths: {
        '/a': {
          query: { responses: { 200: { content: { 'application/jsonl': { itemSchema: { type: 'integer' } } } } } },
          additionalOperations: {
            LIST: {
              parameters: [
                { content: { 'application/json': { examples: { d: { value: [1] }, s: { value: '[2]' } } } } },
              ],
            },
          },
        },
      },
    })
    expect(leftOut.map(({ reason }) => reason)).toContain('the reference #/components/nowhere leads nowhere')
    expect(contract.match('LIST', '/a').kind).toBe('operation')
    expect(contract.match('QUERY', '/a').kind).toBe('operation')
  })

  it('reads OpenAPI 2.0 in the form of OpenAPI 3', async () => {
    const text = `swagger: "2.0"
info: {title: T, version: "1"}
host: a.example
basePath: /v2
produces: [application/json, text/plain]
securityDefinitions:
  b: {type: basic}
  o: {type: oauth2, flow: accessCode, authorizationUrl: https://a/b, tokenUrl: https://a/t, scopes: {r: read}}
parameters:
  body: {name: body, in: body, required: true, schema: {$ref: '#/definitions/P'}}
  limit: {name: limit, in: query, type: integer, maximum: 9}
responses: {Missing: {description: missing, schema: {$ref: '#/definitions/P'}}}
definitions: {P: {type: object, discriminator: kind, properties: {kind: {type: string, x-nullable: true}}}}
paths:
  /a/{ids}:
    parameters: [{$ref: '#/parameters/limit'}, {$ref: '#/parameters/body'}]
    get:
      produces: [image/png]
      parameters: [{name: t, in: query, type: array, items: {type: string}, collectionFormat: COLLECTION}, {name: body, in: body, schema: {}}]
      responses: {200: {description: ok, schema: {type: file}}, 404: {$ref: '#/responses/Missing'}}
    post: {responses: {200: {$ref: '#/responses/Missing'}}}
    put:
      parameters:
        - {name: file, in: formData, type: file, required: true}
        - {name: list, in: formData, type: array, items: {type: string}, collectionFormat: pipes}
      responses: {200: {description: ok, examples: {application/json: {a: 1}}}}
`
    for (const [format, style, explode] of [
      ['csv', 'form', false],
      ['ssv', 'spaceDelimited', false],
      ['pipes', 'pipeDelimited', false],
      ['multi', 'form', true],
    ] as const) {
      const { document, leftOut, placeOf } = await readDocument(fileOf(text.replace('COLLECTION', format)))
      expect(leftOut).toEqual([])
      const strings = { type: 'array', items: { type: 'string' } }
      expect(document).toMatchObject({
        servers: [{ url: 'https://a.example/v2' }],
        paths: {
          '/a/{ids}': {
            parameters: [{ $ref: '#/components/parameters/limit' }],
            get: {
              parameters: [{ name: 't', in: 'query', schema: strings, style, explode }],
              requestBody: { content: { 'application/json': { schema: {} } } },
              responses: {
                200: { content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
                404: { content: { 'image/png': { schema: { $ref: '#/components/schemas/P' } } } },
              },
            },
            post: {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: { $ref: '#/components/schemas/P' } } },
              },
              responses: { 200: { $ref: '#/components/responses/Missing' } },
            },
            put: {
              requestBody: {
                content: {
                  'multipart/form-data': {
                    schema: {
                      properties: { file: { type: 'string', format: 'binary' }, list: strings },
                      required: ['file'],
                    },
                    encoding: { list: { style: 'pipeDelimited', explode: false } },
                  },
                },
              },
              responses: { 200: { content: { 'application/json': { example: { a: 1 } } } } },
            },
          },
        },
        components: {
          parameters: { limit: { schema: { type: 'integer', maximum: 9 } } },
          responses: { Missing: { content: { 'application/json': {}, 'text/plain': {} } } },
          schemas: {
            P: { discriminator: { propertyName: 'kind' }, properties: { kind: { type: ['string', 'null'] } } },
          },
          securitySchemes: {
            b: { type: 'http', scheme: 'basic' },
            o: {
              flows: {
                authorizationCode: { authorizationUrl: 'https://a/b', tokenUrl: 'https://a/t', scopes: { r: 'read' } },
              },
            },
          },
        },
      })
      const written = (pointer: string) => placeOf(pointer).pointer
      expect(written('/components/schemas/P/properties/kind')).toBe('/definitions/P/properties/kind')
      expect(written('/paths/~1a~1{ids}/get/parameters/0/schema/items/type')).toBe(
        '/paths/~1a~1{ids}/get/parameters/0/items/type',
      )
      expect(written('/paths/~1a~1{ids}/post/requestBody/content/application~1json/schema')).toBe(
        '/parameters/body/schema',
      )
    }
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
    expect(contract.operations.values().next().value?.parameters).toMatchObject([{ name: 'id', in: 'path' }])
  })

  it.each([
    ['/etc/passwd', 'it leads out of the folder'],
    ['../other.yaml#/Pet', 'it leads out of the folder'],
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

  it.each<[what: string, files: Record<string, string>, schemas: Record<string, unknown>]>([
    [
      'folders beside and above, by names with blanks and percent-encodings',
      {
        'openapi/api.yaml': refer('../models/dog%20%26%20cat.yaml'),
        'models/dog & cat.yaml':
          'properties: {tail: {$ref: "./sub/../sub/tail%231.yaml#"}, ear: {$ref: "sub/tail%231.yaml"}}',
        'models/sub/tail#1.yaml': 'type: string',
      },
      {
        dog___cat: {
          properties: { tail: { $ref: '#/components/schemas/tail_1' }, ear: { $ref: '#/components/schemas/tail_1' } },
        },
        tail_1: { type: 'string' },
      },
    ],
    [
      'escaped pointers, and a file that refers to itself by its name',
      {
        'openapi/api.yaml': refer('paths.yaml#/a~1b/s~0t'),
        'openapi/paths.yaml': 'a/b: {s~t: {items: {$ref: paths.yaml#/a~1b/s~0t}}}',
      },
      { s_t: { items: { $ref: '#/components/schemas/s_t' } } },
    ],
    [
      'a component that is nothing but a reference, which gives its name',
      {
        'openapi/api.yaml': `${refer('../models/pet.yaml')}components: {schemas: {Animal: {$ref: ../models/pet.yaml}}}\n`,
        'models/pet.yaml': 'items: {$ref: "#"}',
      },
      { Animal: { items: { $ref: '#/components/schemas/Animal' } } },
    ],
    [
      'a mapping of a discriminator',
      {
        'openapi/api.yaml': refer('models/pet.yaml'),
        'openapi/models/pet.yaml':
          'discriminator: {propertyName: kind, mapping: {c: cat.yaml, d: "../models/cat.yaml"}}',
        'openapi/models/cat.yaml': 'type: object',
      },
      {
        pet: {
          discriminator: {
            propertyName: 'kind',
            mapping: { c: '#/components/schemas/cat', d: '#/components/schemas/cat' },
          },
        },
        cat: { type: 'object' },
      },
    ],
    [
      'the addresses of $self and $id, and anchors',
      {
        'openapi/api.yaml': refer('https://api.example/models/pet.yaml').replace(
          '3.1.0',
          '3.2.0\n$self: https://api.example/openapi/api.yaml',
        ),
        'models/pet.yaml':
          '$id: https://other.example/pet\n$defs: {name: {$anchor: name, type: string}}\nproperties: {a: {$ref: "#name"}, b: {$ref: /pet#/$defs/name}, c: {$ref: https://other.example/pet#name}}',
      },
      {
        pet: {
          properties: {
            a: { $ref: '#/components/schemas/name' },
            b: { $ref: '#/components/schemas/name' },
            c: { $ref: '#/components/schemas/name' },
          },
        },
        name: { type: 'string' },
      },
    ],
    [
      'a pointer that leads through another reference',
      {
        'openapi/api.yaml': refer('../models/a.yaml#/pet/properties/name'),
        'models/a.yaml': 'pet: {$ref: b.yaml}',
        'models/b.yaml': 'properties: {name: {type: string}}',
      },
      { name: { type: 'string' } },
    ],
  ])('follows %s', async (_, files, schemas) => {
    const folder = folderWith(files)
    const { document, leftOut } = await readDocument(join(folder, 'openapi/api.yaml'), { allowFiles: [folder] })
    expect(leftOut.filter(({ isReference }) => isReference)).toEqual([])
    expect(Object(document.components).schemas).toEqual(schemas)
  })

  it('reads texts from files, and path items with references', async () => {
    const folder = folderWith({
      'api.yaml': `${head}paths: {/a: {$ref: paths/a.yaml}}\n`,
      'paths/a.yaml': 'get: {description: {$ref: ../text/a.md}, responses: {"200": {$ref: "../answers.json#/ok"}}}',
      'text/a.md': '# Read *a*\n',
      'answers.json': '{"ok": {"description": {"$ref": "missing.md"}}}',
    })
    const { document, leftOut } = await readDocument(join(folder, 'api.yaml'))
    expect(Object(document.paths)['/a']).toEqual({
      get: { description: '# Read *a*\n', responses: { 200: { $ref: '#/components/responses/ok' } } },
    })
    expect(leftOut.map(({ reason, source }) => [reason, source?.place])).toEqual([
      [
        'the reference missing.md leads nowhere: there is no such file',
        { file: join(folder, 'answers.json'), line: 1, column: 9, pointer: '/ok/description' },
      ],
    ])
  })

  it('knows where each node of the form was written', async () => {
    const folder = folderWith({
      'api.yaml': `${head}paths:\n  /a:\n    get:\n      responses:\n        200:\n          description: ok\n          content:\n            application/json: {schema: {$ref: 'pet.json#/Pet'}}\n`,
      'pet.json':
        '{"Pet": {\n  "properties": {\n    "na/me": {"type": ["string", "null"],\n      "enum": ["a",\n "b"]}}}}',
    })
    const { placeOf } = await readDocument(join(folder, 'api.yaml'))
    const at = (pointer: string) => {
      const { file, line, column, pointer: found } = placeOf(pointer)
      return `${relative(folder, file)}:${line}:${column} ${found}`
    }
    expect(
      [
        '',
        '/paths/~1a/get',
        '/paths/~1a/get/responses/200/content/application~1json/schema',
        '/components/schemas/Pet',
        '/components/schemas/Pet/properties/na~1me/enum/1',
        '/components/schemas/Pet/nowhere',
      ].map(at),
    ).toEqual([
      'api.yaml:1:1 ',
      'api.yaml:5:5 /paths/~1a/get',
      'api.yaml:10:32 /paths/~1a/get/responses/200/content/application~1json/schema',
      'pet.json:1:2 /Pet',
      'pet.json:5:2 /Pet/properties/na~1me/enum/1',
      'pet.json:1:2 /Pet/nowhere',
    ])
  })
})

it.each([
  ['references', (next: object) => next],
  ['parts of allOf', (next: object) => ({ allOf: [next] })],
])('makes the example of a schema at the end of a chain of 4,000 %s', async (_, link) => {
  const last = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }
  const refer = (at: number) => ({ $ref: `#/components/schemas/S${at}` })
  const schemas = Object.fromEntries(
    Array.from({ length: 4000 }, (_, at) => [`S${at}`, at === 3999 ? last : link(refer(at + 1))]),
  )
  const content = { 'application/json': { schema: refer(0) } }
  const paths = { '/a': { get: { operationId: 'a', responses: { 200: { description: 'A', content } } } } }
  const { contract, leftOut } = await openDocument(
    fileOf(JSON.stringify({ openapi: '3.1.0', info: {}, paths, components: { schemas } })),
  )
  const [response] = contract.operations.get('a')?.shownResponses ?? []
  expect([response?.contents[0]?.examples[0], leftOut]).toMatchObject([{ value: { a: 1 } }, []])
})
