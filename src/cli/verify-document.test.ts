import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseJson } from '../json-text.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { callCommand } from './call-command.fixture.ts'

/** A person with curl would call each of these a breach of the document. */
const faults = [
  'wrong status',
  'missing member',
  'other type',
  'write-only shown',
  'not deleted',
  'server error',
  'takes anyone',
  'wrong error',
  'undocumented refusal',
  'takes anything',
  'own refusal',
  'takes a missing member',
  'own words for what is not JSON',
  'names a thing of somebody else',
  'asks for a tag',
  'makes, and does not answer',
] as const
type Fault = (typeof faults)[number]

const error = { $ref: '#/components/schemas/Error' }
const pet = { $ref: '#/components/schemas/Pet' }
const json = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } })
const document = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/owners': {
      post: {
        operationId: 'createOwner',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Owner' } } },
        },
        responses: { 201: json('Made.', { $ref: '#/components/schemas/Owner' }) },
      },
    },
    '/owners/{ownerId}': {
      parameters: [{ name: 'ownerId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: json('An owner.', { $ref: '#/components/schemas/Owner' }) } },
      delete: { operationId: 'deleteOwner', responses: { 204: { description: 'Gone.' } } },
    },
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: json('Pets.', { type: 'array', items: pet }),
          400: json('Bad.', error),
          401: json('Who?', error),
        },
      },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: { 201: json('Made.', pet), 400: json('Bad.', error), 409: { description: 'Twice.' } },
      },
    },
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getPet', responses: { 200: json('A pet.', pet), 404: json('None.', error) } },
      delete: { operationId: 'deletePet', responses: { 204: { description: 'Gone.' } } },
    },
    '/pets/search': {
      post: { operationId: 'searchPets', responses: { 200: json('Pets.', { type: 'array', items: pet }) } },
    },
    '/shelters': { get: { operationId: 'listShelters', responses: { 200: json('Shelters.', { type: 'array' }) } } },
    '/reindex': { post: { operationId: 'reindex', responses: { 202: { description: 'Begun.' } } } },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'ownerId'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          ownerId: { type: 'integer' },
          pin: { type: 'string', writeOnly: true },
        },
      },
      Owner: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
      },
      Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
}

const token = 'token-of-the-shelter'
let things: Map<string, Record<string, unknown>>
let seen: string[]
let url: string
let file: string
let fault: Fault | undefined
const server = createServer((request, response) => void answer(request, response))

beforeEach(async () => {
  things = new Map([['/pets/1', { id: 1, name: 'of somebody', ownerId: 1 }]])
  seen = []
  fault = undefined
  const folder = mkdtempSync(join(temporaryFolder(), 'pets-'))
  file = join(folder, 'pets.json')
  writeFileSync(file, JSON.stringify(document))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('API_TOKEN', token)
})

