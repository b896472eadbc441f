import { describe, expect, it } from 'vitest'
import { ConnectionError, TimeoutError } from './errors.ts'
import { createLamps, desk } from './lamps.fixture.ts'
import { serveLocally } from './local-server.fixture.ts'
import { systemClock } from './options.ts'
import { TestClock } from './test-clock.fixture.ts'

/** A server whose answers stop after `begin`; without `begin`, it does not answer. */
async function silentLamps(begin: string | undefined) {
  const clock = new TestClock()
  let arrived = () => {}
  let next = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const { baseUrl, received } = await serveLocally((_, response) => {
    if (begin !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).write(begin)
    arrived()
    next = new Promise((resolve) => {
      arrived = resolve
    })
    return undefined
  })
  return { lamps: createLamps({ baseUrl, clock }), clock, received, nextRequest: () => next }
}

describe.each([
  ['no answer', undefined],
  ['half an answer', '{"lit":'],
])('%s', (_, begin) => {
  it('ends with TimeoutError once the time of each try is over', async () => {
    const { lamps, clock, received, nextRequest } = await silentLamps(begin)
    let request = nextRequest()
    const call = lamps.get(desk, { retries: 1 })
    await request
    request = nextRequest()
    clock.timeOut()
    await request
    clock.timeOut()
    const error = await call.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ code: 'timeout', operation: 'GET /lamps/{lamp}', retryable: true })
    expect(received).toHaveLength(2)
  })

  it('ends with the reason of the signal, and is not asked for again', async () => {
    const { lamps, received, nextRequest } = await silentLamps(begin)
    const request = nextRequest()
    const controller = new AbortController()
    const call = lamps.get(desk, { retries: 0, signal: controller.signal })
    await request
    controller.abort(new Error('the user left'))
    await expect(call).rejects.toThrow('the user left')
    expect(received).toHaveLength(1)
  })
})

it('a signal that is aborted already keeps the credential from being asked for', async () => {
  let isAsked = false
  const token = async () => {
    isAsked = true
    return 'token'
  }
  const lamps = createLamps({ baseUrl: 'lamps.example' }, { token })
  await expect(lamps.get(desk, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
  expect(isAsked).toBe(false)
})

it('a signal ends the pause between tries', async () => {
  const controller = new AbortController()
  const clock = {
    now: () => 0,
    wait: (milliseconds: number, signal: AbortSignal) => {
      if (milliseconds === 7000) setImmediate(() => controller.abort(new Error('enough')))
      return systemClock.wait(milliseconds, signal)
    },
  }
  const { baseUrl, received } = await serveLocally(() => ({ status: 503, headers: { 'retry-after': '7' } }))
  const lamps = createLamps({ baseUrl, clock })
  await expect(lamps.get(desk, { signal: controller.signal })).rejects.toThrow('enough')
  expect(received).toHaveLength(1)
}, 5000)

it('a credential that does not come ends with TimeoutError', async () => {
  const clock = new TestClock()
  const token = () => {
    setImmediate(() => clock.timeOut())
    return new Promise<string>(() => {})
  }
  const lamps = createLamps({ baseUrl: 'lamps.example', clock }, { token })
  await expect(lamps.get(desk)).rejects.toBeInstanceOf(TimeoutError)
})

it('an answer that breaks off counts as no answer', async () => {
  const { baseUrl, received } = await serveLocally((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"lit":')
    setImmediate(() => response.destroy())
    return undefined
  })
  const lamps = createLamps({ baseUrl, clock: new TestClock() })
  await expect(lamps.get(desk, { retries: 1 })).rejects.toBeInstanceOf(ConnectionError)
  expect(received).toHaveLength(2)
})

it.each([
  [{}, 30_000],
  [{ timeout: 500 }, 500],
])('the time of a call with %j is %i, and nothing waits for it once it is answered', async (options, time) => {
  const waits: [number, AbortSignal][] = []
  const clock = {
    now: () => 0,
    wait: (milliseconds: number, signal: AbortSignal) => {
      waits.push([milliseconds, signal])
      return systemClock.wait(milliseconds, signal)
    },
  }
  const fetch = async () => Response.json({ lit: true })
  await createLamps({ baseUrl: 'lamps.example', clock, fetch }).get(desk, { ...options })
  expect(waits.map(([milliseconds, { aborted }]) => [milliseconds, aborted])).toEqual([[time, true]])
})

it('the system clock waits, and stops waiting', async () => {
  await systemClock.wait(0, new AbortController().signal)
  const controller = new AbortController()
  const wait = systemClock.wait(60_000, controller.signal)
  controller.abort(new Error('stop'))
  await expect(wait).rejects.toThrow('stop')
  await expect(systemClock.wait(60_000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
})
