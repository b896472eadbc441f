import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { temporaryFolder } from '../../../temporary-folder.fixture.ts'
import { importDocument } from './import-document.ts'

/** Imports a text as `api.yaml`, and returns the reason of the refusal. */
async function refused(text: string | object): Promise<string> {
  const folder = temporaryFolder()
  const file = join(folder, 'api.yaml')
  await writeFile(file, typeof text === 'string' ? text : stringify(text))
  const error = await importDocument(file, 'things', 'THIN').then(
    () => expect.fail('it is imported'),
    (error) => error,
  )
  expect(error, String(error.stack)).toMatchObject({ name: 'UserError', exitCode: 2 })
  return error.message
}

const responses = { 200: { description: 'It.' } }
const api = (more: object) => ({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {}, ...more })
const get = (operationId: string, more: object = {}) => ({ get: { operationId, responses, ...more } })
const answering = (schema: object) => ({
  '/things': get('listThings', {
    responses: { 200: { description: 'It.', content: { 'application/json': { schema } } } },
  }),
})

it.each<[what: string, document: string | object, message: RegExp]>([
  ['text', 'hello', /^api\.yaml {2}is not an OpenAPI document: it must be a mapping/],
  ['broken YAML', 'openapi: [', /^api\.yaml {2}is neither valid JSON nor valid YAML: .* at line 1/],
  ['broken JSON', '{"openapi": ', /^api\.yaml {2}is neither valid JSON nor valid YAML/],
  ['another format', { asyncapi: '3.0.0' }, /is not an OpenAPI document of version 2\.0, 3\.0 or 3\.1: it has neither/],
  ['another version', { openapi: '4.0.0' }, /it says version 4\.0\.0\.$/],
  [
    'the wrong form',
    api({ paths: { '/things': { get: [] } } }),
    /^api\.yaml breaks the form of OpenAPI.*\n {2}api\.yaml:\d+:\d+ {2}/,
  ],
  [
    'operation IDs that are used twice',
    api({ paths: { '/a': get('same'), '/b': get('same') } }),
    /api\.yaml:\d+:\d+ {2}.*operationId/,
  ],
  [
    '`..` in a path',
    api({ paths: { '/a/../b': get('getB') } }),
    /names that cannot be names of files[\s\S]*\n {2}path \/a\/\.\.\/b$/,
  ],
  ['a path that is not a file name', api({ paths: { '/a|b': get('getB') } }), /\n {2}path \/a\|b$/],
  [
    'two paths of one file',
    api({ paths: { '/a/b': get('one'), '/a_b': get('two') } }),
    /paths \/a\/b and \/a_b would be one file/,
  ],
  ['an ID that no header can carry', api({ paths: { '/a': get('größe lesen') } }), /operationId/],
  [
    'names that differ in capitals only',
    api({ paths: answering({ $ref: '#/components/schemas/a' }), components: { schemas: { a: {}, A: {} } } }),
    /components\/schemas: a and A differ in capitals only/,
  ],
  [
    'references to other documents, each once',
    api({
      paths: answering({ anyOf: [{ $ref: 'https://x.example/a.yaml' }, { $ref: 'b.yaml' }, { $ref: 'b.yaml' }] }),
    }),
    /nothing is fetched here; run `npx redocly bundle api\.yaml[\s\S]*:\n {2}https:\/\/x\.example\/a\.yaml\n {2}b\.yaml$/,
  ],
  [
    'references that lead nowhere',
    api({ paths: answering({ $ref: '#/components/schemas/A' }) }),
    /lead nowhere:\n {2}#\/components\/schemas\/A at /,
  ],
  [
    'references that lead to each other',
    api({
      paths: answering({ $ref: '#/components/schemas/A' }),
      components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } },
    }),
    /lead only to each other/,
  ],
  ['a YAML bomb', bomb(), /neither valid JSON nor valid YAML: Excessive alias count/],
  ['YAML that contains itself', 'openapi: 3.1.0\ninfo: &a {a: *a}\n', /neither valid JSON nor valid YAML: /],
])('refuses %s in one message', async (_, document, message) => {
  expect(await refused(document)).toMatch(message)
})

it('refuses a document of 40 MB without reading it', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'large.yaml')
  await writeFile(file, '')
  await truncate(file, 40 * 1024 * 1024)
  await expect(importDocument(file, 'things', 'THIN')).rejects.toThrow(
    /^large\.yaml {2}has 40 MB, and at most 20 MB are read\./,
  )
})

it('takes a schema that contains itself', async () => {
  const folder = temporaryFolder()
  const tree = {
    type: 'object',
    properties: { below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  }
  const document = api({
    paths: answering({ $ref: '#/components/schemas/Tree' }),
    components: { schemas: { Tree: tree } },
  })
  await writeFile(join(folder, 'api.yaml'), stringify(document))
  const { files } = await importDocument(join(folder, 'api.yaml'), 'things', 'THIN')
  expect(files.get('specs/things/schemas/Tree.yaml')).toContain('$ref: Tree.yaml')
})

function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, level) => {
    const items = Array.from({ length: 9 }, () => (level === 0 ? 'x' : `*a${level - 1}`)).join(', ')
    return `a${level}: &a${level} [${items}]`
  })
  return `openapi: 3.1.0\n${lines.join('\n')}\n`
}
