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

const lamps = async (headers?: Record<string, string>) =>
  (await mock.control('GET', '/interfaces', undefined, headers)).body.interfaces[0]

it('CTL-002, CTL-003, CTL-004: lists what is served, with addresses, credentials and records that work', async () => {
  const { name, title, version, baseUrls, docsUrl, credentials, records } = await lamps()
  expect([name, title, version, docsUrl]).toEqual(['lamps', 'Lamps', '1.0.0', `${mock.origin}/docs/`])
  expect(credentials).toEqual([{ role: 'full', headers: { authorization: 'Bearer lamps.example-full-access' } }])
  const response = await fetch(baseUrls[0] + records[0].path, { headers: credentials[0].headers })
  expect(await response.json()).toEqual({ lit: true })
})

it('CTL-005: shows the conditions as they are in the session that is asked for, and makes none', async () => {
  await mock.control('PATCH', '/sessions/seen/interfaces/lamps/conditions', { dark: true })
  const value = async (headers?: Record<string, string>) => (await lamps(headers)).conditions.dark.value
  expect(await value({ 'x-mock-session': 'seen' })).toBe(true)
  expect(await value()).toBe(false)
  expect(await value({ 'x-mock-session': 'unseen' })).toBe(false)
  expect((await mock.control('GET', '/sessions/unseen')).status).toBe(404)
  expect((await lamps()).conditions.level.schema).toEqual({ type: 'integer', minimum: 0, maximum: 3 })
})

it('CTL-006: shows the schemas of record kinds and of actions', async () => {
  const { recordKinds, actions } = await lamps()
  expect(recordKinds.lamps.schema.required).toEqual(['lit'])
  expect(Object.keys(actions)).toEqual(['count', 'blink'])
  expect(actions.count.schema.properties).toEqual({ from: { type: 'integer' } })
})

it('CTL-007: refuses a name that no session can have', async () => {
  expect((await mock.control('GET', '/interfaces', undefined, { 'x-mock-session': 'a b' })).status).toBe(400)
})

it('CTL-060: refuses with problem details', async () => {
  const { status, headers, body } = await mock.control('GET', '/nothing')
  expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is nothing at /_control/nothing.',
  })
})
