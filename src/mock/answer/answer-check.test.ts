import { expect, it } from 'vitest'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import { createEngine } from '../engine.ts'
import { answer, contractWith, json, parameter } from '../prism/documents.fixture.ts'
import { Session } from '../session/session.ts'

const text = { type: 'string' }
const thing = {
  type: 'object',
  required: ['lit'],
  properties: { lit: { type: 'boolean' }, size: { type: 'integer' }, list: { items: { type: 'integer' } } },
}
const body = { content: json(thing) }
const empty = { description: 'Nothing.' }
const two = { one: { value: { lit: true } }, two: { value: { lit: false } } }
const paths = {
  '/things': {
    get: {
      operationId: 'getThing',
      parameters: [parameter('query', 'size', { type: 'integer' })],
      responses: {
        200: { description: 'It.', content: { 'application/json': { schema: thing, examples: two } } },
        400: answer({ type: 'object' }, { error: true }),
        404: empty,
        default: answer({ type: 'object' }, { dark: true }),
      },
    },
    post: { operationId: 'postThing', requestBody: body, responses: { 200: answer(thing, { lit: true }) } },
  },
  '/word': { get: { operationId: 'getWord', responses: { 200: answer({ const: 'made' }, 'shown') } } },
  '/form': {
    get: {
      operationId: 'getForm',
      responses: { 200: { description: 'It.', content: { 'application/x-www-form-urlencoded': { schema: thing } } } },
    },
  },
  '/locked': { get: { operationId: 'getLocked', security: [{ basic: [] }], responses: { 200: answer(text, 'in') } } },
  '/knocked': { get: { operationId: 'getKnocked', security: [{ knock: [] }], responses: { 200: answer(text, 'in') } } },
}
const schemes = { basic: { type: 'http', scheme: 'basic' }, knock: { type: 'http', scheme: 'knock' } }
const contract = contractWith(paths, { securitySchemes: schemes })

const faults: string[] = []
const open = (definition: InterfaceDefinition) =>
  createEngine({ contract, definition, onFault: (fault) => faults.push(fault) })
const plain: InterfaceDefinition = { behaviours: {}, credentials: [], renderRefusal: problemDetails }

/** Sends a request to the interface, with these behaviours. */
async function send(
  target: string,
  headers: Record<string, string> = {},
  behaviours: object = {},
  sent?: string,
  admit?: object,
  engine = open({ ...plain, behaviours, ...admit }),
) {
  const { definition } = engine
  faults.length = 0
  const state = new Session('s').state({ name: 'things', definition, seed: async () => {} })
  const [path = '', query = ''] = target.split('?')
  const bytes = sent === undefined ? null : Buffer.from(sent)
  const method = sent === undefined && headers['content-type'] === undefined ? 'GET' : 'POST'
  const peer = new AbortController()
  const answered = await engine.handle({ method, path, query, headers, body: bytes, peer }, state)
  const { detail = answered.body } = Object(answered.body)
  return { status: answered.status, detail, faults: [...faults] }
}

it('says in which ways an answer breaks the contract', async () => {
  const getThing = async () => ({ status: 200, body: { lit: 'yes', size: 1.5 } })
  const { status, faults } = await send('/things', {}, { getThing })
  expect(status).toBe(500)
  expect(faults).toEqual([
    'getThing: the answer breaks the contract: 200: body /lit: expected boolean, seen "yes"; body /size: expected integer, seen 1.5',
  ])
})

it('checks a value again that has changed since it was answered', async () => {
  const thing = { lit: true as unknown }
  const engine = open({ ...plain, behaviours: { getThing: async () => ({ status: 200, body: thing }) } as object })
  expect((await send('/things', {}, {}, undefined, {}, engine)).status).toBe(200)
  thing.lit = 'yes'
  expect((await send('/things', {}, {}, undefined, {}, engine)).status).toBe(500)
})

it.each([
  ['written', [], 500, 1],
  ['made from the document', ['getThing'], 200, 0],
])('a definition of a document, whose behaviour is %s, answers what breaks it', async (_, derived, status, count) => {
  const behaviours = { getThing: async () => ({ status: 200, body: { lit: 'yes' } }) }
  const found = await send('/things', {}, behaviours, undefined, { derived: new Set(derived) })
  expect([found.status, found.faults.length]).toEqual([status, count])
})

