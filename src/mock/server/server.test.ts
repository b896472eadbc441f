import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { manualTimers } from '../../timers.fixture.ts'
import type { MockAnswer, Peer } from '../types.ts'
import { type AnswerTo, count, faults, request, serve, talk, text } from './server.fixture.ts'

/** Answers with the request that it received. */
const echo: AnswerTo = async ({ method, path, query, body }) =>
  text(`${method} ${query === '' ? path : `${path}?${query}`} ${body === null ? '-' : body}`)

const closing = 'Connection: close\r\n'
const bodyOf = (response: string) => response.slice(response.indexOf('\r\n\r\n') + 4)

it('distinguishes a body, an empty body and no body', async () => {
  const { port } = await serve(echo)
  const sent = async (headers: string, body = '') =>
    bodyOf(await talk(port, request('POST /a', closing + headers, body)))
  expect(await sent('')).toBe('POST /a -')
  expect(await sent('Content-Length: 0\r\n')).toBe('POST /a ')
  expect(await sent('Content-Length: 2\r\n', 'ab')).toBe('POST /a ab')
  expect(await sent('Transfer-Encoding: chunked\r\n', '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n')).toBe('POST /a abc')
})

it('passes on the path and the query unchanged, for every form of target', async () => {
  const { port } = await serve(echo)
  for (const [target, passedOn = target] of [
    ...[['/a//b/../c?x=%zz'], ['/a?b=http://c/d'], ['*'], ['/%00'], ['/a#b']],
    ...[
      ['http://other.example/a?b', '/a?b'],
      ['HTTP://other.example?b', '/?b'],
      ['https://other.example', '/'],
    ],
  ])
    expect(bodyOf(await talk(port, request(`GET ${target}`, closing)))).toBe(`GET ${passedOn} -`)
})

it('expects no Host header from a caller of HTTP/1.0', async () => {
  const { port } = await serve(echo)
  expect(bodyOf(await talk(port, 'GET /a HTTP/1.0\r\nX: 1\r\nX: 2\r\n\r\n'))).toBe('GET /a -')
})

it.each(['\u00ff', '€', '\ud83d\ude80'])('writes text as UTF-8, whatever its characters: %s', async (character) => {
  const { port } = await serve(async () => text(`a${character}`))
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(await answer.text()).toBe(`a${character}`)
})

it('keeps an idle connection for longer than a machine holds up its caller', async () => {
  const { port } = await serve(echo)
  const { headers } = await fetch(`http://127.0.0.1:${port}/`)
  expect(headers.get('keep-alive')).toBe('timeout=65')
})

it('answers HEAD with the headers of GET and no body, and goes on with the connection', async () => {
  const { port } = await serve(echo)
  const seen = await talk(port, request('HEAD /a') + request('GET /b', closing))
  expect(seen.match(/content-length: \d+/g)).toEqual(['content-length: 9', 'content-length: 8'])
  expect(bodyOf(bodyOf(seen))).toBe('GET /b -')
})

it('answers HEAD without the stream that GET would get', async () => {
  const { port } = await serve(async ({ peer }) => text(count(peer.signal)))
  expect(bodyOf(await talk(port, request('HEAD /a', closing)))).toBe('')
})

it('writes the true length of a body, and the length that a 304 gives of the body that it leaves out', async () => {
  const headers = { 'content-length': '99', 'content-type': 'text/plain' }
  const { port } = await serve(async ({ path }) => text('ab', { headers, status: path === '/new' ? 200 : 304 }))
  const lengths = async (path: string) =>
    (await talk(port, request(`GET ${path}`, closing))).match(/content-\w+: [^\r]+/g)
  expect(await lengths('/new')).toEqual(['content-type: text/plain', 'content-length: 2'])
  expect(await lengths('/old')).toEqual(['content-length: 99', 'content-type: text/plain'])
})

