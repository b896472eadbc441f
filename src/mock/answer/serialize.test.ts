import { expect, it, vi } from 'vitest'
import { freezeRecord } from '../storage/record.ts'
import { isRaw, serialize } from './serialize.ts'

const text = (body: unknown, type: string, status = 200) =>
  String(serialize({ status, headers: { 'content-type': type }, body }))

it('writes any value as JSON for a JSON media type, and text unchanged for others', () => {
  expect(text('a', 'application/json')).toBe('"a"')
  expect(text('a', 'application/problem+json; charset=utf-8')).toBe('"a"')
  expect(text('a', 'text/plain')).toBe('a')
  expect(text('a', 'text/application/json')).toBe('a')
  expect(text({ a: 1 }, 'text/plain')).toBe('{"a":1}')
  expect(text(false, 'application/json')).toBe('false')
  expect(text(0, 'application/json')).toBe('0')
  expect(text(null, 'application/json')).toBe('null')
})

it('writes nothing if there is no body, or if none is allowed', () => {
  expect(text(undefined, 'application/json')).toBe('')
  expect(text(null, 'text/plain')).toBe('')
  expect(text({ a: 1 }, 'application/json', 204)).toBe('')
  expect(text({ a: 1 }, 'application/json', 304)).toBe('')
})

it('leaves bytes and streams as they are', () => {
  const bytes = Buffer.from([0xff])
  async function* stream() {
    yield bytes
  }
  for (const body of [bytes, stream()]) {
    expect(isRaw(body)).toBe(true)
    expect(serialize({ status: 200, headers: { 'content-type': 'application/json' }, body })).toBe(body)
  }
  expect([isRaw('text'), isRaw([1]), isRaw(null), isRaw({})]).toEqual([false, false, false, false])
})

it('reads text of application/octet-stream as bytes, one for each character', () => {
  const answer = { status: 200, headers: { 'content-type': 'application/octet-stream; a=b' }, body: '\u00ffa' }
  expect(serialize(answer)).toEqual(Buffer.from([0xff, 0x61]))
})

it('serializes a stored record once, and another object each time', () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    for (const body of [freezeRecord({ lit: true }), { lit: true }]) {
      expect([text(body, 'application/json'), text(body, 'application/json')]).toEqual(['{"lit":true}', '{"lit":true}'])
    }
    expect(stringify).toHaveBeenCalledTimes(3)
  } finally {
    stringify.mockRestore()
  }
})
