import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { createWire } from '../context/wire.ts'
import { renameOnWire } from './product-names.ts'

const names = {
  headers: { 'X-Svc-*': 'X-Product-*' },
  paths: { schedulers: 'workers' },
  body: { hostData: 'HostReport', 'kv_*': 'product_*' },
}

const answers = {
  '/v1/workers?name=schedulers': ['application/json', '{"HostReport": {"note": "HostReport of hostData"}}'],
  '/v1/metrics': ['text/plain', '# TYPE product_members gauge\nproduct_members{id="product_1"} 3\n'],
  '/v1/profile': ['application/octet-stream', Buffer.from([0x80, 0xff])],
} as const

it('sends the names of a product, and gives the documented ones back', async () => {
  const requests: unknown[] = []
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push([method, url, headers['x-product-token'], headers['content-length'], body])
    const [type, text] = answers[url as keyof typeof answers] ?? []
    response.writeHead(200, { 'content-type': type, 'X-Product-Node': 'n1' }).end(text)
  })
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const wire = renameOnWire(createWire(), names)
  const send = async (path: string) => {
    const body = Buffer.from('{"hostData": "hostData"}')
    return wire.send({ method: 'POST', url: origin + path, headers: { 'x-svc-token': 't' }, body })
  }
  const { headers, body } = await send('/v1/schedulers?name=schedulers')
  expect(headers['x-svc-node']).toBe('n1')
  expect(String(body)).toBe('{"hostData": {"note": "HostReport of hostData"}}')
  expect(String((await send('/v1/metrics')).body)).toBe('# TYPE kv_members gauge\nkv_members{id="product_1"} 3\n')
  expect([...(await send('/v1/profile')).body]).toEqual([0x80, 0xff])
  expect(requests[0]).toEqual(['POST', '/v1/workers?name=schedulers', 't', '26', '{"HostReport": "hostData"}'])
  await wire.send({ method: 'POST', url: `${origin}/v1/metrics`, headers: {}, body: undefined, unframed: true })
  expect(requests.at(-1)).toEqual(['POST', '/v1/metrics', undefined, undefined, ''])
  wire.close()
  server.close()
})
