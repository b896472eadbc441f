import { expect, it } from 'vitest'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { openStore } from '../storage/transaction.ts'
import { findCollections } from './collections.ts'
import { answer, parameter, runtimeOf } from './documents.fixture.ts'
import { seedCollection } from './seed.ts'

const number = { type: 'integer' }
const pet = { type: 'object', properties: { id: number } }
const one = (example?: unknown, schema: object = pet) => ({ responses: { 200: answer(schema, example) } })

/** The records that a session starts with, by their keys. */
async function seeded(ofAll: object, ofOne: object, parent = '') {
  const { operations } = await runtimeOf({ [`${parent}/pets`]: ofAll, [`${parent}/pets/{id}`]: ofOne })
  const store = openStore(new MemoryStorage(), 's', 'pets')
  for (const collection of findCollections(operations)) await seedCollection(collection, store)
  return Object.fromEntries(await store.collection(`${parent}/pets`).entries())
}

it('takes the records of lists, reads, creations and updates, and of each key the first', async () => {
  const list = one([{ id: 1, name: 'a' }, { name: 'no key' }, { id: null }, null, 'text', { id: 1, name: 'b' }], {
    type: 'array',
    items: pet,
  })
  const wrapped = { type: 'object', properties: { pet, at: {} } }
  const post = one({ pet: { id: 3 }, at: 'noon' }, wrapped)
  const examples = { first: { value: { id: 2 } }, second: { value: { id: 4 } } }
  const read = {
    responses: { 200: { description: 'It.', content: { 'application/json': { schema: pet, examples } } } },
  }
  // An answer without a record, and the record that a deletion shows, are not records of the collection.
  const ofOne = {
    get: read,
    put: one({ id: 5 }),
    patch: one({ done: true }, { type: 'object' }),
    delete: one({ id: 6 }),
  }
  expect(await seeded({ get: list, post }, ofOne)).toEqual({
    1: { id: 1, name: 'a' },
    2: { id: 2 },
    3: { id: 3 },
    4: { id: 4 },
    5: { id: 5 },
  })
})

it('has a record at the example of the path parameter', async () => {
  const at = (example: number) => [parameter('path', 'id', number, example)]
  const shown = { 1: { id: 1, name: 'a' } }
  expect(await seeded({}, { parameters: at(1), get: one(shown[1]) })).toEqual(shown)
  expect(await seeded({}, { get: one(shown[1]), put: { ...one(), parameters: at(9) } })).toEqual({
    ...shown,
    9: { id: 9, name: 'a' },
  })
  expect(await seeded({}, { parameters: at(1), get: one() })).toEqual({})
})

it('puts the records under the example of the parent, and nowhere without one', async () => {
  const shop = (example?: string) => [parameter('path', 'shop', { type: 'string' }, example)]
  const ofOne = (example?: string) => ({ parameters: shop(example), get: one({ id: 1 }) })
  expect(await seeded({}, ofOne('a/b'), '/shops/{shop}')).toEqual({ 'a%2Fb/1': { id: 1 } })
  expect(await seeded({}, ofOne(), '/shops/{shop}')).toEqual({})
})
