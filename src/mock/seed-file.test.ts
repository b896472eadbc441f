import { expect, it, onTestFinished } from 'vitest'
import { SeedError } from './seed-file.ts'
import { startMock } from './start-mock.ts'

const start = (seed: unknown) => startMock({ interfaces: ['orders', 'document-templates'], seed })

it.each([
  [{ interfaces: { ordres: {} } }, /'ordres'/],
  [{ interfaces: { orders: { records: { 'api-keys': { new: { owner: 7 } } } } } }, /api-keys/],
  [
    { interfaces: { 'document-templates': { records: { tokens: { new: { user: 'a', expires_at: 'soon' } } } } } },
    /expires_at must match format "date-time"/,
  ],
  [{ records: {} }, /interfaces/],
  [[1, 2], /object/],
])('refuses the seed %j as the control plane does', async (seed, reason) => {
  await expect(start(seed)).rejects.toThrow(SeedError)
  await expect(start(seed)).rejects.toThrow(reason)
})

it('accepts a seed that the control plane accepts', async () => {
  const mock = await start({
    interfaces: { orders: { records: { 'api-keys': { 'team-key': { owner: 'a team' } } } } },
  })
  onTestFinished(() => mock.close())
  const headers = { authorization: `Basic ${btoa('team-key:')}`, accept: 'application/json' }
  expect((await fetch(`${mock.origin}/orders/api/orders`, { headers })).status).toBe(200)
})