it('makes up a valid value by chance, or shows the example where it finds none', async () => {
  const made = async (path: string, prefer: string) => {
    const { status, detail, faults } = await send(path, { prefer })
    return [status, detail, faults.length]
  }
  const [status, value] = await made('/things', 'dynamic=true, seed=3')
  expect([status, value]).toEqual([200, expect.objectContaining({ lit: expect.any(Boolean) })])
  expect(await made('/things', 'dynamic=true, seed=3')).toEqual([200, value, 0])
  expect(await made('/word', 'dynamic=true')).toEqual([200, 'made', 0])
  // An example of the document that breaks the document is replaced.
  expect(await made('/word', 'code=200')).toEqual([200, 'made', 0])
})

it('validates the media type of bytes, and not their content', async () => {
  const getForm = (mediaType: string) => async () => ({ status: 200, mediaType, body: Buffer.from('lit=yes') })
  const right = await send('/form', {}, { getForm: getForm('application/x-www-form-urlencoded') })
  expect([right.status, right.faults]).toEqual([200, []])
  expect((await send('/form', {}, { getForm: getForm('text/html') })).faults).toEqual([
    'getForm: the answer breaks the contract: 200: header content-type: expected application/x-www-form-urlencoded, seen "text/html"',
  ])
})

it('demands the credentials of the document, of a scheme of any name, unless the interface decides', async () => {
  const prefer = 'code=200'
  const detail = 'The request carries no credentials: send a user name and a password (Basic) in Authorization.'
  expect(await send('/locked', { prefer })).toEqual({ status: 401, detail, faults: [] })
  expect(await send('/locked', { prefer }, {}, undefined, { admit: () => ({ caller: 1 }) })).toMatchObject({
    status: 200,
  })
  expect((await send('/knocked', { prefer })).status).toBe(401)
  expect(await send('/knocked', { authorization: 'Knock, knock' })).toMatchObject({ status: 401 })
  expect(await send('/knocked', { authorization: 'KNOCK twice' })).toEqual({ status: 200, detail: 'in', faults: [] })
  const refuse = { admit: () => ({ status: 400, headers: {}, body: 'no object' }) }
  expect(await send('/things', {}, {}, undefined, refuse)).toMatchObject({ status: 500, faults: [expect.anything()] })
})

it('names at most 100 violations', async () => {
  const list = JSON.stringify({ lit: true, list: Array.from({ length: 150 }, () => 'x') })
  const { status, detail } = await send('/things', { 'content-type': 'application/json' }, {}, list)
  expect([status, detail.split('; ').length]).toEqual([400, 100])
})

const named =
  'The document has no answer that matches the Prefer header; it has 200 (one, two), 400 (one), 404, default (one).'
const beyond = (code: string) => `Prefer takes a code from 200 to 599, seen "${code}".`

type Row = [target: string, headers: Record<string, string>, status: number, detail: unknown]

it.each<Row>([
  ['/things', { prefer: 'example=__proto__' }, 400, named],
  ['/things?__code=404&__example=two', {}, 200, { lit: true }],
  ...['x', '100', '199', '600', '999'].map((code): Row => ['/things', { prefer: `code=${code}` }, 400, beyond(code)]),
  ['/things', { prefer: 'code=599' }, 599, { dark: true }],
  ...['text/html', 'application/json', 'application/json, text/plain;q=0.5'].map(
    (accept): Row => ['/things', { prefer: 'code=400', accept }, 400, { error: true }],
  ),
  ...['garbage', ';;;;', '*/*', 'application/*', 'application/json;q=0.1, garbage'].flatMap((accept): Row[] => [
    ['/things', { accept }, 200, { lit: true }],
    ['/things', { accept, prefer: 'code=200' }, 200, { lit: true }],
  ]),
  ['/things', { prefer: 'dynamic=false', accept: 'text/html' }, 406, 'The answer is available as application/json.'],
  ['/things', { prefer: 'example=two', accept: 'application/json' }, 200, { lit: false }],
  ['/things?size=big', {}, 400, 'Request query parameter size must be integer.'],
])('answers %s with the preferences %j', async (target, headers, status, detail) => {
  expect(await send(target, headers)).toEqual({ status, detail, faults: [] })
})

it('reports the error of a behaviour, whatever the query prefers', async () => {
  const getThing = () => Promise.reject(new Error('broken'))
  for (const query of ['', '?__example=three']) {
    const { status, faults } = await send(`/things${query}`, {}, { getThing })
    expect([status, faults.length, faults[0]]).toEqual([500, 1, expect.stringContaining('getThing: Error: broken')])
  }
})

it('ignores the media type of a request without a body, and refuses another one than the documented', async () => {
  const prefer = 'code=200'
  expect((await send('/things', { 'content-type': 'garbage', prefer })).status).toBe(200)
  expect((await send('/things', { 'content-type': 'text/plain', prefer }, {}, 'x')).status).toBe(415)
  expect((await send('/things', { prefer }, {}, '{"lit":1}')).status).toBe(400)
})
