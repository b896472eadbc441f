import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { bundled } from '../../workspace/bundled.ts'
import type { Finding } from '../exchange-report.ts'
import { validateHar } from '../har/validate-har.ts'
import { createLocator } from '../locate.ts'
import { proxied, send, textOf } from './proxy.fixture.ts'
import { createHarFile } from './record-exchange.ts'

async function recorded(name: string, answer: Parameters<typeof proxied>[1]) {
  const folder = temporaryFolder()
  const path = join(folder, 'out.har')
  const running = await proxied(name, answer, createHarFile(path))
  const text = () => readFileSync(path, 'utf8')
  return { ...running, text, entries: () => JSON.parse(text()).log.entries }
}

const tokenPath = '/realms/r/protocol/openid-connect/token'

it('no secret that passes is in the recording, nor in what passes later', async () => {
  const { proxy, text, entries } = await recorded('oauth-token', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=battery-staple; Path=/' })
    response.end('{"access_token":"handed-out-1","expires_in":600,"token_type":"Bearer"}')
  })
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('client:hunter22').toString('base64')}`,
    cookie: 'session=correct-horse',
    'x-api-token': 'tr0ub4dor',
  }
  const body = 'grant_type=client_credentials&client_id=c&client_secret=form-secret'
  await textOf(await send(`${proxy.origin}${tokenPath}?api_key=query-secret`, { method: 'POST', headers, body }))
  await textOf(
    await send(`${proxy.origin}/payments/test/handed-out-1`, { headers: { 'x-note': 'it is handed-out-1' } }),
  )
  await proxy.settled()
  expect(entries()).toHaveLength(2)
  const secrets = [
    'handed-out-1',
    'battery-staple',
    'hunter22',
    'correct-horse',
    'tr0ub4dor',
    'form-secret',
    'query-secret',
  ]
  expect(secrets.filter((secret) => text().includes(secret))).toEqual([])
  expect(text()).not.toContain(Buffer.from('client:hunter22').toString('base64').slice(0, 12))
  expect(entries()[0].request.postData.text).toContain('grant_type=client_credentials')
  expect(JSON.parse(entries()[0].response.content.text)).toMatchObject({ expires_in: 600 })
})

it('a recording is whole after each exchange, and is judged as the exchanges were', async () => {
  const list = JSON.stringify({ totalItems: '0', offset: 0, limit: 20, items: [] })
  const { proxy, upstream, findings, entries, text } = await recorded('orders', (request, response) => {
    const isPacked = request.url?.includes('packed') === true
    response.writeHead(200, { 'content-type': 'application/json', ...(isPacked ? { 'content-encoding': 'gzip' } : {}) })
    response.end(isPacked ? gzipSync(list) : list)
  })
  for (const [index, query] of ['?limit=many', '?packed=1'].entries()) {
    expect(entries()).toHaveLength(index)
    await textOf(await send(`${proxy.origin}/api/orders${query}`))
    await proxy.settled()
    expect(entries()).toHaveLength(index + 1)
  }
  const again: Finding[] = []
  const locator = createLocator([{ interface: bundled.find('orders'), url: upstream }])
  await validateHar([Buffer.from(text())], { locator, onFinding: (finding) => void again.push(finding) })
  expect(again).toHaveLength(3)
  expect(findings).toEqual(again)
})

const packers: Record<string, (text: string) => Buffer> = {
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  // Older versions of Node.js lack it.
  ...(zstdCompressSync && { zstd: zstdCompressSync }),
}

it.each(Object.entries(packers))('records a body whose content coding is %s', async (coding, pack) => {
  const { proxy, entries } = await recorded('orders', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
    response.end(pack('{"items":[]}'))
  })
  await textOf(await send(`${proxy.origin}/api/orders`))
  await proxy.settled()
  expect(entries()[0].response.content.text).toBe('{"items":[]}')
})

it('leaves out bodies that are large, packed or not, or not text', async () => {
  const { proxy, entries } = await recorded('orders', (request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' })
    if (request.url === '/bomb') response.end(gzipSync(Buffer.alloc(2 ** 25, 'x')))
    else response.end(request.url === '/large' ? 'x'.repeat(2 ** 21) : Buffer.of(0xff, 0, 1))
  })
  await textOf(await send(`${proxy.origin}/large`))
  await textOf(await send(`${proxy.origin}/binary`))
  await textOf(await send(`${proxy.origin}/bomb`))
  await proxy.settled()
  expect(entries().map((entry: { response: { content: object } }) => entry.response.content)).toEqual([
    { size: 2 ** 21, mimeType: '' },
    { size: 3, mimeType: '' },
    { size: expect.any(Number), mimeType: '' },
  ])
})
