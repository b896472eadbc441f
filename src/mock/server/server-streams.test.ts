import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { StorageError } from '../storage/storage.ts'
import { count, faults, request, serve, talk, text } from './server.fixture.ts'

it.each([
  ['GET', true],
  ['LIST', false],
])('ends the source of a stream when the caller of %s leaves, if it looks at its signal: %s', async (method, looks) => {
  const ended = Promise.withResolvers<void>()
  const { port } = await serve(async ({ peer }) => {
    async function* watched() {
      try {
        for await (const chunk of count(looks ? peer.signal : new AbortController().signal)) {
          expect(faults).toEqual([])
          yield chunk
        }
      } finally {
        ended.resolve()
      }
    }
    return text(watched(), { release: () => faults.push('released') })
  })
  await talk(port, request(`${method} /`), /3\n/)
  await ended.promise
  await new Promise((resolve) => setImmediate(resolve))
  expect(faults.splice(0)).toEqual(['released'])
})

it.each(['caller leaves', 'server stops'])('reads no more of a stream than its caller, until the %s', async (end) => {
  let made = 0
  const ended = Promise.withResolvers<void>()
  const { port, close } = await serve(async () => {
    async function* large() {
      try {
        for (; made < 200; made++) yield Buffer.alloc(1 << 20)
      } finally {
        ended.resolve()
      }
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
  if (end === 'caller leaves') socket.destroy()
  else void close()
  await ended.promise
  expect(made).toBeLessThan(50)
  socket.destroy()
})

it('reports a stream that breaks, and closes its connection; a lost storage ends a stream as usual', async () => {
  const { port } = await serve(async ({ path }) => {
    async function* broken() {
      yield Buffer.from('first')
      await new Promise((resolve) => setImmediate(resolve))
      throw path === '/lost' ? new StorageError('It is lost.') : new Error('no more')
    }
    return text(broken())
  })
  expect(await talk(port, request('GET /'))).toMatch(/first\r\n$/)
  expect(faults.splice(0)[0]).toMatch(/^Error: no more\n/)
  expect(await talk(port, request('GET /lost', 'Connection: close\r\n'))).toMatch(/first\r\n0\r\n\r\n$/)
})

/** One line, and then nothing until the caller goes or the server stops. */
async function* silent(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield Buffer.from('only\n')
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

it('ends a stream that starts while the server stops, even one that has nothing yet', async () => {
  const asked = Promise.withResolvers<void>()
  const stopping = Promise.withResolvers<void>()
  const { port, close } = await serve(async ({ peer }) => {
    asked.resolve()
    await stopping.promise
    // biome-ignore lint/correctness/useYield: the stream has nothing to send
    async function* nothing(): AsyncGenerator<Uint8Array> {
      if (!peer.signal.aborted) await once(peer.signal, 'abort')
    }
    return text(nothing())
  })
  const answer = talk(port, request('GET /'))
  await asked.promise
  const closed = close()
  stopping.resolve()
  expect(await answer).toMatch(/\r\n\r\n0\r\n\r\n$/)
  await closed
})

it.each([
  ['goes on', count],
  ['goes on and on', () => count(new AbortController().signal)],
  ['waits', silent],
])('ends a stream that %s as a complete one when it stops', async (_, make) => {
  const { port, close } = await serve(async ({ peer }) => text(make(peer.signal)))
  const started = Promise.withResolvers<void>()
  let seen = ''
  const ended = new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => {
      seen += chunk
      if (seen.includes('\n\r\n')) started.resolve()
    })
    socket.on('close', resolve)
    socket.write(request('GET /'))
  })
  await started.promise
  await close()
  await ended
  expect(seen).toMatch(/0\r\n\r\n$/)
})
