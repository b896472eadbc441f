import axios from 'axios'
import { Agent, request } from 'undici'
import { expect, it } from 'vitest'
import { startMock } from '../../src/testing/start-mock.ts'

it('undici and axios list by LIST on connections that they keep', async () => {
  await using mock = await startMock({ interfaces: ['secrets'] })
  const { headers } = mock.credential('secrets', 'full')
  const url = `${mock.baseUrl('secrets')}/v1/secret/`
  const dispatcher = new Agent({ connections: 1 })
  const seen: unknown[] = []
  for (const method of ['GET', 'LIST', 'LIST', 'GET']) {
    const options = { method, headers, dispatcher, query: method === 'GET' ? { list: 'true' } : {} }
    const { body } = await request(url, options as Parameters<typeof request>[1] & object)
    seen.push(((await body.json()) as { data: { keys: string[] } }).data.keys)
  }
  await dispatcher.close()
  const { data } = await axios.request({ url, headers, method: 'LIST' })
  expect(seen).toEqual(Array(4).fill(data.data.keys))
  expect(data.data.keys).not.toEqual([])
})
