import { expect, it, onTestFinished } from 'vitest'
import { proxyBefore } from './proxy.fixture.ts'
import { sendBytes, startRawUpstream } from './raw-upstream.fixture.ts'

const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** The bytes that a client gets before the final answer, if the upstream sends these before it. */
async function before(informational: string, version = '1.1'): Promise<string> {
  const upstream = await startRawUpstream(informational + final)
  onTestFinished(upstream.close)
  const { proxy } = await proxyBefore('orders', upstream.url)
  const received = await sendBytes(proxy.origin, `GET /api/orders HTTP/${version}\r\nHost: proxy.example\r\n\r\n`)
  const end = received.lastIndexOf('HTTP/1.1 200 ')
  expect(received.slice(end)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nok$/s)
  return received.slice(0, end)
}

const early = 'HTTP/1.1 103 Early Hints\r\n'

it.each([
  ['100', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['102', 'HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n'],
  [
    '103',
    `${early}Link: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\nX-Note: early\r\nContent-Length: 7\r\n\r\n`,
    `${early}Link: </a.css>; rel=preload, </b.js>; rel=preload\r\nx-note: early\r\n\r\n`,
  ],
  [
    '102 and 103',
    `HTTP/1.1 102 Processing\r\n\r\n${early}Link: </a>\r\n\r\n`,
    `HTTP/1.1 102 Processing\r\n\r\n${early}Link: </a>\r\n\r\n`,
  ],
])('%s of the upstream reaches the client before the final answer', async (_, sent, received) => {
  expect(await before(sent)).toBe(received)
})

it.each([
  ['a 103 without a Link', `${early}X-Note: early\r\n\r\n`, '1.1'],
  ['a 103 with an invalid Link', `${early}Link: nothing\r\n\r\n`, '1.1'],
  ['a 103 with bytes above ASCII', `${early}Link: </caf\xe9>\r\n\r\n`, '1.1'],
  ['a status that Node cannot write', 'HTTP/1.1 199 Odd\r\n\r\n', '1.1'],
  ['a 102 for a client of HTTP/1.0', 'HTTP/1.1 102 Processing\r\n\r\n', '1.0'],
])('%s is left out, and the final answer comes', async (_, sent, version) => {
  expect(await before(sent, version)).toBe('')
})

it('passes 20 of a thousand', async () => {
  expect((await before(`${early}Link: </a>\r\n\r\n`.repeat(1000))).match(/103 Early Hints/g)).toHaveLength(20)
})
