import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import type { DigitalGood } from './digital-goods.ts'
import { apiKey, credentials } from './seed.ts'

const paid = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'
const authorized = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'

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
  }
}

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
