import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { listenOnLoopback } from '../listen-on-loopback.fixture.ts'
import { ConnectionError, HttpError } from './errors.ts'
import { createLamps, desk } from './lamps.fixture.ts'
import { serveLocally } from './local-server.fixture.ts'
import { TestClock } from './test-clock.fixture.ts'

const lit = { body: { lit: true } }
const body = { lit: true }

/** A server that gives these answers in order, and then repeats the last one; null breaks the connection. */
async function lampsThat(...answers: ({ status: number; headers?: Record<string, string> } | null)[]) {
  const clock = new TestClock()
  const { baseUrl, received } = await serveLocally((_, response, count) => {
    const answer = answers[Math.min(count, answers.length) - 1]
    if (answer?.status === 200) return lit
    if (answer) return { ...answer, body: { detail: 'not now' } }
    response.destroy()
    return undefined
  })
  const lamps = createLamps({ baseUrl, clock, random: () => 0.5 })
  return { ...lamps, clock, received }
}

it.each([408, 429, 500, 502, 503, 504])('a read is made again after status %i, with longer pauses', async (status) => {
  const { get, clock, received } = await lampsThat({ status }, { status }, { status: 200 })
  expect((await get(desk)).data).toEqual(body)
  expect(received).toHaveLength(3)
  expect(clock.pauses).toEqual([125, 250])
})

it('a read is made three times at most, and then tells what happened', async () => {
  const { get, received } = await lampsThat({ status: 503 })
  const { error } = await get(desk)
  expect(error).toMatchObject({ status: 503, retryable: true, operation: 'GET /lamps/{lamp}' })
  expect(received).toHaveLength(3)
})

it('a read is made as often as its caller says', async () => {
  const { get, received } = await lampsThat({ status: 503 })
  await get(desk, { retries: 4 })
  expect(received).toHaveLength(5)
  await get(desk, { retries: 0 })
  expect(received).toHaveLength(6)
})

it.each([400, 401, 403, 404, 409, 501])('a read is not made again after status %i', async (status) => {
  const { get, received } = await lampsThat({ status })
  expect((await get(desk)).error).toMatchObject({ status, retryable: false })
  expect(received).toHaveLength(1)
})

it.each(['PUT', 'DELETE'] as const)('a write that can be repeated is made again whole: %s', async (verb) => {
  const lamps = await lampsThat({ status: 503 }, null, { status: 200 })
  const { data } = verb === 'PUT' ? await lamps.put({ ...desk, body }) : await lamps.remove(desk)
  expect(data).toEqual(body)
  const sent = lamps.received.map(({ method, body, headers }) => [method, body, headers['content-length']])
  expect(sent).toEqual(Array(3).fill(verb === 'PUT' ? ['PUT', '{"lit":true}', '12'] : ['DELETE', '', undefined]))
})

it.each([408, 429, 500, 502, 503, 504])('a write that cannot be repeated is made once: status %i', async (status) => {
  const { post, received } = await lampsThat({ status }, { status: 200 })
  const { error } = await post({ ...desk, body }, { retries: 9 })
  expect(error).toMatchObject({ status, retryable: status === 429 })
  expect(received).toHaveLength(1)
})

it('a write that cannot be repeated is made once, also when no answer comes', async () => {
  const { post, received } = await lampsThat(null, { status: 200 })
  const call = post({ ...desk, body })
  await expect(call).rejects.toBeInstanceOf(ConnectionError)
  await expect(call).rejects.toMatchObject({
    code: 'connection',
    method: 'POST',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/lamps\/\{lamp\}$/),
    retryable: false,
    status: undefined,
  })
  expect(received).toHaveLength(1)
})

it.each([
  ['seconds', '7', [7000]],
  ['a minute', '60', [60_000]],
  ['a date', 'Mon, 09 Mar 2026 12:00:09 GMT', [9000]],
  ['a date that is past', 'Mon, 09 Mar 2026 11:00:00 GMT', [0]],
  ['nothing that can be read', 'soon', [125]],
])('Retry-After is waited for: %s', async (_, value, pauses) => {
  const { get, clock } = await lampsThat({ status: 503, headers: { 'retry-after': value } }, { status: 200 })
  await get(desk)
  expect(clock.pauses).toEqual(pauses)
})

it('Retry-After is reported instead when it is longer than a minute', async () => {
  const { get, clock, received } = await lampsThat({ status: 429, headers: { 'retry-after': '61' } })
  const { error } = await get(desk)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({ status: 429, retryAfter: 61_000, retryable: true })
  expect(received).toHaveLength(1)
  expect(clock.pauses).toEqual([])
})

it('pauses are drawn up to a bound that doubles to eight seconds', async () => {
  const bounds = async (random: number) => {
    const clock = new TestClock()
    const fetch = async () => new Response(null, { status: 503 })
    const lamps = createLamps({ baseUrl: 'lamps.example', clock, fetch, random: () => random })
    await lamps.get(desk, { retries: 7 })
    return clock.pauses
  }
  expect(await bounds(0)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(await bounds(0.999_999)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000])
})

it('the error of a call to a closed port names the address and the code of the cause', async () => {
  const server = createServer()
  const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}/base`
  server.close()
  const lamps = createLamps({ baseUrl })
  await expect(lamps.get(desk, { retries: 0 })).rejects.toMatchObject({
    message: `GET /lamps/{lamp} had no complete answer: the connection to ${baseUrl}/lamps/{lamp} could not be made, or it broke (ECONNREFUSED)`,
    causeCode: 'ECONNREFUSED',
  })
})
