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

const records = (method: string, session: string, key = '', body?: unknown) =>
  mock.control(method, `/sessions/${session}/interfaces/lamps/records/lamps${key && `/${key}`}`, body)

it('CTL-032, CTL-033: reads, creates and replaces records', async () => {
  expect((await records('GET', 'a')).body).toEqual({ records: { hall: { lit: true } } })
  const created = await records('PUT', 'a', 'stairs', { lit: false })
  expect([created.status, created.body]).toEqual([201, { lit: false }])
  const replaced = await records('PUT', 'a', 'hall', { lit: false, note: [1] })
  expect([replaced.status, replaced.body]).toEqual([200, { lit: false, note: [1] }])
  expect((await records('GET', 'a', 'hall')).body).toEqual({ lit: false, note: [1] })
  expect((await mock.lamps('a', 'GET', '/lamps/stairs')).body.lit).toBe(false)
})

it.each([{}, { lit: 'yes' }, [], null, 'text'])('CTL-034: does not put %j', async (record) => {
  expect((await records('PUT', 'b', 'hall', record)).status).toBe(400)
  expect((await records('GET', 'b', 'hall')).body).toEqual({ lit: true })
})

it('CTL-035: deletes a record once', async () => {
  expect((await records('DELETE', 'c', 'hall')).status).toBe(204)
  for (const method of ['DELETE', 'GET']) expect((await records(method, 'c', 'hall')).status).toBe(404)
  expect((await records('GET', 'c')).body).toEqual({ records: {} })
})

it.each(['team/deploy/', '%', 'ä 💡', '__proto__', 'constructor', 'a?b#c', '%2F', 'a\0b'])(
  'CTL-036: takes %j for a key',
  async (key) => {
    const path = encodeURIComponent(key)
    expect((await records('PUT', 'd', path, { lit: true })).status).toBe(201)
    expect((await records('GET', 'd', path)).body).toEqual({ lit: true })
    const { body } = await records('GET', 'd')
    expect(Object.hasOwn(body.records, key)).toBe(true)
    expect((await records('DELETE', 'd', path)).status).toBe(204)
  },
)

it.each(['lamp', '_conditions', '__proto__', 'constructor'])('CTL-037: knows no kind %s', async (kind) => {
  const { status, body } = await mock.control('GET', `/sessions/e/interfaces/lamps/records/${kind}`)
  expect([status, body.detail]).toEqual([404, `'${kind}' is no record kind of lamps; known are lamps.`])
})

it('CTL-016: puts records and conditions in one call', async () => {
  const { status } = await mock.control('POST', '/sessions/f/seed', {
    interfaces: { lamps: { records: { lamps: { a: { lit: true }, b: { lit: false } } }, conditions: { level: 2 } } },
  })
  expect(status).toBe(204)
  expect(Object.keys((await records('GET', 'f')).body.records)).toEqual(['hall', 'a', 'b'])
  expect((await mock.control('GET', '/sessions/f/interfaces/lamps/conditions')).body.level).toBe(2)
})

it.each([
  { lamps: { records: { lamps: { a: { lit: true }, b: {} } } } },
  { lamps: { records: { lamps: { a: { lit: true } }, lights: {} } } },
  { lamps: { records: { lamps: { a: { lit: true } } }, conditions: { level: 9 } } },
  { lamps: { records: { lamps: { a: { lit: true } } }, conditions: { levle: 1 } } },
  { lamps: { records: { lamps: { a: { lit: true } } } }, lights: {} },
  { lamps: { records: { lamps: { a: { lit: true } } }, tokens: {} } },
])('CTL-017: writes nothing of %j', async (interfaces) => {
  expect((await mock.control('POST', '/sessions/g/seed', { interfaces })).status).toBe(400)
  expect((await records('GET', 'g')).body).toEqual({ records: { hall: { lit: true } } })
})

const act = (name: string, body?: unknown) => mock.control('POST', `/sessions/h/interfaces/lamps/actions/${name}`, body)

it('CTL-038: answers what an action tells, or nothing', async () => {
  const { status, body } = await act('count', { from: 2 })
  expect([status, body]).toEqual([200, { lamps: 3 }])
  expect((await act('blink')).status).toBe(204)
})

it('CTL-039: takes no body for an empty object, and refuses an input that does not fit', async () => {
  expect((await act('count')).body).toEqual({ lamps: 1 })
  for (const input of [{ from: 'x' }, { form: 1 }, [], null]) expect((await act('count', input)).status).toBe(400)
})

it.each(['cuont', '__proto__', 'toString'])('CTL-037: knows no action %s', async (name) => {
  const { status, body } = await act(name)
  expect([status, body.detail]).toEqual([404, `'${name}' is no action of lamps; known are count, blink.`])
})
