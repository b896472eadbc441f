import { expect, it } from 'vitest'
import { problemDetails } from '../../behaviour/problem-details.ts'
import type { Operation } from '../../contract/operation.ts'
import { injectedAnswer } from '../answer/injected-answer.ts'
import type { FaultRequest } from './faults.ts'
import { Session } from './session.ts'

/** What each of some requests for `getLamp` meets, once these faults have been added. */
async function met(requests: number, ...faults: object[]) {
  const transaction = new Session('a').begin()
  const session = new Session('a')
  const injected = session.faults(transaction)
  for (const fault of faults) await injected.add({ interface: 'lamps', seed: 1, ...fault } as FaultRequest)
  const found = []
  for (let request = 0; request < requests; request++) found.push(await injected.apply('lamps', 'getLamp'))
  return { found, left: await injected.list() }
}

it('draws the same requests for a seed, and counts those that it draws', async () => {
  const { found, left } = await met(24, { kind: 'drop', probability: 0.5, seed: 7 })
  const drawn = found.map(({ faults }) => faults.length)
  // By an independent mulberry32.
  expect(drawn).toEqual([1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1])
  expect(left).toStrictEqual([
    { id: '1', interface: 'lamps', kind: 'drop', probability: 0.5, seed: 7, struck: drawn.filter(Boolean).length },
  ])
  expect((await met(12, { kind: 'drop', probability: 0 })).found.flatMap(({ faults }) => faults)).toEqual([])
})

const contents = [{ mediaType: 'text/plain', examples: [{ key: 'a', value: 'lit' }] }]
const headers = [
  { name: 'X-Lamp', form: { in: 'header' }, example: { key: '', value: 7 } },
  { name: 'X-None', form: { in: 'header' }, example: undefined },
]
const shownResponses = [
  { code: '200', contents, headers },
  { code: '201', contents, headers: [] },
  { code: '204', contents: [], headers: [] },
]

it.each([
  [200, { 'x-lamp': '7', 'content-type': 'text/plain' }, 'lit'],
  [201, { 'content-type': 'text/plain' }, 'lit'],
  [204, expect.anything(), { kind: 'invalid-request' }],
  [404, expect.anything(), { kind: 'not-found' }],
  [418, expect.anything(), { kind: 'invalid-request' }],
  [499, expect.anything(), { kind: 'invalid-request' }],
  [500, expect.anything(), { kind: 'internal' }],
  [599, expect.anything(), { kind: 'internal' }],
])('answers an injected %i by the example of the document, or else as a refusal', (status, headers, body) => {
  const operation = { id: 'getLamp', shownResponses } as unknown as Operation
  const definition = {
    credentials: [],
    behaviours: {},
    renderRefusal: (refusal: Parameters<typeof problemDetails>[0]) => ({
      ...problemDetails(refusal),
      body: { kind: refusal.kind, status: refusal.status, operation: refusal.operation },
    }),
  }
  const expected = typeof body === 'string' ? body : { ...body, status, operation: 'getLamp' }
  const fault = { latency: 0, effect: { kind: 'status' as const, status }, faults: [] }
  expect(injectedAnswer(fault, operation, definition)).toEqual({ status, headers, body: expected })
  expect(injectedAnswer(fault, undefined, definition)?.status).toBe(status)
})
