import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { count, faults, request, serve, talk, text } from './server.fixture.ts'

it.each([true, false])(
  'ends the source of a stream when the caller leaves, if it looks at its signal: %s',
  async (looks) => {
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
    await talk(port, request('GET /'), /3\n/)
    await ended.promise
    await new Promise((resolve) => setImmediate(resolve))
    expect(faults.splice(0)).toEqual(['released'])
  },
)

it('reads no more from the source of a stream than the caller reads', async () => {
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
