import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callCommand } from '../../cli/call-command.fixture.ts'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'

// A server that does what many frameworks do: it reads a number as a text, takes null, and shows null for what is absent.

const car = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    fuel: { type: 'string' },
    colour: { type: 'string' },
    doors: { type: 'integer' },
  },
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const answers = (schema: object) => ({ description: 'It.', ...json(schema) })
const refusals = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const body = { required: true, ...json(car) }
const byId = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
const paths = {
  '/cars': {
    get: { operationId: 'listCars', responses: { 200: answers({ type: 'array', items: car }), ...refusals } },
    post: { operationId: 'addCar', requestBody: body, responses: { 201: answers(car), ...refusals } },
  },
  '/cars/{id}': {
    ...byId,
    get: { operationId: 'getCar', responses: { 200: answers(car), ...refusals } },
    put: { operationId: 'putCar', requestBody: body, responses: { 200: answers(car), ...refusals } },
    delete: { operationId: 'deleteCar', responses: { 204: { description: 'Gone.' }, ...refusals } },
  },
}
const cars = new Map<number, object>()
let last = 0
const server = createServer(async (request, response) => {
  const send = (status: number, value?: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json', allow: 'GET' }).end(JSON.stringify(value))
  const [, path, key] = request.url?.split('/') ?? []
  const id = key === undefined ? undefined : Number(key)
  if (path !== 'cars' || (id !== undefined && !cars.has(id))) return send(404)
  if (request.method === 'GET') return send(200, id === undefined ? [...cars.values()] : cars.get(id))
  if (request.method === 'DELETE' && id !== undefined) return cars.delete(id) && send(204)
  if (request.method !== (id === undefined ? 'POST' : 'PUT')) return send(405)
  const read = readCar(await text(request))
  if (!read) return send(400)
  const made = { id: id ?? ++last, ...read }
  cars.set(made.id, made)
  return send(id === undefined ? 201 : 200, made)
})

function readCar(sent: string): object | undefined {
  try {
    const { name, fuel = null, colour = null, doors = null, ...others } = JSON.parse(sent)
    const isText = (one: unknown) => ['string', 'number'].includes(typeof one) || one === null
    const isRight =
      typeof name === 'string' && isText(fuel) && isText(colour) && (doors === null || Number.isInteger(doors))
    const shown = (one: unknown) => (one === null ? null : String(one))
    if (!isRight || Object.keys(others).length > 0) return undefined
    return { name, fuel: shown(fuel), colour: shown(colour), doors }
  } catch {
    return undefined
  }
}

interface Result {
  rule: { id: string }
  result: string
  failure: { message: string }
  exchanges: { request: { method: string } }[]
}

let url: string
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(server)}`
})
afterAll(() => void server.close())

it('tells once what one habit of a server shows at many places, with the requests that lead there', async () => {
  const file = join(mkdtempSync(join(temporaryFolder(), 'grouping-')), 'cars.json')
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Cars', version: '1' }, paths }))
  const flags = ['--base-url', url, '--allow', 'reversible', '--undo-file', `${file}.undo`, '--json', '--settle', '0']
  const { code, stdout } = await callCommand(['verify', file, ...flags])
  const { results }: { results: Result[] } = JSON.parse(stdout)
  const probes = results.filter(({ rule, result }) => result === 'failed' && rule.id.endsWith('/probes'))
  expect([code, probes.map(({ failure }) => failure.message).sort()]).toEqual([
    1,
    [
      expect.stringMatching(/^\/\d+\/fuel of listCars 200; also at \/colour, \/doors; so do .*getCar/),
      expect.stringMatching(
        /^addCar takes a body with 0 at \/fuel \(zero\).*; also at \/colour; so do putCar \(seed 1\)$/,
      ),
      expect.stringMatching(
        /^addCar takes a body with null at \/doors \(null\).*; also at \/colour; so do putCar \(seed 1\)$/,
      ),
    ],
  ])
  const requests = probes.map(({ exchanges }) => exchanges.map(({ request }) => request.method))
  expect(requests.filter(([first]) => first === 'POST')).toContainEqual(['POST'])
  expect(requests.flat()).not.toContain('DELETE')
})
