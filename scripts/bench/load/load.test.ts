import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startLoad } from './load.ts'

const load = startLoad(undefined)
afterAll(() => load.end())

const recipe = { kind: 'read', collections: ['/orders'], headers: { accept: 'application/json' } } as const

async function loadOn(listener: RequestListener, how: { maxRequests: number } | { rate: number; seconds: number }) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await load.run({ port, base: '/base', recipe, first: 0, connections: 3, seconds: 20, ...how })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('asks as often as told, over so many connections, never the same', async () => {
  const targets = new Set<string>()
  const ports = new Set<number>()
  const result = await loadOn(
    (request, response) => {
      targets.add(request.url ?? '')
      ports.add(request.socket.remotePort ?? 0)
      response.end('{}')
    },
    { maxRequests: 100 },
  )
  expect(result).toMatchObject({ requests: 100, failures: {} })
  expect(targets.size).toBe(100)
  expect([...targets].every((target) => target.startsWith('/base/orders/'))).toBe(true)
  expect(ports.size).toBe(3)
  expect(result.p99).toBeGreaterThanOrEqual(result.p50)
})

it('counts every answer that is not a 2xx', async () => {
  let asked = 0
  const result = await loadOn(
    (_, response) => {
      response.statusCode = ++asked % 4 === 0 ? 500 : 200
      response.end('{}')
    },
    { maxRequests: 40 },
  )
  expect(result.failures).toEqual({ 'status 500': 10 })
})

it('counts connections that break', async () => {
  const result = await loadOn((request) => request.socket.destroy(), { maxRequests: 40 })
  expect(Object.values(result.failures).reduce((sum, times) => sum + times, 0)).toBe(3)
})

it('asks at a rate as often as that makes, however slow the answers', async () => {
  const targets = new Set<string>()
  const held: (() => void)[] = []
  const result = await loadOn(
    (request, response) => {
      targets.add(request.url ?? '')
      // Of the first three none is answered before all have come, so that no connection is free until then.
      held.push(() => response.end('{}'))
      if (targets.size >= 3) for (const answer of held.splice(0)) answer()
    },
    { rate: 1000, seconds: 0.06 },
  )
  expect(result).toMatchObject({ requests: 60, failures: {} })
  expect(targets.size).toBe(60)
})

it('counts from when a request was due, not from when a connection was free for it', async () => {
  const held: (() => void)[] = []
  let since = 0
  let waited = 0
  const result = await loadOn(
    (_, response) => {
      since ||= performance.now()
      if (held.length < 3) held.push(() => response.end('{}'))
      else response.end('{}')
      if (held.length === 3 && waited === 0) {
        // The time passes in the server's own thread: nobody sleeps.
        while (performance.now() - since < 60);
        waited = performance.now() - since
        for (const answer of held) answer()
      }
    },
    { rate: 1000, seconds: 0.06 },
  )
  // Each is answered at once when it comes, but half were due in the first half of the pause.
  expect(result.requests).toBe(60)
  expect(result.p50).toBeGreaterThan(waited / 4)
})

it('ends when all connections break at a rate', async () => {
  const result = await loadOn((request) => request.socket.destroy(), { rate: 1000, seconds: 0.1 })
  expect(Object.values(result.failures).reduce((sum, times) => sum + times, 0)).toBe(3)
})

it('says so when there is nobody to ask', async () => {
  await expect(load.run({ port: 1, base: '', recipe, first: 0, connections: 1, seconds: 1 })).rejects.toThrow(
    'ECONNREFUSED',
  )
})
