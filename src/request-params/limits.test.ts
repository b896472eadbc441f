import { expect, it } from 'vitest'
import { post, sent } from './params.fixture.ts'
import { defaultLimits, type Limits, RequestCouldNotBeReadError, readQuery } from './request-params.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&')
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}[]${'}'.repeat(depth - 1)}`
const formOf = (count: number) => {
  const form = new FormData()
  for (let index = 0; index < count; index++) form.append('a', '1')
  return form
}

/** For each limit, a request at the limit, and a request one past it. */
const cases: [what: string, limit: keyof Limits, at: () => Promise<unknown>, past: () => Promise<unknown>][] = [
  ['parameters of a query', 'parameters', () => sent.query(many(1000)), () => sent.query(many(1001))],
  ['parameters of a form', 'parameters', () => sent.form(many(1000)), () => sent.form(many(1001))],
  [
    'parameters of a query and a form together',
    'parameters',
    () => sent.form(many(600), many(400)),
    () => sent.form(many(600), many(401)),
  ],
  ['members of JSON', 'parameters', () => sent.json(members(1000)), () => sent.json(members(1001))],
  ['parts of a multipart form', 'parameters', () => sent.multipart(formOf(1000)), () => sent.multipart(formOf(1001))],
  [
    'nesting of JSON',
    'nesting',
    () => post('application/json', nested(32)),
    () => post('application/json', nested(33)),
  ],
  [
    'bytes of a query',
    'queryBytes',
    () => sent.query(`a=${'x'.repeat(65_534)}`),
    () => sent.query(`a=${'x'.repeat(65_535)}`),
  ],
  [
    'bytes of a form',
    'bodyBytes',
    () => sent.form(`a=${'x'.repeat(1_048_574)}`),
    () => sent.form(`a=${'x'.repeat(1_048_575)}`),
  ],
  ['bytes of JSON', 'bodyBytes', () => sent.json('x'.repeat(1_048_574)), () => sent.json('x'.repeat(1_048_575))],
]

function members(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]))
}

it.each(cases)(
  'the default limits: %s: what is at the limit is read, and what is past it is refused',
  async (_what, limit, at, past) => {
    await expect(at()).resolves.toBeDefined()
    const error = await past().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RequestCouldNotBeReadError)
    expect(error).toMatchObject({
      limit,
      message: `params: The request could not be read, it is past the limit of ${defaultLimits[limit]} ${limit}`,
    })
  },
)

it('limits of your own hold, and leave the others as they are', async () => {
  await expect(sent.query('a=1&b=2', { parameters: 1 })).rejects.toMatchObject({ limit: 'parameters' })
  await expect(sent.query('a=1', { queryBytes: 2 })).rejects.toMatchObject({ limit: 'queryBytes' })
  await expect(sent.form('a=1', '', { bodyBytes: 2 })).rejects.toMatchObject({ limit: 'bodyBytes' })
  await expect(sent.json({ a: [[]] }, '', { nesting: 2 })).rejects.toMatchObject({ limit: 'nesting' })
  await expect(sent.query(many(1001), { nesting: 2 })).rejects.toMatchObject({ limit: 'parameters' })
  expect(() => readQuery('a=1&b=2', { parameters: 1 })).toThrow(RequestCouldNotBeReadError)
  await expect(sent.query(many(2000), { parameters: 2000 })).resolves.toBeDefined()
})

it('limits of your own count the bytes of a query as they are sent', async () => {
  await expect(sent.query('a=é', { queryBytes: 8 })).resolves.toBeDefined()
  await expect(sent.query('a=é', { queryBytes: 7 })).rejects.toMatchObject({ limit: 'queryBytes' })
})

it('limits of your own count what is within each other, not what is beside it', async () => {
  await expect(sent.json({ a: [], b: {}, c: [[], [], {}] }, '', { nesting: 3 })).resolves.toBeDefined()
})

it('limits of your own leave JSON that is cut off at the limit to be what it is', async () => {
  await expect(post('application/json', '[[', '', { nesting: 2 })).rejects.toMatchObject({
    limit: undefined,
    reason: expect.stringContaining('its body is not JSON'),
  })
  await expect(post('application/json', '[[[', '', { nesting: 2 })).rejects.toMatchObject({ limit: 'nesting' })
})

it('limits of your own do not count brackets in JSON strings', async () => {
  const params = await sent.json({ a: '[[[[{{{{', b: '\\"[[[[' }, '', { nesting: 1 })
  expect(params.paramText('b')).toBe('\\"[[[[')
})

it('limits of your own stop reading: what follows is not even asked for', async () => {
  let sentBytes = 0
  let stopped = false
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
  const request = new Request('http://example.test/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    ...{ duplex: 'half' },
  })
  const { readParams } = await import('./request-params.ts')
  await expect(readParams(request, { bodyBytes: 10_000 })).rejects.toMatchObject({ limit: 'bodyBytes' })
  expect(stopped).toBe(true)
  expect(sentBytes).toBeLessThan(20_000)
})

it('limits of your own refuse a megabyte of brackets without building it: closed or not', async () => {
  await expect(post('application/json', '['.repeat(1_048_576))).rejects.toMatchObject({ limit: 'nesting' })
  await expect(post('application/json', nested(100_000))).rejects.toMatchObject({ limit: 'nesting' })
})
