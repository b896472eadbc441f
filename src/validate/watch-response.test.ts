import zlib, { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { BodyRule } from '../contract/body-check.ts'
import { json, lamp, lampOperation, lampsCheck } from '../contract/lamps.fixture.ts'
import { maxBodyBytes } from './watch-body.ts'
import { watchResponse } from './watch-message.ts'

const watchOf = (headers: Record<string, string>, { status = 200, method = 'GET', decoded = false } = {}) =>
  watchResponse({ check: lampsCheck, operation: lampOperation('getLamp'), method, head: { status, headers }, decoded })

const bad = Buffer.from(JSON.stringify({ ...lamp, name: 3 }))
const found = { violations: [{ at: '/name', expected: 'string', seen: '3', rules: ['LMP-004'] }] }

it('judges a JSON body when it is whole, however it comes', async () => {
  const watch = watchOf(json)
  for (const byte of bad) watch.write(Buffer.of(byte))
  expect(watch.violations()).toEqual([])
  expect(await watch.end(true)).toEqual(found)
})

it.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('reads what is packed with %s', async (encoding, pack) => {
  const watch = watchOf({ ...json, 'content-encoding': encoding })
  watch.write(pack(bad))
  expect(await watch.end(true)).toEqual(found)
})

it('leaves a body as it is that is unpacked already, or has an unknown coding', async () => {
  const headers = { ...json, 'content-encoding': 'gzip' }
  const unpacked = watchOf(headers, { decoded: true })
  unpacked.write(bad)
  expect(await unpacked.end(true)).toEqual(found)

  const broken = watchOf(headers)
  broken.write(bad)
  expect(await broken.end(true)).toEqual({ violations: [], unread: 'cut off, not checked' })

  const unknown = watchOf({ ...json, 'content-encoding': 'compress' })
  unknown.write(bad)
  expect(await unknown.end(true)).toEqual({ violations: [], unread: 'in an unknown content encoding, not checked' })
})

it('judges what comes before a body that is too large or cut off', async () => {
  const large = watchOf({ 'content-type': 'application/json' })
  const piece = Buffer.alloc(1024 * 1024, ' ')
  for (let size = 0; size <= maxBodyBytes; size += piece.length) large.write(piece)
  expect(await large.end(true)).toMatchObject({
    violations: [{ at: 'header X-Watt' }],
    unread: 'larger than 10 MB, not checked',
  })

  const cut = watchOf(json)
  cut.write(bad.subarray(0, 5))
  expect(await cut.end(false)).toEqual({ violations: [], unread: 'cut off, not checked' })
})

it('judges each value of a stream when it has come', async () => {
  const watch = watchOf(json, { status: 202 })
  watch.write(Buffer.from('{"at":1}\n{"at":"2"}\n{"at"'))
  expect(watch.violations()).toMatchObject([{ at: '/1/at', rules: ['LMP-009'] }])
  watch.write(Buffer.from(':[]}'))
  expect(watch.violations()).toMatchObject([{ at: '/1/at' }, { at: '/2/at' }])
  expect(await watch.end(false)).toMatchObject({ unread: 'stream cut off, checked as far as it came' })
})

it.each(['{"at":1}{"at"', '{"at":1}]', '{"at":1}{at:2}'])('%j is not a stream of JSON values', async (body) => {
  const watch = watchOf(json, { status: 202 })
  watch.write(Buffer.from(body))
  expect((await watch.end(true)).violations).toMatchObject([{ expected: expect.stringMatching(/^JSON/) }])
})

it('reports a hundred violations of a stream that goes wrong for ever', async () => {
  const watch = watchOf(json, { status: 202 })
  for (let index = 0; index < 1200; index++) watch.write(Buffer.from('{}\n'))
  expect(watch.violations()).toHaveLength(100)
  expect(watch.violations().at(-1)?.andMore).toBe(true)
})

it.each([
  [{ method: 'HEAD' }, { 'x-watt': '40' }],
  [{ status: 204 }, {}],
  [{}, { 'x-watt': '40', 'content-length': '0' }],
])('misses no media type where no body comes (%j)', async (asked, headers) => {
  expect(await watchOf(headers, asked).end(true)).toEqual({ violations: [] })
})

it('unpacks no more of a body than it checks', async () => {
  const packed = gzipSync(Buffer.alloc(200 * 1024 * 1024))
  const createUnzip = vi.spyOn(zlib, 'createUnzip')
  onTestFinished(() => createUnzip.mockRestore())
  const watch = watchOf({ ...json, 'content-encoding': 'gzip' })
  watch.write(packed)
  expect(await watch.end(true)).toEqual({ violations: [], unread: 'larger than 10 MB, not checked' })
  expect(createUnzip.mock.results[0]?.value.readableEnded).toBe(false)
})

it('reports a check that throws, and the watched response goes on', async () => {
  const fail = () => expect.unreachable('the stack is too small')
  const failing = {
    ...lampsCheck,
    checkBody: fail,
    checkItems: ({ kind }: BodyRule) => (kind === 'json' ? undefined : { found: [], write: fail, end: fail }),
  }
  const operation = lampOperation('getLamp')
  for (const status of [200, 202]) {
    const watch = watchResponse({ check: failing, operation, method: 'GET', head: { status, headers: json } })
    watch.write(bad)
    expect((await watch.end(true)).unread).toMatch(/^not checked: /)
  }
})
