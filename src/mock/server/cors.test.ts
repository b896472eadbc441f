import { expect, it } from 'vitest'
import type { MockAnswer } from '../types.ts'
import { withCors } from './cors.ts'

const answer: MockAnswer = { status: 200, headers: { 'x-lamp': 'lit', vary: 'Accept' }, body: 'lit' }
const peer = new AbortController()

const ask = (headers: Record<string, string>, { method = 'GET', permitted = true } = {}) =>
  withCors(
    async () => answer,
    () => permitted,
  )({ method, path: '/', query: '', headers, body: null, peer })

it('adds nothing for a request without an origin', async () => {
  expect(await ask({})).toEqual(answer)
})

it('lets a page send credentials, and read the answer with all of its headers', async () => {
  expect((await ask({ origin: 'https://shop.example' })).headers).toEqual({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'x-lamp, vary',
    vary: 'Accept, Origin',
    'x-lamp': 'lit',
  })
})

it('permits the request that a preflight describes', async () => {
  const asked = {
    origin: 'https://shop.example',
    'access-control-request-method': 'LIST',
    'access-control-request-headers': 'x-svc-token',
  }
  const headers = {
    'access-control-allow-origin': 'https://shop.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'LIST',
    'access-control-max-age': '600',
    vary: 'Origin',
  }
  expect(await ask(asked, { method: 'OPTIONS' })).toMatchObject({
    status: 204,
    headers: { ...headers, 'access-control-allow-headers': 'x-svc-token' },
    body: undefined,
  })
  const { 'access-control-request-headers': _, ...withoutHeaders } = asked
  const plain = await ask(withoutHeaders, { method: 'OPTIONS' })
  expect(plain.headers).toStrictEqual({ ...headers, 'access-control-expose-headers': expect.any(String) })
})

it('gives no permission to a refused origin', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const asked = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    const { status, headers } = await ask(asked, { method, permitted: false })
    expect(status).toBe(method === 'GET' ? 200 : 204)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  }
})

it('treats OPTIONS without a requested method like any other request', async () => {
  expect((await ask({ origin: 'https://shop.example' }, { method: 'OPTIONS' })).status).toBe(200)
})
