import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startLoad } from './load.ts'

const load = startLoad(undefined)
afterAll(() => load.end())

const recipe = { kind: 'read', collections: ['/orders'], headers: { accept: 'application/json' } } as const

async function loadOn(listener: RequestListener, atMost: number) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await load.run({ port, base: '/base', recipe, first: 0, connections: 3, seconds: 20, atMost })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('asks as often as told, over so many connections, never the same', async () => {
  const targets = new Set<string>()
  const ports = new Set<number>()
  const result = await loadOn((request, response) => {
    targets.add(request.url ?? '')
    ports.add(request.socket.remotePort ?? 0)
    response.end('{}')
  }, 100)
  expect(result).toMatchObject({ requests: 100, failures: {} })
  expect(targets.size).toBe(100)
  expect([...targets].every((target) => target.startsWith('/base/orders/'))).toBe(true)
  expect(ports.size).toBe(3)
  expect(result.p99).toBeGreaterThanOrEqual(result.p50)
})

it('counts every answer that is not a 2xx', async () => {
  let asked = 0
  const result = await loadOn((_, response) => {
    response.statusCode = ++asked % 4 === 0 ? 500 : 200
    response.end('{}')
  }, 40)
  expect(result.failures).toEqual({ 'status 500': 10 })
})

it('counts connections that break', async () => {
  const result = await loadOn((request) => request.socket.destroy(), 40)
  expect(Object.values(result.failures).reduce((sum, times) => sum + times, 0)).toBe(3)
})

it('says so when there is nobody to ask', async () => {
  await expect(load.run({ port: 1, base: '', recipe, first: 0, connections: 1, seconds: 1 })).rejects.toThrow(
    'ECONNREFUSED',
  )
})
