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

const inject = (session: string, fault: object) =>
  mock.control('POST', `/sessions/${session}/faults`, { interface: 'lamps', ...fault })
const read = (session: string) => mock.lamps(session, 'GET', '/lamps/hall')

it('CTL-040: strikes the operation that it names, and no other session', async () => {
  const { status, body } = await inject('a', { kind: 'status', status: 500, operation: 'putLamp' })
  expect([status, body]).toMatchObject([201, { id: '1', operation: 'putLamp', probability: 1, struck: 0 }])
  expect((await mock.lamps('a', 'PUT', '/lamps/hall', { lit: false })).status).toBe(500)
  expect((await read('a')).body).toEqual({ lit: true })
  expect((await mock.lamps('b', 'PUT', '/lamps/hall', { lit: false })).status).toBe(200)
})

it('CTL-041: holds a request back until the clock has come so far', async () => {
  await inject('slow', { kind: 'latency', milliseconds: 3_600_000 })
  let answered = false
  const answer = read('slow').then((found) => {
    answered = true
    return found
  })
  while (!mock.sessions.get('slow')?.requestsUnderWay) await new Promise((resolve) => setImmediate(resolve))
  await mock.control('POST', '/sessions/slow/clock/advance', { seconds: 3500 })
  expect(answered).toBe(false)
  await mock.control('POST', '/sessions/slow/clock/advance', { seconds: 100 })
  expect((await answer).status).toBe(200)
})

it('CTL-042: answers the documented example of a status, with its headers', async () => {
  await inject('documented', { kind: 'status', status: 429 })
  const { status, headers, body } = await read('documented')
  expect([status, headers.get('retry-after'), body]).toEqual([429, '7', { slow: 'down' }])
})

it.each([401, 404, 405, 418, 500, 503, 599])('CTL-042: answers %i in the form of the interface', async (code) => {
  await inject(`form-${code}`, { kind: 'status', status: code })
  const { status, headers, body } = await read(`form-${code}`)
  expect([status, headers.get('content-type'), body.status]).toEqual([code, 'application/problem+json', code])
})

it('CTL-042: strikes before anything is looked at', async () => {
  await inject('early', { kind: 'status', status: 503 })
  for (const path of ['/nothing', '/lamps/hall/glow', '/breakage'])
    expect((await mock.lamps('early', 'POST', path, 'broken')).status).toBe(503)
})

it('CTL-043: drops a request, which has no effect', async () => {
  await inject('dropped', { kind: 'drop', times: 1 })
  await expect(mock.lamps('dropped', 'PUT', '/lamps/hall', { lit: false })).rejects.toThrow()
  expect((await read('dropped')).body).toEqual({ lit: true })
})

it('CTL-044: cuts an answer short, and the request has its effect', async () => {
  await inject('cut', { kind: 'truncate', times: 1 })
  await expect(mock.lamps('cut', 'PUT', '/lamps/hall', { lit: false })).rejects.toThrow()
  expect((await read('cut')).body).toEqual({ lit: false })
})

it('CTL-045, CTL-048: strikes as often as it may, is listed meanwhile, and is gone then', async () => {
  await inject('thrice', { kind: 'status', status: 503, times: 3 })
  const listed = async () => (await mock.control('GET', '/sessions/thrice/faults')).body.faults
  expect((await read('thrice')).status).toBe(503)
  expect(await listed()).toMatchObject([{ times: 2, struck: 1 }])
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await read('thrice')).status))
  expect(statuses.filter((status) => status === 503)).toHaveLength(2)
  expect(await listed()).toEqual([])
})

it('CTL-046: strikes the same requests again for the seed that it told', async () => {
  const pattern = async (session: string, seed?: number) => {
    const { body } = await inject(session, { kind: 'status', status: 503, probability: 0.5, ...(seed && { seed }) })
    const statuses = []
    for (let request = 0; request < 30; request++) statuses.push((await read(session)).status)
    return { seed: body.seed, statuses }
  }
  const first = await pattern('p1')
  expect((await pattern('p2', first.seed)).statuses).toEqual(first.statuses)
  expect(new Set(first.statuses)).toEqual(new Set([200, 503]))
})

it('CTL-048: removes one, or all', async () => {
  for (let count = 0; count < 3; count++) await inject('removed', { kind: 'drop' })
  expect((await mock.control('DELETE', '/sessions/removed/faults/2')).status).toBe(204)
  expect((await mock.control('DELETE', '/sessions/removed/faults/2')).status).toBe(404)
  expect((await mock.control('GET', '/sessions/removed/faults')).body.faults).toHaveLength(2)
  expect((await mock.control('DELETE', '/sessions/removed/faults')).status).toBe(204)
  expect((await read('removed')).status).toBe(200)
})

it('CTL-048: takes no more than 100', async () => {
  for (let count = 0; count < 100; count++) expect((await inject('full', { kind: 'drop' })).status).toBe(201)
  expect((await inject('full', { kind: 'drop' })).status).toBe(409)
})

it.each([
  [{ interface: 'lamp', kind: 'drop' }, "The mock serves no interface 'lamp'; known are lamps."],
  [{ kind: 'drop', operation: 'get' }, /^'get' is no operation of lamps; known are getLamp, /],
  [{ kind: 'latency' }, 'A latency needs its milliseconds.'],
  [{ kind: 'status' }, 'A fault of kind status needs the status.'],
  [{ kind: 'explode' }, /must be equal to one of the allowed values: latency, status, drop, truncate/],
  [{ kind: 'status', status: 200 }, /must be >= 400/],
  [{ kind: 'drop', probability: 0 }, /must be > 0/],
  [{ kind: 'drop', times: 0 }, /must be >= 1/],
  [{ kind: 'drop', often: true }, /must NOT have additional properties/],
])('CTL-049: refuses %j', async (fault, detail) => {
  const { status, body } = await inject('refused', fault)
  expect(status).toBe(400)
  expect(body.detail).toMatch(detail)
})
