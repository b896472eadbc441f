import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { WireAnswer, WireRequest } from './gateway.ts'
import { type ListeningServer, listen } from './server.ts'

const open: ListeningServer[] = []
const faults: string[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
  expect(faults.splice(0)).toEqual([])
})

type AnswerTo = (request: WireRequest) => Promise<WireAnswer>

async function serve(answer: AnswerTo, patience?: number): Promise<ListeningServer> {
  const onFault = (reason: string) => void faults.push(reason)
  const server = await listen(answer, { host: '127.0.0.1', port: 0, onFault, ...(patience ? { patience } : {}) })
  open.push(server)
  return server
}

const text = (body: unknown, more: Partial<WireAnswer> = {}): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body,
  ...more,
})

/** Tells back what came. */
const echo: AnswerTo = async ({ method, target, body }) => text(`${method} ${target} ${body === null ? '-' : body}`)

/** Sends bytes and gives what came back until the connection ended, or until it matches. */
function talk(port: number, bytes: string | Buffer, until?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let seen = ''
    const end = () => {
      socket.destroy()
      resolve(seen)
    }
    socket.on('data', (chunk) => {
      seen += chunk
      if (until?.test(seen)) end()
    })
    socket.on('error', () => {})
    socket.on('close', end)
    socket.write(bytes)
  })
}

const request = (start: string, headers = '', body = '') => `${start} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`
const closing = 'Connection: close\r\n'
const bodyOf = (response: string) => response.slice(response.indexOf('\r\n\r\n') + 4)

it('tells a body from none, and an empty one from none', async () => {
  const { port } = await serve(echo)
  const sent = async (headers: string, body = '') =>
    bodyOf(await talk(port, request('POST /a', closing + headers, body)))
  expect(await sent('')).toBe('POST /a -')
  expect(await sent('Content-Length: 0\r\n')).toBe('POST /a ')
  expect(await sent('Content-Length: 2\r\n', 'ab')).toBe('POST /a ab')
  expect(await sent('Transfer-Encoding: chunked\r\n', '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n')).toBe('POST /a abc')
})

it('passes on targets of every form as they came', async () => {
  const { port } = await serve(echo)
  for (const target of ['/a//b/../c?x=%zz', 'http://other.example/a?b', '*', '/%00', '/a#b']) {
    expect(bodyOf(await talk(port, request(`GET ${target}`, closing)))).toBe(`GET ${target} -`)
  }
})

it('answers HEAD with the headers of GET and no body, and goes on with the connection', async () => {
  const { port } = await serve(echo)
  const seen = await talk(port, request('HEAD /a') + request('GET /b', closing))
  expect(seen.match(/content-length: \d+/g)).toEqual(['content-length: 9', 'content-length: 8'])
  expect(bodyOf(bodyOf(seen))).toBe('GET /b -')
})

it.each([204, 304])('writes no body and no length with %i', async (status) => {
  const { port } = await serve(async () => text('ignored', { status }))
  const seen = await talk(port, request('GET /a', closing))
  expect(seen).not.toMatch(/content-length|ignored/)
})

it('hands on that a body is over the limit, at once when its length says so, and closes the connection', async () => {
  const { port } = await serve(async ({ body, oversize }) => text(`${body} ${oversize}`, { status: 413 }))
  const declared = await talk(port, request('POST /a', 'Content-Length: 99999999999\r\n', 'x'), /null true$/)
  expect(declared).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const chunked = await talk(port, request('POST /a', 'Transfer-Encoding: chunked\r\n', chunk.repeat(66)), /null true$/)
  expect(chunked).toMatch(/^HTTP\/1\.1 413 /)
})

it.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a head that is too large', request('GET /', `X: ${'a'.repeat(20_000)}\r\n`), 431],
  ['a target that is too large', request(`GET /${'a'.repeat(20_000)}`), 431],
  ['two lengths', request('POST /', 'Content-Length: 1\r\nContent-Length: 2\r\n', 'ab'), 400],
  ['a length and chunks', request('POST /', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
  ['a transfer coding that does not end', request('POST /', 'Transfer-Encoding: gzip\r\n', 'x'), 400],
  ['a length that is none', request('POST /', 'Content-Length: 1e3\r\n', 'x'), 400],
  ['a negative length', request('POST /', 'Content-Length: -1\r\n', 'x'), 400],
  ['a broken chunk', request('POST /', 'Transfer-Encoding: chunked\r\n', 'zz\r\n'), 400],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
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
])('waits for the rest of a %s no longer than its patience', async (_, bytes) => {
  const { port } = await serve(echo, 100)
  expect(await talk(port, bytes)).toMatch(/^HTTP\/1\.1 408 /)
})

it('takes a caller that goes amid its body, or amid the answer, for no fault', async () => {
  const { port } = await serve(async ({ peer }) => {
    await new Promise((resolve) => peer.signal.addEventListener('abort', resolve))
    return text('late')
  })
  for (const bytes of [request('POST /', 'Content-Length: 5\r\n', 'ab'), request('GET /')]) {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
    await new Promise((resolve) => setImmediate(resolve))
    socket.destroy()
  }
})

