import { expect } from 'vitest'
import { expectSoon, it, type Session } from './rules.fixture.ts'

const newYear = '2031-01-01T00:00:00Z'

/** Expects the clock to move by these milliseconds, plus the real time that passes. */
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
function expectNear(time: number | string, moment: number | string, what = 'the clock'): void {
  const ahead = new Date(time).getTime() - new Date(moment).getTime()
  expect(ahead, what).toBeGreaterThanOrEqual(0)
  expect(ahead, what).toBeLessThan(60_000)
}

it('CTL-023: the time of a session is read as a date and time', async ({ s }) => {
  for (const { now } of [await s.expect(200, 'getClock'), await s.advance({ seconds: 0 })]) {
    expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(600_000)
  }
  expect((await s.setClock(newYear)).now).toMatch(/^2031-01-01T00:00:\d\d(\.\d+)?Z$/)
})

it('CTL-024: a clock that is set continues from the given moment, for every interface', async ({ s }) => {
  const token = await s.anOrder()
  for (const moment of ['2031-07-01T12:00:00Z', '2012-02-29T23:59:58.5+02:00']) {
    expectNear((await s.setClock(moment)).now, moment, 'the answer')
    expectNear(await s.time(), moment)
    await s.order(token)
    await s.health()
    for (const entry of (await s.journal()).slice(-2)) expectNear(entry.when, moment, `a request to ${entry.interface}`)
  }
  const action = { interface: 'orders', action: 'issue-download' }
  await s.call('runAction', action, { token, name: 'A file', daysUntilExpire: 1 })
  for (const isValid of [true, false]) {
    const { body } = await s.ask('orders', `GET /orders/${token}/digital`)
    expect(body).toContainEqual(expect.objectContaining({ name: 'A file', isValid }))
    await s.setClock('2012-03-02T12:00:00Z')
  }
})

it('CTL-025: a clock is advanced by seconds, by milliseconds, or by the sum of both', async ({ s }) => {
  for (const [span, milliseconds] of [
    [{ seconds: 600 }, 600_000],
    [{ milliseconds: 12_345 }, 12_345],
    [{ seconds: 1.5, milliseconds: 86_400_250 }, 86_401_750],
    [{ seconds: 31_536_000.25 }, 31_536_000_250],
    [{ seconds: 0 }, 0],
  ] as const)
    await expectMoved(s, milliseconds, async () => {
      const { now } = await s.advance(span)
      expectNear(await s.time(), now)
    })
  const wrong = [{}, { seconds: -1 }, { milliseconds: -1 }, { milliseconds: 0.5 }, { seconds: '1' }, { minutes: 1 }]
  for (const span of wrong) await expectMoved(s, 0, () => s.expect(400, 'advanceClock', {}, span))
})

it('CTL-026: a clock runs at the speed of real time, also after it was moved', async ({ s }) => {
  for (const moment of [undefined, newYear, '1999-12-31T23:59:59.999Z']) {
    if (moment !== undefined) await s.setClock(moment)
    const first = await s.time()
    const started = performance.now()
    await expectMoved(s, 0, async () => {
      const isLater = async () => (await s.time()) > first + 10 && performance.now() > started + 20
      await expectSoon(`whether a clock set to ${moment ?? 'nothing'} runs on`, isLater)
    })
  }
})

it('CTL-027: a clock stays between the years 1970 and 9999; beyond them is answered 400', async ({ s }) => {
  for (const [status, operation, body, moment] of [
    [200, 'setClock', { now: '1970-01-01T00:00:00Z' }, '1970-01-01T00:00:00Z'],
    [200, 'setClock', { now: '1970-01-01T01:00:00+01:00' }, '1970-01-01T00:00:00Z'],
    [200, 'setClock', { now: newYear }, newYear],
    [400, 'setClock', { now: '1969-12-31T23:59:59.999Z' }, newYear],
    [400, 'setClock', { now: '1970-01-01T00:59:59+01:00' }, newYear],
    [400, 'setClock', { now: '9999-12-31T23:59:59-01:00' }, newYear],
    [400, 'setClock', { now: '0001-01-01T00:00:00Z' }, newYear],
    [400, 'setClock', { now: '2026-06-30T23:59:60Z' }, newYear],
    [400, 'setClock', { now: 'tomorrow' }, newYear],
    [400, 'advanceClock', { seconds: 300_000_000_000 }, newYear],
    [200, 'setClock', { now: '9999-12-31T23:00:00Z' }, '9999-12-31T23:00:00Z'],
    [200, 'advanceClock', { seconds: 3000 }, '9999-12-31T23:50:00Z'],
    [400, 'advanceClock', { milliseconds: 600_000 }, '9999-12-31T23:50:00Z'],
  ] as const) {
    await s.expect(status, operation, {}, body)
    expectNear(await s.time(), moment)
  }
})
