import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'

let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps()
})
afterAll(async () => {
  expect(mock.faults).toEqual([])
  await mock.close()
})

const clock = (method: string, session: string, path = '', body?: unknown) =>
  mock.control(method, `/sessions/${session}/clock${path}`, body)
const moment = ({ body }: { body: { now: string } }) => Date.parse(body.now)

it('CTL-023: starts with real time', async () => {
  expect(Math.abs(moment(await clock('GET', 'fresh')) - Date.now())).toBeLessThan(5000)
})

it('CTL-024: goes on from the moment that is set, whatever its zone', async () => {
  const { status, body } = await clock('PUT', 'set', '', { now: '2026-03-09T12:00:00.250+02:00' })
  expect(status).toBe(200)
  expect(Date.parse(body.now) - Date.parse('2026-03-09T10:00:00.250Z')).toBeLessThan(5000)
  expect(moment(await clock('GET', 'set'))).toBeGreaterThanOrEqual(Date.parse(body.now))
})

it.each([
  [{ seconds: 600 }, 600_000],
  [{ milliseconds: 250 }, 250],
  [{ seconds: 0.5, milliseconds: 1 }, 501],
  [{ seconds: 0 }, 0],
])('CTL-025: advances by %j', async (span, milliseconds) => {
  const before = moment(await clock('PUT', 'advanced', '', { now: '2026-03-09T12:00:00Z' }))
  const after = moment(await clock('POST', 'advanced', '/advance', span))
  expect(after - before).toBeGreaterThanOrEqual(milliseconds)
  expect(after - before).toBeLessThan(milliseconds + 5000)
})

it.each([
  ['PUT', '', { now: '1969-12-31T23:59:59Z' }],
  ['PUT', '', { now: '9999-12-31T23:59:59-01:00' }],
  ['PUT', '', { now: '2026-06-30T23:59:60Z' }],
  ['PUT', '', { now: 'tomorrow' }],
  ['PUT', '', { now: 0 }],
  ['PUT', '', {}],
  ['POST', '/advance', { seconds: 1e15 }],
  ['POST', '/advance', { seconds: -1 }],
  ['POST', '/advance', { milliseconds: 0.5 }],
  ['POST', '/advance', { minutes: 1 }],
  ['POST', '/advance', {}],
])('CTL-027: refuses %s %s %j, and stays where it is', async (method, path, body) => {
  await clock('PUT', 'kept', '', { now: '2030-01-01T00:00:00Z' })
  expect((await clock(method, 'kept', path, body)).status).toBe(400)
  expect((await clock('GET', 'kept')).body.now).toMatch(/^2030-01-01T00:00:/)
})

it('wakes a stream that waits for the clock', async () => {
  const response = await fetch(`${mock.origin}/lamps/v1/lamps/hall/glow`, { headers: { 'x-mock-session': 'woken' } })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('line 1\n')
  for (let line = 2; line <= 5; line++) {
    const next = reader.read()
    await clock('POST', 'woken', '/advance', { seconds: 1 })
    expect((await next).value).toBe(`line ${line}\n`)
  }
  await reader.cancel()
})
