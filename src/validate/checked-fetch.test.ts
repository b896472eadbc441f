import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.fixture.ts'
import { checkedFetch, UndocumentedRequest } from './checked-fetch.ts'
import { ContractViolation } from './contract-violation.ts'
import { maxBodyBytes } from './watch-body.ts'

const baseUrl = 'https://shop.example/api'
const list = { totalItems: 0, offset: 0, limit: 20, items: [] }
const answering = (answer: () => Response) => async () => answer()

it('returns the very response, unread, when it keeps the contract', async () => {
  const response = Response.json(list)
  const fetch = checkedFetch('orders', { baseUrl }, async () => response)
  const given = await fetch(`${baseUrl}/orders`)
  expect(given).toBe(response)
  expect(await given.json()).toEqual(list)
})

it('throws when a response breaks the contract, and says what, where and which rule', async () => {
  const fetch = checkedFetch(
    'orders',
    { baseUrl },
    answering(() => Response.json({ ...list, totalItems: '0' })),
  )
  const violation = await fetch(new URL(`${baseUrl}/orders`)).catch((error: unknown) => error)
  expect(violation).toBeInstanceOf(ContractViolation)
  expect(violation).toMatchObject({
    name: 'ContractViolation',
    operation: 'GET /orders',
    status: 200,
    violations: [{ at: '/totalItems', expected: 'integer', seen: '"0"', rules: ['ORD-010'] }],
    message: [
      'GET /orders answered 200, not as listOrders of orders documents:',
      '  /totalItems: expected integer, seen "0"',
      '    ORD-010 `totalItems` of the order list is an integer.',
    ].join('\n'),
  })
})

it('reports instead of throwing when somebody listens', async () => {
  const reported: Error[] = []
  const onViolation = (violation: Error) => void reported.push(violation)
  const fetch = checkedFetch(
    'orders',
    { baseUrl, onViolation },
    answering(() => new Response('<html>', { headers: { 'content-type': 'text/html' } })),
  )
  const given = await fetch(new Request(`${baseUrl}/orders`, { method: 'GET' }))
  expect(await given.text()).toBe('<html>')
  expect(reported).toMatchObject([
    { violations: [{ at: 'header content-type', expected: 'application/json', seen: '"text/html"' }] },
  ])
})

it('never throws a difference from an assumption', async () => {
  const reported: ContractViolation[] = []
  const problem = () =>
    Response.json({ type: 3 }, { status: 404, headers: { 'content-type': 'application/problem+json' } })
  const fetch = checkedFetch(
    'orders',
    { baseUrl, onDifference: (difference) => void reported.push(difference) },
    answering(problem),
  )
  expect((await fetch(`${baseUrl}/orders/7f`)).status).toBe(404)
  expect(reported).toMatchObject([{ operation: 'GET /orders/{token}', violations: [{ at: '/type' }] }])
})

it('refuses an undocumented request, and lets one pass that goes elsewhere', async () => {
  const fetch = checkedFetch(
    'orders',
    { baseUrl },
    answering(() => new Response('anything')),
  )
  await expect(fetch(`${baseUrl}/ordres`)).rejects.toThrow(
    new UndocumentedRequest('orders', 'GET /api/ordres', 'the path is not documented'),
  )
  await expect(fetch(`${baseUrl}/orders`, { method: 'PATCH' })).rejects.toThrow(UndocumentedRequest)
  expect(await (await fetch('https://elsewhere.example/')).text()).toBe('anything')
})

const monitor = 'https://agent.example/v1/agent/monitor'
const frame = (offset: unknown) => `${JSON.stringify({ Data: 'eA==', FileEvent: 'log', Offset: offset })}\n`

/** An answer that goes on for as long as somebody reads. */
function endless(text: (index: number) => string, pulls: { count: number }) {
  const body = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(new TextEncoder().encode(text(pulls.count++))) },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

it('does not read a stream ahead, and checks it while the caller reads it', async () => {
  const pulls = { count: 0 }
  const fetch = checkedFetch(
    'cluster-agent',
    { baseUrl: 'https://agent.example' },
    answering(() => endless((index) => frame(index < 5 ? index : 'x'), pulls)),
  )
  const response = await fetch(monitor)
  expect(pulls.count).toBeLessThanOrEqual(1)
  const reader = response.body?.getReader()
  for (let index = 0; index < 5; index++) {
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(frame(index))
  }
  expect(pulls.count).toBeLessThanOrEqual(7)
  await expect(reader?.read().then(() => reader.read())).rejects.toThrow(ContractViolation)
})

it('reads only the checked part of a body that is too large', async () => {
  const pulls = { count: 0 }
  const fetch = checkedFetch(
    'orders',
    { baseUrl },
    answering(() => endless(() => ' '.repeat(2 ** 20), pulls)),
  )
  const response = await fetch(`${baseUrl}/orders`)
  expect(pulls.count * 2 ** 20).toBeLessThanOrEqual(maxBodyBytes + 3 * 2 ** 20)
  await response.body?.cancel()
})

const lamp = { type: 'object', required: ['watts'], properties: { watts: { type: 'integer' } } }

it.each([
  ['application/xml', {}, '<lamp><watts>ten</watts></lamp>', ['/watts']],
  ['application/xml', {}, '<lamp><watts>10</watts></lamp>', []],
  ['application/xml', {}, '<lamp>', ['']],
  ['application/x-www-form-urlencoded', {}, 'watts=ten', ['/watts']],
  ['text/plain', { 'content-length': '3' }, 'ten', ['']],
  ['text/plain', {}, 'ten', []],
])('judges a body of %s with headers %j: %s', async (mediaType, headers, body, places) => {
  const schema = mediaType === 'text/plain' ? { type: 'integer' } : lamp
  const responses = { 200: { description: 'It.', content: { [mediaType]: { schema } } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    paths: { '/lamp': { get: { responses } } },
  }
  const file = join(folderWith({ 'lamps.json': JSON.stringify(document) }), 'lamps.json')
  const found: string[] = []
  const onViolation = (error: Error) => found.push(...(error as ContractViolation).violations.map(({ at }) => at))
  const answer = () => new Response(body, { headers: { ...headers, 'content-type': mediaType } })
  const fetch = checkedFetch(file, { baseUrl: 'https://lamps.example', onViolation }, answering(answer))
  expect(await (await fetch('https://lamps.example/lamp')).text()).toBe(body)
  expect(found).toEqual(places)
})
