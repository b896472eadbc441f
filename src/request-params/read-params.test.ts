import { expect, it } from 'vitest'
import { post } from './params.fixture.ts'
import { int, RequestCouldNotBeReadError, readParams, readParts, readQuery, text } from './request-params.ts'

it.each([
  ['http://example.test/', undefined],
  ['http://example.test/?', undefined],
  ['http://example.test/?a=1', '1'],
  ['http://example.test/?a=1#?a=2', '1'],
  ['http://example.test/#?a=2', undefined],
  ['http://example.test/?a=1?b=2', '1?b=2'],
  ['http://example.test/?b=/?a=2', undefined],
])('PRM-002: readParams finds the query of %s', async (url, value) => {
  expect((await readParams(new Request(url))).paramOrNothing('a', text)).toBe(value)
})

it('PRM-003: readParams leaves a body that holds no parameters to be read by the action', async () => {
  const request = new Request('http://example.test/', {
    method: 'POST',
    body: 'a=1',
    headers: { 'content-type': 'text/csv' },
  })
  await readParams(request)
  expect(await request.text()).toBe('a=1')
})

it('PRM-003: readParams says so when another parser has read the body before', async () => {
  const request = new Request('http://example.test/', {
    method: 'POST',
    body: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await request.text()
  await expect(readParams(request)).rejects.toThrow(new TypeError('the body has been read already'))
})

it('PRM-003: readParams finds nothing in an empty body', async () => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
    expect((await post(type, '')).allParams()).toEqual([])
  }
  const bodiless = new Request('http://example.test/?a=1', { headers: { 'content-type': 'application/json' } })
  expect((await readParams(bodiless)).allParams()).toEqual([['a', '1']])
})

it('PRM-003: readParams reads a body that arrives in pieces', async () => {
  const pieces = new TextEncoder().encode('{"name":"Zoë 😀"}')
  const body = new ReadableStream({
    start(controller) {
      for (const byte of pieces) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const request = new Request('http://example.test/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    ...{ duplex: 'half' },
  })
  expect((await readParams(request)).param('name', text)).toBe('Zoë 😀')
})

it('PRM-003: readParts reads a request that is given in parts', async () => {
  const body = new TextEncoder().encode('a=1')
  const params = await readParts({ query: '?b=2', contentType: 'application/x-www-form-urlencoded', body })
  expect(params.allParams()).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
  expect((await readParts({ body })).allParams()).toEqual([])
  expect((await readParts({})).allParams()).toEqual([])
})

it('readParts holds to the limit of a body that is there already', async () => {
  const parts = { contentType: 'application/json', body: new TextEncoder().encode('{"a":1}') }
  await expect(readParts(parts, { bodyBytes: 6 })).rejects.toThrow(RequestCouldNotBeReadError)
  expect((await readParts(parts, { bodyBytes: 7 })).paramInt('a')).toBe(1)
})

it.each(['page=2', '?page=2', '?page=2&page=3'])('PRM-002: readQuery reads %s', (query) => {
  expect(readQuery(query).param('page', int)).toBe(2)
})

it('PRM-002: readQuery takes text as the UTF-8 that it would be sent as', () => {
  expect(readQuery('größe=ö+%C3%B6&x=\ud800').allParams()).toEqual([
    ['größe', 'ö ö'],
    ['x', '\ufffd'],
  ])
})
