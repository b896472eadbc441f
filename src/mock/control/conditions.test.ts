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

const conditions = (method: string, session: string, body?: unknown, name = 'lamps') =>
  mock.control(method, `/sessions/${session}/interfaces/${name}/conditions`, body)

it('CTL-028, CTL-029: sets what is named, leaves the rest, and answers all', async () => {
  expect((await conditions('GET', 'a')).body).toEqual({ dark: false, level: 1 })
  expect((await conditions('PATCH', 'a', { dark: true })).body).toEqual({ dark: true, level: 1 })
  expect((await conditions('PATCH', 'a', { level: 3 })).body).toEqual({ dark: true, level: 3 })
  expect((await conditions('PATCH', 'a', {})).body).toEqual({ dark: true, level: 3 })
  expect((await mock.lamps('a', 'GET', '/lamps/hall')).body.lit).toBe(false)
})

it.each(['darc', '__proto__', 'constructor', ''])('CTL-030: refuses the condition %j', async (name) => {
  const { status, body } = await conditions(
    'PATCH',
    'b',
    Object.fromEntries([
      ['level', 2],
      [name, true],
    ]),
  )
  expect([status, body.detail]).toEqual([400, `'${name}' is no condition of lamps; known are dark, level.`])
  expect((await conditions('GET', 'b')).body).toEqual({ dark: false, level: 1 })
})

it.each([
  [{ level: 4 }, 'level must be <= 3.'],
  [{ level: 2, dark: 'yes' }, 'dark must be boolean.'],
  [{ dark: null }, 'dark must be boolean.'],
  [{ level: 1.5 }, 'level must be integer.'],
])('CTL-031: refuses %j, and sets nothing', async (body, detail) => {
  const answer = await conditions('PATCH', 'c', body)
  expect([answer.status, answer.body.detail]).toEqual([400, detail])
  expect((await conditions('GET', 'c')).body).toEqual({ dark: false, level: 1 })
})

it.each([[[]], ['text'], [null], [1]])('refuses %j', async (body) => {
  expect((await conditions('PATCH', 'd', body)).status).toBe(400)
})

it('CTL-037: names the interfaces when it does not know one', async () => {
  for (const method of ['GET', 'PATCH']) {
    const { status, body } = await conditions(method, 'e', method === 'GET' ? undefined : {}, 'lamp')
    expect([status, body.detail]).toEqual([404, "The mock serves no interface 'lamp'; known are lamps."])
  }
})
