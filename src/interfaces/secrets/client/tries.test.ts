import { expect, it } from 'vitest'
import { serveLocally } from '../../../client/local-server.fixture.ts'
import { serveSecrets, token } from '../client.fixture.ts'
import { createSecretsClient } from '../client.ts'

const openService = serveSecrets()

it.each(['read', 'write'] as const)(
  'SEC-103: tries: a %s that is answered 412 is sent again after a short backoff',
  async (kind) => {
    const { secrets, clock, sent, act } = openService({ random: () => 0.5 })
    await act('miss-data', { requests: 2 })
    if (kind === 'read') await secrets.kv2('kv').read('app/db')
    else await secrets.kv2('kv').write('app/db', { a: 1 })
    expect(sent).toHaveLength(3)
    expect(clock.pauses).toEqual([125, 250])
  },
)

it('SEC-103: tries: a 412 that does not pass is told in the end', async () => {
  const { secrets, sent, set } = openService()
  await set({ data_missing: true })
  await expect(secrets.read('secret/foo')).rejects.toMatchObject({ status: 412, retryable: true })
  expect(sent).toHaveLength(3)
})

it('SEC-108: tries: a read that is answered 500 is sent again later, unless its caller does not want that; a write is not', async () => {
  const { secrets, sent, set, clock } = openService()
  await set({ internal_error: true })
  await expect(secrets.read('secret/foo')).rejects.toMatchObject({ status: 500, retryable: true })
  expect([sent.length, clock.pauses.length]).toEqual([3, 2])
  await expect(secrets.read('secret/foo', { retries: 0 })).rejects.toMatchObject({ status: 500 })
  expect(sent).toHaveLength(4)
  await expect(secrets.write('secret/foo', { a: 1 })).rejects.toMatchObject({ status: 500, retryable: false })
  await expect(secrets.delete('secret/foo')).rejects.toMatchObject({ status: 500, retryable: false })
  expect(sent).toHaveLength(6)
  const params = { path: { mount: 'kv', path: 'app/db' } }
  await secrets.PUT('/v1/{mount}/data/{path}', { params, body: { data: {} } })
  expect(sent).toHaveLength(7)
})

it('tries: a 429 says what a node is, so that nothing is sent again for it', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ status: 429, body: { errors: [] } }))
  const reading = createSecretsClient({ baseUrl, token }).read('secret/foo')
  await expect(reading).rejects.toMatchObject({ status: 429, retryable: false })
  expect(received).toHaveLength(1)
})

it.each([
  [{ node_role: 'active' }, 'active'],
  [{ node_role: 'standby' }, 'standby'],
  [{ node_role: 'performance-standby' }, 'performance-standby'],
  [{ node_role: 'dr-secondary' }, 'disaster-recovery-secondary'],
  [{ initialized: false }, 'not-initialized'],
  [{ sealed: true }, 'sealed-or-in-maintenance'],
])('health of %j is %s, asked once', async (conditions, state) => {
  const { secrets, sent, set } = openService({ namespace: 'ns1/' })
  await set(conditions)
  expect(await secrets.health()).toBe(state)
  expect(sent).toHaveLength(1)
})

it('health throws for what is not a health code', async () => {
  const { secrets, set, sent } = openService()
  await set({ internal_error: true })
  await expect(secrets.health()).rejects.toMatchObject({ status: 500 })
  expect(sent).toHaveLength(1)
})
