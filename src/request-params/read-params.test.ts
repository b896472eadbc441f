import { describe, expect, it } from 'vitest'
import { post, sent } from './params.fixture.ts'
import {
  defaultLimits,
  type Limits,
  RequestCouldNotBeReadError,
  readParams,
  readParts,
  readQuery,
  text,
} from './request-params.ts'

const form = 'application/x-www-form-urlencoded'

/** A request whose body comes in these pieces; the platform demands `duplex`, which its types do not have. */
function streamed(contentType: string, body: ReadableStream): Request {
  const init = { method: 'POST', body, headers: { 'content-type': contentType }, duplex: 'half' }
  return new Request('http://example.test/', init)
}

it.each([
  ['http://example.test/', undefined],
  ['http://example.test/?', undefined],
  ['http://example.test/?a=1#?a=2', '1'],
  ['http://example.test/#?a=2', undefined],
  ['http://example.test/?a=1?b=2', '1?b=2'],
  ['http://example.test/?b=/?a=2', undefined],
])('PRM-002: the query of %s is read', async (url, value) => {
  expect((await readParams(new Request(url))).paramOrNothing('a', text)).toBe(value)
})

it('PRM-002: readQuery takes text as the UTF-8 that it would be sent as', () => {
  expect(readQuery('?größe=ö+%C3%B6&x=\ud800').allParams()).toEqual([
    ['größe', 'ö ö'],
    ['x', '\ufffd'],
  ])
})

it('PRM-003: a body that holds no parameters is left to the action, and one that was read is refused', async () => {
  const requestOf = (type: string) =>
    new Request('http://example.test/', { method: 'POST', body: 'a=1', headers: { 'content-type': type } })
  const untouched = requestOf('text/csv')
  await readParams(untouched)
  expect(await untouched.text()).toBe('a=1')
  const used = requestOf(form)
  await used.text()
  await expect(readParams(used)).rejects.toThrow(new TypeError('the body has been read already'))
})

it('PRM-003: an empty body holds nothing', async () => {
  for (const type of ['application/json', form, 'multipart/form-data; boundary=b']) {
    expect((await post(type, '')).allParams()).toEqual([])
  }
  const bodiless = new Request('http://example.test/?a=1', { headers: { 'content-type': 'application/json' } })
  expect((await readParams(bodiless)).allParams()).toEqual([['a', '1']])
})

it('PRM-003: a body may come in pieces', async () => {
  const body = new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode('{"name":"Zoë 😀"}')) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  expect((await readParams(streamed('application/json', body))).paramText('name')).toBe('Zoë 😀')
})

it('PRM-003: readParts reads a request that is given in parts', async () => {
  const body = new TextEncoder().encode('a=1')
  const params = await readParts({ query: '?b=2', contentType: form, body })
  expect(params.allParams().flat()).toEqual(['a', '1', 'b', '2'])
  expect((await readParts({ body })).allParams()).toEqual([])
  await expect(readParts({ contentType: form, body }, { bodyBytes: 2 })).rejects.toMatchObject({ limit: 'bodyBytes' })
})

describe('limits', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&')
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]))
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}[]${'}'.repeat(depth - 1)}`
  const parts = (count: number) => {
    const form = new FormData()
    for (let index = 0; index < count; index++) form.append('a', '1')
    return form
  }

  it.each<[what: string, limit: keyof Limits, send: (size: number) => Promise<unknown>]>([
    ['parameters of a query', 'parameters', (size) => sent.query(many(size))],
    ['parameters of a query and a form together', 'parameters', (size) => sent.form(many(600), many(size - 600))],
    ['members of JSON', 'parameters', (size) => sent.json(members(size))],
    ['parts of a multipart form', 'parameters', (size) => sent.multipart(parts(size))],
    ['nesting of JSON', 'nesting', (size) => post('application/json', nested(size))],
    ['bytes of a query', 'queryBytes', (size) => sent.query(`a=${'x'.repeat(size - 2)}`)],
    ['bytes of a form', 'bodyBytes', (size) => sent.form(`a=${'x'.repeat(size - 2)}`)],
  ])('%s are read at the default limit, and refused past it', async (_, limit, send) => {
    await expect(send(defaultLimits[limit])).resolves.toBeDefined()
    const error = await send(defaultLimits[limit] + 1).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RequestCouldNotBeReadError)
    const message = `params: The request could not be read, it is past the limit of ${defaultLimits[limit]} ${limit}`
    expect(error).toMatchObject({ limit, message })
  })

  it('limits of your own hold, and leave the others as they are', async () => {
    await expect(sent.query('a=1&b=2', { parameters: 1 })).rejects.toMatchObject({ limit: 'parameters' })
    await expect(sent.query('a=é', { queryBytes: 7 })).rejects.toMatchObject({ limit: 'queryBytes' })
    await expect(sent.form('a=1', '', { bodyBytes: 2 })).rejects.toMatchObject({ limit: 'bodyBytes' })
    await expect(sent.query(many(1001), { nesting: 2 })).rejects.toMatchObject({ limit: 'parameters' })
    await expect(sent.query(many(2000), { parameters: 2000 })).resolves.toBeDefined()
  })

  it('limits of nesting count what is within each other, outside of strings', async () => {
    const read = (body: string, nesting: number) => post('application/json', body, '', { nesting })
    await expect(read('{"a":[],"b":{},"c":[[],{}]}', 3)).resolves.toBeDefined()
    await expect(read('{"a":"[[[{","b":"\\"[[["}', 1)).resolves.toBeDefined()
    await expect(read('[[', 2)).rejects.toMatchObject({ limit: undefined })
    await expect(read('[[[', 2)).rejects.toMatchObject({ limit: 'nesting' })
    // A megabyte of brackets is refused before it is parsed.
    await expect(read('['.repeat(1_048_576), 32)).rejects.toMatchObject({ limit: 'nesting' })
  })

  it('limits stop reading: what follows is not even asked for', async () => {
    let [sentBytes, stopped] = [0, false]
    const body = new ReadableStream({
      pull(controller) {
        sentBytes += 1024
        controller.enqueue(new Uint8Array(1024))
        if (sentBytes > 100_000) controller.close()
      },
      cancel() {
        stopped = true
      },
    })
    const reading = readParams(streamed('application/json', body), { bodyBytes: 10_000 })
    await expect(reading).rejects.toMatchObject({ limit: 'bodyBytes' })
    expect(stopped).toBe(true)
    expect(sentBytes).toBeLessThan(20_000)
  })
})
