import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('work-management')
let session: string

beforeEach(() => {
  session = randomUUID()
})

async function call(target: string, body?: string | object, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = target.split(' ')
  const sent = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)
  const response = await fetch(`${mock.origin}/work-management${path}`, {
    method,
    headers: {
      authorization: 'Bearer work-management.example-full',
      'x-mock-session': session,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: sent }),
  })
  return { status: response.status, body: await response.json() }
}

describe.each(['POST /workflows', 'PUT /workflows/WFAAAA02', 'PUT /users/KUAAAA01'])('%s', (target) => {
  it.each([
    ['broken JSON', '{"name":', 400],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['a string', '"a"', 400],
    ['bytes that are not UTF-8', new Blob([Uint8Array.of(0x7b, 0xff, 0x7d)]), 400],
    ['10,000 levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    ['keys of Object.prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}', 200],
    ['fields of other types', '{"id":[],"name":{},"spaceId":7,"deleted":"maybe"}', 200],
    ['a NUL', '{"name":"a\\u0000b"}', 200],
    ['a megabyte', { name: 'a'.repeat(1_000_000) }, 200],
  ])('WRK-G02: takes any object as body: %s', async (_, body, status) => {
    const answer = await call(target, body)
    expect(answer.status).toBe(status)
    if (status === 400) expect(Object.keys(answer.body)).toEqual(['error', 'errorDescription'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect((await call('GET /workflows')).status).toBe(200)
    expect((await call('GET /users/KUAAAA01')).status).toBe(200)
  })

  it('WRK-G02: takes JSON only', async () => {
    expect((await call(target, '<a/>', { 'content-type': 'application/xml' })).status).toBe(415)
  })
})
