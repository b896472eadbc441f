import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { loadRuntime } from '../../contract/registry.ts'
import { examplesOf } from '../../mock/examples.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import type { DigitalGood } from './digital-goods.ts'
import { apiKey, credentials } from './seed.ts'

const paid = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'
const authorized = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
const patternPack = 'b61423d1-e5fc-4840-b702-d2e3f4a5b6c7'
const recordings = '94f201bf-c3da-462e-95e0-b0c1d2e3f4a5'

const mock = openMock('orders')

/** A shop of its own, with hands on its clock, its downloads and its records. */
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

it('ORD-040: answers the documented goods, and none for an order that has none', async () => {
  const { goods, setClock } = openShop()
  await setClock('2026-06-01T00:00:00Z')
  const examples = examplesOf(loadRuntime('orders')).of('listOrderDigitalGoods', 200)
  expect([await goods(paid), await goods(authorized)]).toEqual(examples)
})

it('answers 404 for an order that is not there', async () => {
  expect((await openShop().get(`/orders/${randomUUID()}/digital`)).status).toBe(404)
})

it('ORD-053, ORD-054, ORD-056, ORD-057: time makes a good invalid, and nothing else of it changes', async () => {
  const { goods, setClock, control } = openShop()
  await setClock('2026-04-01T10:15:00Z')
  const before = await goods(paid)
  expect(before.map(({ isValid }) => isValid)).toEqual([true, false, true, true])
  await control('POST', '/clock/advance', { seconds: 46 })
  const after = await goods(paid)
  expect(after).toEqual(before.map((good) => (good.daysUntilExpire === 30 ? { ...good, isValid: false } : good)))
  await setClock('2036-04-01T00:00:00Z')
  expect(await goods(paid)).toEqual(after)
})

it('ORD-052, ORD-055, ORD-057: the last download makes a good invalid, and no more are counted', async () => {
  const { act, goods } = openShop()
  const before = await goods(paid)
  for (const downloadedNbrTime of [3, 4]) {
    const { downloaded, good } = await act('download', { token: paid, fileGuid: patternPack })
    expect({ downloaded, good }).toMatchObject({ downloaded: true, good: { downloadedNbrTime, isValid: true } })
  }
  await act('download', { token: paid.toUpperCase(), fileGuid: patternPack })
  expect(await act('download', { token: paid, fileGuid: patternPack })).toMatchObject({ downloaded: false })
  const last = { downloadedNbrTime: 5, isValid: false }
  expect(await goods(paid)).toEqual(before.map((good) => (good.fileGuid === patternPack ? { ...good, ...last } : good)))
})

it('ORD-047: a good without a maximum is never used up', async () => {
  const { act, goods } = openShop()
  const [unlimited] = await goods(paid)
  const input = { token: paid, fileGuid: unlimited?.fileGuid }
  await Promise.all(Array.from({ length: 20 }, () => act('download', input)))
  expect((await goods(paid))[0]).toEqual({ ...unlimited, downloadedNbrTime: 27 })
})

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
