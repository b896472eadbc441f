import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import type { DigitalGood } from './digital-goods.ts'
import { apiKey, credentials } from './seed.ts'

const paid = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'
const authorized = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
const recordings = '94f201bf-c3da-462e-95e0-b0c1d2e3f4a5'

const mock = openMock('orders')

/** A session, with control of its clock, downloads and records. */
function openShop() {
  const session = randomUUID()
  const headers = { ...credentials[0]?.headers, accept: 'application/json', 'x-mock-session': session }
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${mock.origin}/_control/sessions/${session}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const get = (path: string) => fetch(`${mock.origin}/orders/api${path}`, { headers })
  return {
    control,
    get,
    goods: async (token: string): Promise<DigitalGood[]> => (await get(`/orders/${token}/digital`)).json(),
    setClock: (now: string) => control('PUT', '/clock', { now }),
    act: async (action: string, input: object) =>
      (await control('POST', `/interfaces/orders/actions/${action}`, input)).body,
  }
}

it('counts no download of a good at its limit, of a file or of an order that is not there', async () => {
  const { act } = openShop()
  const refused = { downloaded: false, good: { downloadedNbrTime: 3, isValid: false } }
  expect(await act('download', { token: paid, fileGuid: recordings })).toMatchObject(refused)
  expect(await act('download', { token: paid, fileGuid: randomUUID() })).toEqual({ downloaded: false })
  expect(await act('download', { token: randomUUID(), fileGuid: recordings })).toEqual({ downloaded: false })
})

it('issues a good at the present moment', async () => {
  const { act, goods, control, setClock } = openShop()
  await setClock('2030-01-01T00:00:00Z')
  const { issued, good } = await act('issue-download', { token: authorized, name: 'Day pass', daysUntilExpire: 1 })
  expect({ issued, good }).toMatchObject({
    issued: true,
    good: { name: 'Day pass', downloadedNbrTime: 0, isValid: true },
  })
  expect(good.creationDate).toMatch(/^2030-01-01T00:00:0/)
  await control('POST', '/clock/advance', { seconds: 86_402 })
  expect(await goods(authorized)).toEqual([{ ...good, isValid: false }])
  expect(await act('issue-download', { token: randomUUID(), name: 'x' })).toEqual({ issued: false })
})

it('has a good from the start that is valid, and expires in ten years', async () => {
  const { get, goods, setClock } = openShop()
  await setClock('2026-11-01T00:00:00Z')
  const { items } = await (await get('/orders?productId=TYPEFACE')).json()
  const [typeface] = await goods(items[0].token)
  expect(typeface).toMatchObject({ daysUntilExpire: 3650, isValid: true })
  await setClock('2036-01-01T00:00:00Z')
  expect(await goods(items[0].token)).toEqual([{ ...typeface, isValid: false }])
})

it('takes orders, keys and goods that a tester puts', async () => {
  const { control, get, goods } = openShop()
  const kinds = '/interfaces/orders/records'
  const order = await (await get(`/orders/${authorized}`)).json()
  const token = randomUUID()
  expect((await control('PUT', `${kinds}/orders/${token}`, { ...order, token, status: 'Disputed' })).status).toBe(201)
  expect(await (await get(`/orders/${token}`)).json()).toEqual({ ...order, token, status: 'Disputed' })
  expect((await control('PUT', `${kinds}/orders/${token}`, { ...order, status: 'Lost' })).status).toBe(400)

  const { isValid: _, ...good } = (await goods(paid))[0] ?? {}
  await control('PUT', `${kinds}/digital-goods/${token}`, [{ ...good, maxNbrDownload: 0 }])
  expect(await goods(token)).toEqual([{ ...good, maxNbrDownload: 0, isValid: false }])

  await control('DELETE', `${kinds}/api-keys/${apiKey}`)
  expect((await get('/orders')).status).toBe(401)
})