it('answers 500 when an answer cannot be written, and reports why', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const { port } = await serve(async ({ target }) => {
    if (target === '/throw') throw new Error('broken')
    if (target === '/header') return text('', { headers: { 'x-lamp': 'a\nb' } })
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

it('refuses what is no HTTP after an answer, and cuts the connection amid one', async () => {
  const { port } = await serve(async ({ target, peer }) => text(target === '/stream' ? count(peer.signal) : 'whole'))
  const after = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let seen = ''
    socket.on('data', (chunk) => {
      if (seen === '') socket.write('garbage\r\n\r\n')
      seen += chunk
    })
    socket.on('close', () => resolve(seen))
    socket.write(request('GET /'))
  })
  expect(after).toMatch(/wholeHTTP\/1\.1 400 /)
  const amid = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let seen = ''
    socket.on('data', (chunk) => {
      if (seen === '') socket.write('garbage\r\n\r\n')
      seen += chunk
    })
    socket.on('close', () => resolve(seen))
    socket.write(request('GET /stream'))
  })
  expect(amid).not.toContain('400')
})

async function* count(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let line = 0; !signal.aborted; line++) {
    yield Buffer.from(`${line}\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('ends what makes a stream when its caller goes', async () => {
  let ended: (value: string) => void
  const stop = new Promise<string>((resolve) => {
    ended = resolve
  })
  const { port } = await serve(async ({ peer }) => {
    async function* watched() {
      try {
        yield* count(peer.signal)
      } finally {
        ended('ended')
      }
    }
    return text(watched(), { release: () => faults.push('released') })
  })
  await talk(port, request('GET /'), /3\n/)
  expect(await stop).toBe('ended')
  await new Promise((resolve) => setImmediate(resolve))
  expect(faults.splice(0)).toEqual(['released'])
})

it('makes no more of a stream than its caller reads', async () => {
  let made = 0
  const { port } = await serve(async ({ peer }) => {
    async function* large() {
      for (; !peer.signal.aborted && made < 200; made++) yield Buffer.alloc(1 << 20)
    }
    return text(large())
  })
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(request('GET /'))
  for (let before = -1; made !== before; ) {
    before = made
    for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(made).toBeLessThan(50)
  socket.destroy()
})

it('reports a stream that breaks, and closes its connection', async () => {
  async function* broken() {
    yield Buffer.from('first')
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('no more')
  }
  const { port } = await serve(async () => text(broken()))
  expect(await talk(port, request('GET /'))).toMatch(/first\r\n$/)
  expect(faults.splice(0)[0]).toMatch(/^Error: no more\n/)
})

/** One line, and then nothing until the caller goes or the server stops. */
async function* silent(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield Buffer.from('only\n')
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

it.each([
  ['goes on', count],
  ['waits', silent],
])('ends a stream that %s as a complete one when it stops, and stops promptly', async (_, make) => {
  const { port, close } = await serve(async ({ peer }) => text(make(peer.signal)))
  let started: (value: unknown) => void
  const streaming = new Promise((resolve) => {
    started = resolve
  })
  let seen = ''
  const ended = new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => {
      seen += chunk
      if (seen.includes('\n\r\n')) started(undefined)
    })
    socket.on('close', resolve)
    socket.write(request('GET /'))
  })
  await streaming
  const before = performance.now()
  await close()
  await ended
  expect(performance.now() - before).toBeLessThan(1500)
  expect(seen).toMatch(/0\r\n\r\n$/)
})

it('lets a request under way end when it stops, and takes no new one', async () => {
  let go: (value: unknown) => void = () => {}
  let came: (value: unknown) => void = () => {}
  const underWay = new Promise((resolve) => {
    came = resolve
  })
  const { port, close } = await serve(async () => {
    came(undefined)
    await new Promise((resolve) => {
      go = resolve
    })
    return text('done')
  })
  const answer = talk(port, request('GET /'))
  await underWay
  const closed = close()
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  go(undefined)
  expect(await answer).toMatch(/done$/)
  await closed
})

it('drops or truncates what is to be', async () => {
  const released: string[] = []
  const deliveries: Record<string, WireAnswer> = {
    '/drop': text('whole', { delivery: 'dropped', release: () => released.push('drop') }),
    '/cut': text('0123456789', { delivery: 'truncated', release: () => released.push('cut') }),
    '/empty': text('', { delivery: 'truncated', release: () => released.push('empty') }),
    '/stream': text(count(new AbortController().signal), {
      delivery: 'truncated',
      release: () => released.push('stream'),
    }),
  }
  const { port } = await serve(async ({ target }) => deliveries[target] ?? text('?'))
  expect(await talk(port, request('GET /drop'))).toBe('')
  const cut = await talk(port, request('GET /cut'))
  expect(cut).toMatch(/content-length: 10\r\n/)
  expect(bodyOf(cut)).toBe('01234')
  expect(await talk(port, request('GET /empty'))).toBe('')
  expect(await talk(port, request('GET /stream'))).not.toMatch(/0\r\n\r\n$/)
  expect(released).toEqual(['drop', 'cut', 'empty', 'stream'])
})
