import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.fixture.ts'
import { checkedFetch } from '../validate/checked-fetch.ts'
import { ContractViolation } from '../validate/contract-violation.ts'
import { toMatchContract } from '../validate/match-contract.ts'
import { createMock, handlers } from './msw.ts'
import { startMock } from './start-mock.ts'
import { toHaveReceived } from './to-have-received.ts'
import { testWith } from './vitest.ts'

const pet = '{type: object, required: [name], properties: {id: {type: integer}, name: {type: string}}}'
const petstore = `openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pets:
    post:
      operationId: createPet
      requestBody: {content: {application/json: {schema: ${pet}}}}
      responses: {'201': {description: Made., content: {application/json: {schema: ${pet}}}}}
    get:
      operationId: listPets
      responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: ${pet}}}}}}
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: One., content: {application/json: {schema: ${pet}}}}, '404': {description: None.}}
`
const files = {
  'redocly.yaml': 'apis:\n  petstore:\n    root: petstore.yaml\n  orders:\n    root: petstore.yaml\n',
  'petstore.yaml': petstore,
}

const before = process.cwd()
beforeEach(() => process.chdir(folderWith(files)))
afterEach(() => process.chdir(before))

const json = { 'content-type': 'application/json' }

it.each([
  ['a document, at a port', () => startMock({ documents: ['./petstore.yaml'] })],
  ['a document, without a port', () => createMock({ documents: ['petstore.yaml'] })],
  ['an interface of the workspace, at a port', () => startMock({ interfaces: ['petstore'] })],
  ['an interface of the workspace, without a port', () => createMock({ interfaces: ['petstore'] })],
] as const)('a mock of %s keeps records, sessions and faults', async (_, open) => {
  await using mock = await open()
  await using session = await mock.session()
  const base = mock.baseUrl('petstore')
  const made = await session.fetch(`${base}/pets`, { method: 'POST', headers: json, body: '{"name": "Rex"}' })
  const { id } = (await made.json()) as { id: number }
  const read = await session.fetch(`${base}/pets/${id}`)
  expect(await read.clone().json()).toEqual({ id, name: 'Rex' })
  expect((await mock.fetch(`${base}/pets/${id}`)).status).toBe(404)
  expect(await toMatchContract(read, 'petstore', 'getPet')).toMatchObject({ pass: true })
  expect(toHaveReceived(session, 'createPet', { body: { name: 'Rex' } })).toMatchObject({ pass: true })
  await session.fail('listPets', { status: 503, times: 1 })
  expect((await session.fetch(`${base}/pets`)).status).toBe(503)
})

it('a bundled name is the bundled interface, whatever the workspace of the working directory names', async () => {
  await using mock = await startMock({ interfaces: ['orders', 'petstore'] })
  expect(mock.baseUrl('orders')).toBe(`${mock.origin}/orders/api`)
  expect(mock.baseUrl('petstore')).toBe(`${mock.origin}/petstore`)
  // @ts-expect-error this mock does not serve it
  expect(() => mock.baseUrl('secrets')).toThrow('does not serve')
})

it('says what cannot be served or compared', async () => {
  await expect(startMock({ documents: ['./none.yaml'] })).rejects.toThrow(/none\.yaml does not exist/)
  await expect(startMock({ interfaces: ['petsotre'] })).rejects.toThrow("unknown interface 'petsotre'; did you mean")
  const answer = new Response('[]', { headers: json })
  await expect(toMatchContract(answer, 'petsotre', 'listPets')).rejects.toThrow("unknown interface 'petsotre'")
  await expect(toMatchContract(answer, './petstore.yaml', 'listPet')).rejects.toThrow("no operation 'listPet'")
})

it.each(['petstore', './petstore.yaml'])('checkedFetch compares answers with %s', async (word) => {
  const answering = (body: string) => async () => new Response(body, { headers: json })
  const baseUrl = 'https://pets.example'
  const right = checkedFetch(word, { baseUrl }, answering('[{"name": "Rex"}]'))
  expect((await right(`${baseUrl}/pets`)).status).toBe(200)
  const wrong = checkedFetch(word, { baseUrl }, answering('[{"name": 5}]'))
  await expect(wrong(`${baseUrl}/pets`)).rejects.toThrow(ContractViolation)
})

it('handlers answer for a document', async () => {
  const [handler] = handlers('petstore', { documents: ['./petstore.yaml'], at: 'https://pets.example' })
  const result = await handler?.run({ request: new Request('https://pets.example/pets'), requestId: '1' })
  expect(result?.response?.status).toBe(200)
})

const ofDocument = testWith({ documents: ['./petstore.yaml'] })

ofDocument('the test of Vitest has a mock of a document', async ({ mock, session }) => {
  expect((await session.fetch(`${mock.baseUrl('petstore')}/pets`)).status).toBe(200)
  expect(session).toHaveReceived('listPets')
})