afterEach(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

/** A server that keeps its document, but for one fault. It asks for owners that exist, and for names that no pet has. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', headers } = request
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  const body = await text(request)
  seen.push(`${method} ${pathname}`)
  const send = (status: number, value?: object) => {
    const isAnError = status >= 400 && fault === 'wrong error'
    const sent = isAnError ? { reason: 'no' } : value
    const type = sent && { 'content-type': 'application/json' }
    response.writeHead(status, { ...type, etag: '"1"' }).end(sent && JSON.stringify(sent))
  }
  if (headers.authorization !== `Bearer ${token}` && fault !== 'takes anyone')
    return send(401, { message: 'who are you?' })
  const known = things.get(pathname)
  if (method === 'GET' && pathname === '/pets') {
    const limit = searchParams.get('limit')
    if (limit !== null && !/^\d+$/.test(limit) && fault !== 'takes anything') return send(400, { message: 'limit' })
    return send(
      200,
      [...things].flatMap(([path, thing]) => (path.startsWith('/pets/') ? [shown(thing)] : [])),
    )
  }
  if (pathname === '/pets/search' || pathname === '/shelters') {
    return send(200, [])
  }
  if (method === 'POST') {
    const sent = parseJson(body) as Record<string, unknown> | undefined
    const isPet = pathname === '/pets'
    if (!sent) return send(fault === 'own words for what is not JSON' ? 422 : 400, { message: 'no JSON' })
    if (fault === 'undocumented refusal' && isPet) return send(418, { message: 'teapot' })
    if (
      isPet &&
      ([sent.name, sent.pin === undefined ? '' : sent.pin].some((one) => typeof one !== 'string') ||
        fault === 'own refusal')
    )
      return send(400, { message: 'no such name' })
    const isTaken = fault === 'takes a missing member' && sent.ownerId === undefined
    if (isPet && !isTaken && !things.has(`/owners/${sent.ownerId}`)) return send(400, { message: 'no such owner' })
    const id = things.size + 100 + Math.floor(Math.random() * 1e6)
    things.set(`${pathname}/${id}`, { ...sent, id })
    if (isPet && fault === 'makes, and does not answer') return void request.socket.destroy()
    const sentId = isPet && fault === 'names a thing of somebody else' ? 1 : id
    return send(isPet && fault === 'wrong status' ? 200 : 201, shown({ ...sent, id: sentId }))
  }
  if (!known) return send(404, { message: 'none' })
  if (method === 'DELETE') {
    const asksForTag = fault === 'asks for a tag' && pathname.startsWith('/pets/')
    if (asksForTag && headers['if-match'] === undefined) return send(428, { message: 'no tag' })
    if (fault !== 'not deleted' || !pathname.startsWith('/pets/')) things.delete(pathname)
    return send(204)
  }
  return fault === 'server error' && pathname.startsWith('/pets/')
    ? send(500, { message: 'oh' })
    : send(200, shown(known, true))
}

function shown({ pin, ...thing }: Record<string, unknown>, isRead = false): object {
  if (!isRead || thing.ownerId === undefined) return thing
  if (fault === 'missing member') return { ...thing, name: undefined }
  if (fault === 'other type') return { ...thing, name: 7 }
  return fault === 'write-only shown' ? { ...thing, pin: pin ?? '1234' } : thing
}

async function verify(...flags: string[]) {
  const undo = ['--undo-file', `${file}.undo`, '--settle', '0']
  const report = `${file}.report`
  const { code, stdout, stderr } = await callCommand([
    ...['verify', file, '--base-url', url, '--credential', 'full=env:API_TOKEN', '--report', `json=${report}`],
    '--no-probe',
    ...undo,
    ...flags,
  ])
  const written = readFileSync(report, 'utf8')
  const results: { rule: { id: string }; result: string; reason?: string }[] = JSON.parse(written).results
  const of = (outcome: string) => results.filter(({ result }) => result === outcome).map(({ rule }) => rule.id)
  return { code, stdout, all: stdout + stderr + written, of, results }
}

it('sends only reads where nothing is allowed', async () => {
  const { of, code } = await verify()
  expect([code, of('failed')]).toEqual([0, []])
  expect(of('passed')).toEqual([
    'getPet/200',
    'getPet/404',
    'listPets/200',
    'listPets/400',
    'listPets/401',
    'listShelters/200',
  ])
  expect(new Set(seen.map((line) => line.split(' ')[0]))).toEqual(new Set(['GET']))
})

it('makes its own things, parents first, and removes them', async () => {
  const { of, code, all, stdout } = await verify('--allow', 'reversible', '--reads', 'searchPets')
  expect([code, of('failed'), of('differs'), of('inconclusive')]).toEqual([0, [], [], []])
  expect(of('passed')).toHaveLength(13)
  expect(of('skipped')).toEqual(['createPet/409', 'reindex/202'])
  expect([...things.keys()]).toEqual(['/pets/1'])
  expect(stdout).not.toContain('Stays on the server')
  expect(seen).not.toContain('DELETE /pets/1')
  expect(existsSync(`${file}.undo`)).toBe(false)
  expect(all).not.toContain(token)
})

it.each<[Fault, { failed?: string[]; differs?: string[]; inconclusive?: string[] }, string]>([
  [
    'wrong status',
    { failed: ['createPet/201'] },
    'createPet answers 200 to a valid request; the document has 201, 400, 409',
  ],
  ['missing member', { failed: ['getPet/200'] }, '/name of getPet 200'],
  ['other type', { failed: ['getPet/200'] }, 'string'],
  ['write-only shown', { failed: ['getPet/200'] }, 'nothing, because it is write-only'],
  ['not deleted', { failed: ['deletePet/204'], inconclusive: ['getPet/404'] }, 'still shows the thing unchanged'],
  ['server error', { failed: ['getPet/200'] }, 'getPet answers 500 to a valid request'],
  ['takes anyone', { failed: ['listPets/401'] }, 'takes a request without a credential'],
  [
    'wrong error',
    { failed: ['createPet/400', 'getPet/404', 'listPets/400', 'listPets/401'] },
    '/message of getPet 404',
  ],
  ['takes anything', { failed: ['listPets/400'] }, 'listPets takes query limit = '],
  ['undocumented refusal', { differs: ['createPet/201', 'createPet/400'] }, 'teapot'],
  [
    'takes a missing member',
    { failed: ['createPet/400'] },
    'createPet takes a body without ownerId, which its document forbids',
  ],
  [
    'own words for what is not JSON',
    { differs: ['createPet/400'] },
    'createPet answers 422 to a request without a body; the document has 201, 400',
  ],
  ['names a thing of somebody else', {}, '12 passed'],
  ['asks for a tag', { differs: ['deletePet/204'], inconclusive: ['getPet/404'] }, 'deletePet answers 428'],
  ['own refusal', { inconclusive: ['createPet/201', 'deletePet/204'] }, 'no such name'],
])('finds %s once', async (planted, expected, words) => {
  fault = planted
  const { of, all } = await verify('--allow', 'reversible')
  const found = { failed: of('failed'), differs: of('differs') }
  expect(found).toEqual({ failed: [], differs: [], ...expected, inconclusive: undefined })
  for (const rule of expected.inconclusive ?? []) expect(of('inconclusive')).toContain(rule)
  expect(all).toContain(words)
  if (planted !== 'not deleted') expect([...things.keys()]).toEqual(['/pets/1'])
  else expect(all).toMatch(/deletePet\/204 DELETE \S+\/pets\/\d+ was answered with 204, and GET still shows it/)
})

it.each([
  ['a path that the server does not have', '/api', token, /pets-api: everything that was asked below \S+\/api is 404/],
  ['a credential that it refuses', '', 'wrong', /pets-api: the server refuses the credential 'full' \(401\)/],
])('ends at once with %s', async (_, path, credential, message) => {
  vi.stubEnv('API_TOKEN', credential)
  const given = ['--base-url', url + path, '--credential', 'full=env:API_TOKEN']
  const { code, stderr } = await callCommand(['verify', file, ...given])
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  expect(seen).toEqual([`GET ${path}/pets`, `GET ${path}/shelters`])
})

it('takes what probes have found for known, whatever their seed', async () => {
  fault = 'takes anything'
  const target = `${file}.yaml`
  const entry = { baseUrl: url, credentials: { full: { token: { env: 'API_TOKEN' } } } }
  writeFileSync(target, JSON.stringify({ title: 'pets', interfaces: { 'pets-api': entry } }))
  const run = (...flags: string[]) =>
    callCommand(['verify', file, '--target', target, '--only', 'probes', '--undo-file', `${file}.undo`, ...flags])
  expect(await run('--merge')).toMatchObject({ code: 1, stdout: expect.stringContaining('listPets/probes') })
  const text = readFileSync(target, 'utf8')
  expect(text).toMatch(/^ {6}listPets\/probes:\n {8}because: not explained yet/m)
  writeFileSync(target, text.replaceAll('not explained yet', 'it is old'))
  expect(await run('--seed', '2')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ 0 failed, .* [1-9]\d* known/),
  })
})

it('names a creation whose answer did not come, since what it made may be there', async () => {
  fault = 'makes, and does not answer'
  const { all } = await verify('--allow', 'reversible', '--only', 'createPet/201')
  expect([...things.keys()].filter((path) => path.startsWith('/pets/'))).not.toEqual(['/pets/1'])
  expect(all).toContain(`POST ${url}/pets: no answer came, which would say where the thing is: look for it`)
  expect(readFileSync(`${file}.undo`, 'utf8')).not.toContain(token)
})

it('shows the request whose answer is wrong, although another was sent after it', async () => {
  fault = 'wrong status'
  const { stdout } = await verify('--allow', 'reversible', '--only', 'createPet/201')
  expect(seen.at(seen.lastIndexOf('POST /pets') + 1)).toMatch(/^GET \/pets\/\d+$/)
  expect(stdout).toMatch(/^ {2}request {2}curl .*--data-raw .*\/pets\n {2}answer {3}200$/m)
})

it.each([
  ['--credential', 'full=hunter2', /write --credential full=env:FULL/],
  ['--header', 'Authorization: Bearer hunter2', /write --header 'authorization: env:AUTHORIZATION'/],
  ['--credential', 'full=env:NOT_SET', /needs the environment variable NOT_SET/],
  ['--credential', 'third=env:API_TOKEN', /has no credential 'third'; it has full\.token, other\.token/],
])('refuses %s %s', async (option, value, message) => {
  const { code, stderr } = await callCommand(['verify', file, '--base-url', url, option, value])
  expect([code, seen]).toEqual([2, []])
  expect(stderr).toMatch(message)
  expect(stderr).not.toContain('hunter2')
})

it('takes a header from the environment', async () => {
  const header = ['--header', 'Authorization: Bearer env:API_TOKEN']
  const { code, stdout } = await callCommand(['verify', file, '--base-url', url, ...header, '--verbose', '--no-probe'])
  expect([code, stdout.includes(token)]).toEqual([0, false])
  expect(stdout).toMatch(/getPet\/200/)
})