it.each([204, 304])('writes no body and no length with %i', async (status) => {
  const { port } = await serve(async () => text('ignored', { status }))
  const seen = await talk(port, request('GET /a', closing))
  expect(seen).not.toMatch(/content-length|ignored/)
})

it('reports a body over the limit, at once if its length says so, and closes the connection', async () => {
  const { port } = await serve(async ({ body, oversize }) => text(`${body} ${oversize}`, { status: 413 }))
  const declared = await talk(port, request('POST /a', 'Content-Length: 99999999999\r\n', 'x'), /null true$/)
  expect(declared).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const chunked = await talk(port, request('POST /a', 'Transfer-Encoding: chunked\r\n', chunk.repeat(66)), /null true$/)
  expect(chunked).toMatch(/^HTTP\/1\.1 413 /)
  const whole = request('POST /a', 'Transfer-Encoding: chunked\r\n', `${chunk.repeat(66)}0\r\n\r\n`)
  expect(await talk(port, whole)).toMatch(/^HTTP\/1\.1 413 [\s\S]*null true$/)
  const small = await serve(async ({ body, oversize }) => text(`${body?.length} ${oversize}.`))
  for (const [framing, body] of [
    ['Content-Length: 67108864\r\n', 'x'.repeat(0x4000000)],
    ['Transfer-Encoding: chunked\r\n', `${chunk.repeat(64)}0\r\n\r\n`],
  ] as const)
    expect(bodyOf(await talk(small.port, request('POST /a', framing, body), /\.$/))).toBe('67108864 false.')
})

