import { expect as jestExpect } from 'expect'
import { expect, it } from 'vitest'
import './jest.ts'

const list = { totalItems: 0, offset: 0, limit: 20, items: [] }

it('works on the expect of Jest', async () => {
  const response = Response.json(list)
  await jestExpect(response).toMatchContract('orders', 'listOrders')
  expect(await response.json()).toEqual(list)

  const wrong = jestExpect(Response.json({ ...list, totalItems: '0' })).toMatchContract('orders', 'listOrders')
  await expect(wrong).rejects.toThrow(
    /^GET \/orders answered 200, not as .*\n {2}\/totalItems: expected integer, seen "0"\n {4}ORD-010 /,
  )
  await jestExpect(Response.json({ ...list, limit: 'x' })).not.toMatchContract('orders', 'listOrders')
})
