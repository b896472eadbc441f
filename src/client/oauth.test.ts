import { expect, it } from 'vitest'
import { createTokenSource } from './oauth.ts'

/** A source with the tokens `t1`, `t2` and so on. Its requests end when a test says so. */
function source({ usableFor = 540_000, fails = 0 } = {}) {
  let requests = 0
  let answer = () => {}
  const clock = { time: 0 }
  const get = createTokenSource(
    async () => {
      requests += 1
      const number = requests
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      if (number <= fails) throw new Error(`refused ${number}`)
      return { value: `t${number}`, usableFor }
    },
    () => clock.time,
  )
  const settle = async <T>(...tokens: Promise<T>[]) => {
    answer()
    return Promise.allSettled(tokens).then((all) =>
      all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    )
  }
  return { get, clock, settle, requests: () => requests }
}

it('a token source requests another token once the clock is set back before the issue of the one at hand', async () => {
  const { get, clock, settle, requests } = source()
  expect(await settle(get(), get())).toEqual(['t1', 't1'])
  clock.time = -1
  await settle(get(), get())
  expect(requests()).toBe(2)
})

it('a token source counts the time of a token from before it was asked for', async () => {
  const { get, clock, settle, requests } = source()
  const first = get()
  clock.time = 10_000
  await settle(first)
  clock.time = 540_000
  await settle(get())
  expect(requests()).toBe(2)
})

it('a token source makes one request for all whose token was refused, and none for those that come too late with it', async () => {
  const { get, settle, requests } = source()
  await settle(get())
  const rejected = { rejected: 't1' }
  expect(await settle(get(rejected), get(rejected), get())).toEqual(['t2', 't2', 't2'])
  expect(await get(rejected)).toBe('t2')
  expect(requests()).toBe(2)
})

it('a token source fails for all that share a request, and tries anew for the next', async () => {
  const { get, settle, requests } = source({ fails: 1 })
  expect(await settle(get(), get())).toEqual(['refused 1', 'refused 1'])
  expect(await settle(get())).toEqual(['t2'])
  expect(requests()).toBe(2)
})

it('a token source gives a token that is never to be kept to those that wait for it', async () => {
  const { get, settle, requests } = source({ usableFor: -30_000 })
  expect(await settle(get(), get())).toEqual(['t1', 't1'])
  expect(await settle(get())).toEqual(['t2'])
  expect(requests()).toBe(2)
})
