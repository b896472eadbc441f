import { createServer as createTcpServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { serve } from './lamps.fixture.ts'
import { createWire } from './wire.ts'

async function server(...listener: Parameters<typeof serve>) {
  const served = await serve(...listener)
  return { ...served, origin: new URL(served.baseUrl).origin }
}

const get = (url: string, headers: Record<string, string> = {}) => ({ method: 'GET', url, headers, body: undefined })

it('only the given headers and those of the transport are sent', async () => {
  const { wire, origin } = await server((request, response) => void response.end(JSON.stringify(request.headers)))
  const { body } = await wire.send(get(`${origin}/`, { 'x-a': '1' }))
  expect(Object.keys(JSON.parse(body.toString())).sort()).toEqual(['connection', 'host', 'x-a'])
})

it.each(['/a/../b', '//a', '/%zz', '/a%2Fb?c=%20+', '/?'])('the target %s is sent as it is written', async (target) => {
  const { wire, origin, requests } = await server((_, response) => void response.end())
  await wire.send(get(origin + target))
  expect(requests).toEqual([`GET ${target}`])
})

it('a verb of an interface is sent unchanged, even if Node does not know it', async () => {
  const lines: string[] = []
  const raw = createTcpServer((socket) => {
    socket.once('data', (data) => {
      lines.push(String(data).split('\r\n')[0] ?? '')
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
  })
  const port = await listenOnLoopback(raw)
  const wire = createWire()
  onTestFinished(() => {
    wire.close()
    raw.close()
  })
  await wire.send({ ...get(`http://127.0.0.1:${port}/a`), method: 'LIST' })
  expect(lines).toEqual(['LIST /a HTTP/1.1'])
})

it('an empty body is sent as a body, and a missing body is not', async () => {
  const { wire, origin } = await server((request, response) => {
    response.end(String(request.headers['content-length']))
  })
  const empty = await wire.send({ method: 'PUT', url: `${origin}/`, headers: {}, body: Buffer.alloc(0) })
  const none = await wire.send(get(`${origin}/`))
  const put = { method: 'PUT', url: `${origin}/`, headers: {}, body: undefined }
  const [usual, unframed] = [await wire.send(put), await wire.send({ ...put, unframed: true })]
  const bodies = [empty, none, usual, unframed].map(({ body }) => String(body))
  expect(bodies).toEqual(['0', 'undefined', '0', 'undefined'])
})

it('a 101 is an answer without a body', async () => {
  const { wire, origin } = await server((_, response) => {
    response.socket?.end(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\nx-a: 1\r\n\r\nno HTTP',
    )
  })
  const { status, headers, body } = await wire.send(get(`${origin}/`))
  expect([status, headers['x-a'], String(body)]).toEqual([101, '1', ''])
})

it('an answer that is too long shows nothing', async () => {
  const { wire, origin } = await server((_, response) => void response.end(Buffer.alloc(17 * 1024 * 1024)))
  await expect(wire.send(get(`${origin}/`))).rejects.toThrow(
    'an answer to GET is longer than the 16777216 bytes that are read',
  )
})

it('a header that comes twice has both values', async () => {
  const { wire, origin } = await server((_, response) => void response.setHeader('x-a', ['a', 'b']).end())
  expect((await wire.send(get(`${origin}/`))).headers['x-a']).toBe('a, b')
})

it('an answer that ends too early counts as no answer', async () => {
  const { wire, origin } = await server((_, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('abc', () => response.destroy())
  })
  await expect(wire.send(get(`${origin}/`))).rejects.toThrow(/ended before its answer was whole/)
})

it('an answer without an end can be looked at and left', async () => {
  const { wire, origin } = await server((_, response) => {
    response.writeHead(200)
    response.write('first')
  })
  const reply = await wire.open(get(`${origin}/`))
  for await (const chunk of reply.chunks) {
    expect(String(chunk)).toBe('first')
    break
  }
  reply.close()
})

it('an answer without an end is given up after the time-out', async () => {
  const { origin } = await server((_, response) => void response.writeHead(200).flushHeaders())
  const wire = createWire({ timeout: 100 })
  onTestFinished(wire.close)
  await expect(wire.send(get(`${origin}/`))).rejects.toThrow(/ended before its answer was whole/)
})
