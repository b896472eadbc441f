import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findCollections } from '../../contract/collections/collections.ts'
import { openDocument } from '../../contract/published/published-interface.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { createOperationOf, itemsOf } from './resource-keys.ts'

const done = { responses: { 200: { description: 'Done.' } } }
const texts = { type: 'array', items: { type: 'string' } }
const objects = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } }

async function open(paths: object) {
  const file = join(temporaryFolder(), 'mails.json')
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Mails', version: '1' }, paths }))
  return [...(await openDocument(file)).contract.operations.values()]
}

const listOf = (properties: object) => ({
  responses: {
    200: { description: 'All.', content: { 'application/json': { schema: { type: 'object', properties } } } },
  },
})

it.each([
  [
    'called as the path',
    '/mails',
    { tags: texts, mails: objects },
    { tags: ['a'], mails: [{ id: '1' }] },
    [{ id: '1' }],
  ],
  ['called as the path, of texts', '/tags', { mails: objects, tags: texts }, { mails: [], tags: ['a'] }, ['a']],
  ['of objects, also where it is empty', '/search', { tags: texts, mails: objects }, { tags: ['a'], mails: [] }, []],
  ['of texts beside links', '/search', { found: texts, links: objects }, { found: ['a'], links: [{ id: '1' }] }, ['a']],
  ['that no schema describes', '/search', {}, { tags: ['a'], mails: [{ id: '1' }] }, [{ id: '1' }]],
])('reads the items of the list %s', async (_, path, properties, body, items) => {
  const [list] = await open({ [path]: { get: listOf(properties) } })
  expect(list && itemsOf(list, { status: 200, body })).toEqual(items)
})

it('reads no items of a map of things, though a thing has a list', async () => {
  const schema = { type: 'object', additionalProperties: { type: 'object', properties: { tags: texts } } }
  const responses = { 200: { description: 'All.', content: { 'application/json': { schema } } } }
  const [list] = await open({ '/mails': { get: { responses } } })
  expect(list && itemsOf(list, { status: 200, body: { one: { tags: ['a'] } } })).toBeUndefined()
})

it.each([
  ['a PUT whose thing can be read', { get: done, put: done }, 'put'],
  ['a PUT that is documented to create', { put: { responses: { 201: { description: 'Made.' } } } }, 'put'],
  ['no PUT that may give a new name', { put: done, delete: done }, undefined],
])('makes things by %s', async (_, record, method) => {
  const operations = await open({ '/tags': { get: listOf({ tags: texts }) }, '/tags/{tag}': record })
  const [collection] = findCollections(operations)
  expect(collection && createOperationOf(collection)?.method).toBe(method)
})
