import { expect } from 'vitest'
import { expectSoon, it, type Session } from './session.fixture.ts'

interface Span {
  seconds?: number
  milliseconds?: number
}

const newYear = '2031-01-01T00:00:00Z'

/** Expects the clock to move by this span, plus the real time that passes. */
async function expectMoved(s: Session, span: number, move: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  const before = await s.time()
  await move()
  const moved = (await s.time()) - before
  expect(moved).toBeGreaterThanOrEqual(span)
  // Both clocks show whole milliseconds.
  expect(moved).toBeLessThanOrEqual(span + performance.now() - started + 2)
}

/** Expects a time to be this moment, or shortly after it. */
function expectNear(time: number | string, moment: number | string, what: string, within = 60_000): void {
  const ahead = new Date(time).getTime() - new Date(moment).getTime()
  expect(ahead, what).toBeGreaterThanOrEqual(0)
  expect(ahead, what).toBeLessThan(within)
}

const expectAt = async (s: Session, moment: string) => expectNear(await s.time(), moment, 'the clock')

it('CTL-023: the time of a session is read as a date and time', async ({ s }) => {
  for (const { now } of [await s.expect(200, 'getClock'), await s.advance({ seconds: 0 })]) {
    expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
    const off = Math.abs(Date.parse(now) - Date.now())
    expect(off).toBeLessThan(600_000)
  }
  const { now } = await s.setClock(newYear)
  expect(now).toMatch(/^2031-01-01T00:00:\d\d(\.\d+)?Z$/)
})

it('CTL-024: a clock that is set continues from the given moment, for every interface in the session', async ({
  s,
}) => {
  const token = await s.anOrder()
  for (const moment of ['2031-07-01T12:00:00Z', '2012-02-29T23:59:58.5+02:00']) {
    expectNear((await s.setClock(moment)).now, moment, 'the answer')
    await expectAt(s, moment)
    await s.order(token)
    await s.health()
    for (const { when, interface: name } of (await s.journal()).slice(-2))
      expectNear(when, moment, `a request to ${name}`)
  }
  const action = { interface: 'orders', action: 'issue-download' }
  await s.call('runAction', action, { token, name: 'A file', daysUntilExpire: 1 })
  const isValid = async () => {
    const { body } = await s.ask('orders', `GET /orders/${token}/digital`)
    return (body as { name: string; isValid: boolean }[]).find(({ name }) => name === 'A file')?.isValid
  }
  expect(await isValid()).toBe(true)
  await s.setClock('2012-03-02T12:00:00Z')
  expect(await isValid()).toBe(false)
})

it('CTL-025: a clock is advanced by seconds, by milliseconds, or by the sum of both', async ({ s }) => {
  const spans: [Span, number][] = [
    [{ seconds: 600 }, 600_000],
    [{ milliseconds: 12_345 }, 12_345],
    [{ seconds: 1.5, milliseconds: 86_400_250 }, 86_401_750],
    [{ seconds: 31_536_000.25 }, 31_536_000_250],
    [{ seconds: 0 }, 0],
  ]
  for (const [span, milliseconds] of spans) {
    await expectMoved(s, milliseconds, async () => {
      const { now } = await s.advance(span)
      expectNear(await s.time(), now, 'the clock', 10_000)
    })
  }
  const [seconds, milliseconds] = [{ seconds: -1 }, { milliseconds: -1 }]
  for (const span of [{}, seconds, milliseconds, { milliseconds: 0.5 }, { seconds: '1' }, { minutes: 1 }])
    await expectMoved(s, 0, () => s.expect(400, 'advanceClock', {}, span))
})

it('CTL-026: a clock runs at the speed of real time, also after it was moved', async ({ s: only }) => {
  for (const moment of [undefined, newYear, '1999-12-31T23:59:59.999Z']) {
    const s = only.own()
    await expectMoved(s, 0, () => s.time())
    if (moment !== undefined) await s.setClock(moment)
    const first = await s.time()
    const started = performance.now()
    await expectMoved(s, 0, async () => {
      const isLater = async () => (await s.time()) > first + 10 && performance.now() > started + 20
      await expectSoon(`whether a clock set to ${moment ?? 'nothing'} runs on`, isLater)
    })
  }
})

it('CTL-027: a change that would move a clock before the year 1970 or beyond the year 9999 is answered 400', async ({
  s,
}) => {
  for (const moment of ['1970-01-01T00:00:00Z', '9999-12-31T23:00:00Z', '1970-01-01T01:00:00+01:00', newYear]) {
    await s.setClock(moment)
    await expectAt(s, moment)
  }
  for (const moment of [
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:59:59+01:00',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00Z',
    '2026-06-30T23:59:60Z',
    'tomorrow',
  ]) {
    await s.expect(400, 'setClock', {}, { now: moment })
    await expectAt(s, newYear)
  }
  await s.expect(400, 'advanceClock', {}, { seconds: 300_000_000_000 })
  await expectAt(s, newYear)
  await s.setClock('9999-12-31T23:00:00Z')
  await s.advance({ seconds: 3000 })
  await s.expect(400, 'advanceClock', {}, { milliseconds: 600_000 })
  await expectAt(s, '9999-12-31T23:50:00Z')
})