it.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a byte that begins no method', 'X', 400],
  ['two lengths', request('POST /', 'Content-Length: 1\r\nContent-Length: 2\r\n', 'ab'), 400],
  ['a length and chunks', request('POST /', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
  ['a transfer coding that does not end', request('POST /', 'Transfer-Encoding: gzip\r\n', 'x'), 400],
  ['an invalid length', request('POST /', 'Content-Length: 1e3\r\n', 'x'), 400],
  ['a negative length', request('POST /', 'Content-Length: -1\r\n', 'x'), 400],
  ['a broken chunk', request('POST /', 'Transfer-Encoding: chunked\r\n', 'zz\r\n'), 400],
  ['a NUL in a header', request('GET /', 'X: a\0b\r\n'), 400],
  ['a header without a name', request('GET /', ': a\r\n'), 400],
])('refuses %s', async (_, bytes, status) => {
  const { port } = await serve(echo)
  expect(await talk(port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

it.each([
  ['head', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['body', request('POST /', 'Content-Length: 5\r\n', 'ab')],
  ['chunk', request('POST /', 'Transfer-Encoding: chunked\r\n', '5\r\nab')],
])('waits for the rest of a %s no longer than its timeout', async (_, bytes) => {
  const { port } = await serve(echo, { timeout: 100 })
  expect(await talk(port, bytes)).toMatch(/^HTTP\/1\.1 408 /)
})

it('reports no fault when a caller leaves during its body or during the answer', async () => {
  const [answering, released] = [new Map<string, () => void>(), new Map<string, () => void>()]
  const { port } = await serve(async ({ method, peer }) => {
    answering.get(method)?.()
    while (!peer.signal.aborted) await new Promise((resolve) => setImmediate(resolve))
    return text('late', { release: () => released.get(method)?.() })
  })
  const called = (callbacks: Map<string, () => void>, method: string) =>
    new Promise<void>((resolve) => callbacks.set(method, resolve))
  for (const method of ['GET', 'LIST']) {
    const [isAnswering, isReleased] = [called(answering, method), called(released, method)]
    const socket = connect(port, '127.0.0.1')
    socket.write(request(`${method} /`))
    await isAnswering
    if (method === 'LIST') socket.resetAndDestroy()
    else socket.destroy()
    await isReleased
  }
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => socket.write(request('POST /', 'Content-Length: 5\r\n', 'ab'), () => resolve()))
  socket.destroy()
})

it('leaves the signal of a caller who has the whole answer as it is', async () => {
  const peers: Peer[] = []
  const { port } = await serve(async ({ peer }) => text(String(peers.push(peer))))
  await talk(port, request('GET /', closing))
  expect(peers.map(({ signal }) => signal.aborted)).toEqual([false])
})

it('answers 500 when an answer cannot be written, and reports why', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const { port } = await serve(async ({ path }) => {
    if (path === '/throw') throw new Error('broken')
    if (path === '/header') return text('', { headers: { 'x-lamp': 'a\nb' } })
    return text(circle)
  })
  for (const path of ['/throw', '/header', '/circle']) {
    const seen = await talk(port, request(`GET ${path}`, closing))
    expect(seen).toMatch(/^HTTP\/1\.1 500 /)
    expect(bodyOf(seen)).not.toContain('broken')
  }
  expect(faults.splice(0).map((fault) => fault.split('\n')[0])).toEqual([
    'Error: broken',
    'TypeError: Invalid character in header content ["x-lamp"]',
    'TypeError: Converting circular structure to JSON',
  ])
})

it('refuses bytes that are not HTTP after an answer, and closes the connection in the middle of one', async () => {
  const { port } = await serve(async ({ path, peer }) => text(path === '/stream' ? count(peer.signal) : 'whole'))
  const talkOn = (path: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let seen = ''
      socket.on('data', (chunk) => {
        if (seen === '') socket.write('garbage\r\n\r\n')
        seen += chunk
      })
      socket.on('close', () => resolve(seen))
      socket.write(request(`GET ${path}`))
    })
  expect(await talkOn('/')).toMatch(/wholeHTTP\/1\.1 400 /)
  expect(await talkOn('/stream')).not.toContain('400')
})

it('finishes requests under way when it stops, and accepts no new ones', async () => {
  const underWay = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const timers = manualTimers()
  const answerLate: AnswerTo = async () => {
    underWay.resolve()
    await goOn.promise
    return text('done')
  }
  const { port, close } = await serve(answerLate, { timers })
  const answer = talk(port, request('GET /'))
  await underWay.promise
  const closed = close()
  await timers.pass(1999)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  goOn.resolve()
  expect(await answer).toMatch(/done$/)
  await closed
})

it('closes the connections of requests that are not finished two seconds after it stops', async () => {
  const underWay = Promise.withResolvers<void>()
  const timers = manualTimers()
  const answerNever: AnswerTo = () => {
    underWay.resolve()
    return new Promise(() => {})
  }
  const { port, close } = await serve(answerNever, { timers })
  const answer = talk(port, request('GET /'))
  await underWay.promise
  const closed = close()
  await timers.pass(2000)
  expect(await answer).toBe('')
  await closed
})

it('drops or truncates an answer that is marked so', async () => {
  let release = () => {}
  const deliveries: Record<string, () => Partial<MockAnswer>> = {
    '/drop': () => ({ body: 'whole', delivery: 'dropped' }),
    '/cut': () => ({ body: '0123456789' }),
    '/empty': () => ({ body: '' }),
    '/none': () => ({ body: (async function* () {})() }),
    '/stream': () => ({ body: count(new AbortController().signal) }),
  }
  const { port } = await serve(async ({ path }) =>
    text('?', { delivery: 'truncated', release, ...deliveries[path]?.() }),
  )
  /** Returns what came of the answer, once the mock has released it. */
  const received = async (...sent: Parameters<typeof request>) => {
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const seen = await talk(port, request(...sent))
    await released
    return seen
  }
  expect(await received('GET /drop')).toBe('')
  expect(await received('POST /drop', 'Content-Length: 99999999999\r\n')).toBe('')
  const cut = await received('GET /cut')
  expect(cut).toMatch(/content-length: 10\r\n/)
  expect(bodyOf(cut)).toBe('01234')
  for (const path of ['/empty', '/none']) expect(await received(`GET ${path}`)).toBe('')
  expect(await received('GET /stream')).not.toMatch(/0\r\n\r\n$/)
})
