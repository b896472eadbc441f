import { expect, it } from 'vitest'
import { findCollections } from './collections.ts'
import { answer, runtimeOf } from './documents.fixture.ts'

const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })
const get = (content: object) => ({ get: { responses: { 200: content } } })
const components = { schemas: { Key: { type: 'integer' }, Keyed: object({ id: text }) } }

/** Each collection as one line: its path, its parameters and its key, then its operations with the member of their records. */
async function found(paths: object) {
  const { operations } = await runtimeOf(paths, components)
  return findCollections(operations).map(({ path, parents, parameter, key, keySchema, operations }) =>
    [
      [path, ...parents, parameter, key, keySchema.type].join(' '),
      ...operations.map(({ role, status, member }) => `${role} ${status} ${member}`),
    ].join(', '),
  )
}

const all = (shape: object) => ({ 200: answer(shape) })

it('finds the operations of a collection, with the members that hold its records', async () => {
  const pet = object({ id: { type: 'integer' } })
  const list = object({ items: { type: 'array', items: pet }, more: { type: 'boolean' } })
  expect(
    await found({
      '/shops/{shop}/pets': {
        get: { responses: all(list) },
        post: { responses: { 201: answer(object({ pet, warnings: {} })) } },
        put: { responses: { 204: { description: 'Done.' } } },
        patch: { responses: { default: answer(object({ done: {} })) } },
        delete: { responses: all(pet) },
      },
      '/shops/{shop}/pets/{petId}': {
        get: { responses: all(pet) },
        put: { responses: all(pet) },
        patch: { responses: all(pet) },
        delete: { responses: { 202: { description: 'Later.' } } },
        post: { responses: all(pet) },
      },
      '/shops': { get: { responses: all(list) } },
    }),
  ).toEqual([
    [
      '/shops/{shop}/pets shop petId id integer',
      ...['list 200 items', 'create 201 pet', 'replace 204 null', 'patch 200 null'],
      ...['read 200 undefined', 'replace 200 undefined', 'patch 200 undefined', 'delete 202 null'],
    ].join(', '),
  ])
})

it.each([
  ['the parameter before its last word', 'petCode', object({ code: text, petCode: text, id: text }), 'petCode string'],
  ['its last word', 'petCode', object({ id: text, code: text }), 'code string'],
  ['its last word after a separator', 'pet_code', object({ id: text, code: text }), 'code string'],
  ['its last word in capitals', 'pet_CODE', object({ id: text, name: text }), 'id string'],
  ['a usual name', 'pet', object({ name: text, slug: text, key: text }), 'key string'],
  [
    'a name after what is not a key',
    'pet',
    object({ pet: object({}), id: { type: ['array', 'null'] }, uuid: { type: 'boolean' }, slug: text }),
    'slug string',
  ],
  ['a reference', 'pet', object({ id: { $ref: '#/components/schemas/Key' } }), 'id integer'],
  ['a part of another schema', 'pet', { allOf: [{ $ref: '#/components/schemas/Keyed' }] }, 'id string'],
])('uses as the key %s', async (_, parameter, schema, key) => {
  expect(await found({ [`/pets/{${parameter}}`]: get(answer(schema)) })).toEqual([
    `/pets ${parameter} ${key}, read 200 undefined`,
  ])
})

it.each([
  ['the record', { id: 7 }, '/pets petId id number, read 200 undefined'],
  ['a record in a member', { data: { id: 'x' }, links: {} }, '/pets petId id string, read 200 data'],
])('reads an example without a schema: %s', async (_, example, line) => {
  expect(await found({ '/pets/{petId}': get(answer({}, example)) })).toEqual([line])
})

it.each([
  ['itself', { type: 'array', items: object({ id: text }) }, undefined, 'undefined'],
  ['by its example', {}, [{ id: 1 }], 'undefined'],
  ['in a member, by its example', {}, { pets: [{ id: 1 }], kinds: ['dog'] }, 'pets'],
  [
    'in a member, by a reference',
    object({ pets: { items: { $ref: '#/components/schemas/Keyed' } } }),
    undefined,
    'pets',
  ],
])('finds a list %s', async (_, schema, example, member) => {
  const paths = { '/pets': get(answer(schema, example)), '/pets/{id}': get(answer(object({ id: text }))) }
  expect(await found(paths)).toEqual([`/pets id id string, list 200 ${member}, read 200 undefined`])
})

it.each([
  ['of others', answer({ type: 'array', items: object({ code: text }) })],
  ['in two members', answer(object({ old: { items: object({ id: text }) }, young: { items: object({ id: text }) } }))],
  ['of nothing', answer({ type: 'array' }, [])],
  ['that is one record', answer(object({ id: text }))],
  ['without a body', { description: 'Done.' }],
])('leaves a list %s to its example', async (_, content) => {
  const paths = { '/pets': get(content), '/pets/{id}': get(answer(object({ id: text }))) }
  expect(await found(paths)).toEqual(['/pets id id string, read 200 undefined'])
})

const one = get(answer(object({ id: text })))

it.each([
  ['a path that is a parameter', { '/{id}': one }],
  ['a parameter after a parameter', { '/pets/{kind}/{id}': one }],
  ['a parameter within a word', { '/pets/v{id}': one }],
  ['a parameter that is not the end', { '/pets/{id}/name': one }],
  ['a record that nobody reads', { '/pets/{id}': { put: one.get } }],
  ['a read without a success', { '/pets/{id}': { get: { responses: { 404: answer(object({ id: text })) } } } }],
  ['an answer without a body', { '/pets/{id}': get({ description: 'Done.' }) }],
  ['an answer in text', { '/pets/{id}': get({ description: 'It.', content: { 'text/plain': {} } }) }],
  ['a list of one record', { '/pets/{id}': get(answer({}, [{ id: 1 }])) }],
  ['an answer without a key', { '/pets/{id}': get(answer(object({ colour: text }))) }],
  [
    'two members with a key',
    { '/pets/{id}': get(answer(object({ old: object({ id: text }), young: object({ id: text }) }))) },
  ],
])('finds no collection in %s', async (_, paths) => {
  expect(await found(paths)).toEqual([])
})
