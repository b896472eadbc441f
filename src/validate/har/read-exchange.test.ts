import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readExchange } from './read-exchange.ts'

const request = { method: 'GET', url: 'http://127.0.0.1:4010/orders/api/orders' }
const header = (name: string, value: string) => ({ name, value })
const answered = (response: object, more = {}) =>
  readExchange({ request: { ...request, ...more }, response: { status: 200, ...response } })

it('reads headers by lower-case name, repeated ones together, without those of HTTP/2 itself', () => {
  const headers = [
    header(':status', '200'),
    header('Set-Cookie', 'a=1'),
    header('set-cookie', 'b=2'),
    header('X-A', ''),
  ]
  expect(answered({ headers })).toMatchObject({ response: { headers: { 'set-cookie': 'a=1, b=2', 'x-a': '' } } })
  expect(answered({ headers })).not.toHaveProperty(['response', 'headers', ':status'])
})

describe('a body', () => {
  const headers = [header('content-type', 'application/json')]

  it.each([
    ['as text', { text: '{}' }, '{}'],
    ['as empty text', { text: '', size: 0 }, ''],
    ['in base64', { text: Buffer.from('{"é":1}').toString('base64'), encoding: 'base64' }, Buffer.from('{"é":1}')],
    ['of bytes', { text: '/9j/AA==', encoding: 'base64' }, Buffer.of(0xff, 0xd8, 0xff, 0)],
    ['of which more bytes came than were sent', { text: '{"a":1}', size: 7, compression: -20 }, '{"a":1}'],
    ['whose size counts bytes', { text: '"é"', size: 4 }, '"é"'],
  ])('reads a body %s', (_, content, body) => {
    expect(answered({ headers, content })).toMatchObject({ response: { body } })
  })

  it('unpacks a body that the recorder left packed', () => {
    const packed = { text: gzipSync('{}').toString('base64'), encoding: 'base64' }
    expect(answered({ headers: [header('Content-Encoding', 'gzip')], content: packed })).toMatchObject({
      response: { body: Buffer.from('{}') },
    })
  })

  it('leaves a small body packed that would fill the memory', () => {
    const packed = gzipSync(Buffer.alloc(300 * 1024 * 1024))
    const before = process.memoryUsage().arrayBuffers
    const exchange = answered({
      headers: [header('Content-Encoding', 'gzip')],
      content: { text: packed.toString('base64'), encoding: 'base64' },
    })
    expect(exchange).toMatchObject({ bodyless: 'larger than 10 MB unpacked, not checked' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024)
  })

  it.each([
    ['that was not recorded', { size: 10 }, 'not recorded'],
    ['without content', undefined, 'not recorded'],
    ['recorded in part', { text: '{"a"', size: 100 }, 'recorded in part, not checked'],
    ['in an unknown encoding', { text: 'x', encoding: 'base32' }, 'not checked: its encoding is unknown (base32)'],
  ])('skips a body %s', (_, content, bodyless) => {
    const exchange = answered({ headers, content })
    expect(exchange).toMatchObject({ bodyless })
    expect(exchange).not.toHaveProperty('response.body')
  })

  it.each([
    [{ method: 'HEAD' }, {}],
    [{}, { status: 204 }],
  ])('misses no body where none is (%j, %j)', (asked, response) => {
    expect(answered(response, asked)).not.toHaveProperty('bodyless')
  })
})

it('takes the media type from beside the body where no headers were recorded', () => {
  const content = { text: '{}', mimeType: 'application/json' }
  expect(answered({ headers: [], content })).toMatchObject({
    response: { headers: { 'content-type': 'application/json' } },
  })
  expect(answered({ headers: [header('x', 'y')], content })).not.toHaveProperty(['response', 'headers', 'content-type'])
})

it.each([
  [{ request, response: { status: 0 } }, 'no answer came (status 0)'],
  [{ request, response: { status: -1 } }, 'no answer came (status 0)'],
  [{ request }, 'no request or no response in the entry'],
  [
    { request: { method: 'GET', url: '/orders' }, response: { status: 200 } },
    'no method or no absolute URL in the entry',
  ],
  [null, 'no request or no response in the entry'],
  [3, 'no request or no response in the entry'],
])('%j is skipped', (entry, skipped) => {
  expect(readExchange(entry)).toEqual({ skipped })
})
