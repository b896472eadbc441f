import { expect } from '../../../check/expect.ts'
import { acceptsRefused, changesBody, on, remembersFirstAnswer, seesBody } from '../../../check/sabotage.ts'
import { doesRefused, eachWrong, instead } from './sabotages.ts'
import { type Checks, expectSoon, inSession, type Session } from './session.ts'

interface Span {
  seconds?: number
  milliseconds?: number
}

type Moment = { now: string }

const newYear = '2031-01-01T00:00:00Z'

/** Expects the clock to move by this span, plus the real time that passes. */
async function expectMoved(s: Session, span: number, move: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  const before = await s.time()
  await move()
  const moved = (await s.time()) - before
  expect(moved, 'milliseconds by which the clock has moved').toBeGreaterThanOrEqual(span)
  // Both clocks show whole milliseconds.
  expect(moved, 'milliseconds by which the clock has moved').toBeLessThanOrEqual(span + performance.now() - started + 2)
}

/** Expects a time to be this moment, or shortly after it. */
function expectNear(time: number | string, moment: number | string, what: string, within = 60_000): void {
  const ahead = new Date(time).getTime() - new Date(moment).getTime()
  expect(ahead, `milliseconds of ${what} after ${moment}`).toBeGreaterThanOrEqual(0)
  expect(ahead, `milliseconds of ${what} after ${moment}`).toBeLessThan(within)
}

const expectAt = async (s: Session, moment: string) => expectNear(await s.time(), moment, 'the clock')

const advancesBy = (change: (span: Span) => Span) => on('advanceClock', seesBody, change)

export const clock: Checks = {
  'CTL-023': inSession(async (s) => {
    for (const { now } of [await s.expect(200, 'getClock'), await s.advance({ seconds: 0 })]) {
      expect(now, 'the time').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
      const off = Math.abs(Date.parse(now) - Date.now())
      expect(off, 'how far a new session is from real time').toBeLessThan(600_000)
    }
    const { now } = await s.setClock(newYear)
    expect(now, 'the time that was set').toMatch(/^2031-01-01T00:00:\d\d(\.\d+)?Z$/)
  }).brokenBy(
    on('getClock', changesBody, () => ({ now: new Date().toISOString().slice(0, 10) })),
    ...eachWrong('getClock', { now: '2030-01-01T00:00:00Z' }),
    ...eachWrong('setClock', { now: '2026-01-01T00:00:00Z' }),
  ),
  'CTL-024': inSession(async (s) => {
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
    expect(await isValid(), 'whether a download of one day is valid on that day').toBe(true)
    await s.setClock('2012-03-02T12:00:00Z')
    expect(await isValid(), 'whether it is valid three days later').toBe(false)
  }).brokenBy(
    instead('setClock', 'GET /clock'),
    on('setClock', seesBody, ({ now }: Moment) => ({ now: now.replace(/[+]\d\d:\d\d$/, 'Z') })),
    on('listOrderDigitalGoods', changesBody, (goods: object[]) => goods.map((good) => ({ ...good, isValid: true }))),
  ),
  'CTL-025': inSession(async (s) => {
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
  }).brokenBy(
    advancesBy(({ seconds = 0 }) => ({ seconds })),
    advancesBy(({ milliseconds = 0 }) => ({ milliseconds })),
    advancesBy(({ seconds = 0, milliseconds }) => (milliseconds === undefined ? { seconds } : { milliseconds })),
    ...eachWrong('advanceClock', { now: '1970-01-01T00:00:00Z' }),
    on('advanceClock', acceptsRefused()),
    doesRefused('advanceClock', 'POST /clock/advance', { seconds: 600 }),
  ),
  'CTL-026': inSession(async (only) => {
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
  }).brokenBy(
    on('getClock', remembersFirstAnswer()),
    // Runs a thousand times too fast.
    on('getClock', changesBody, ({ now }: Moment) => ({ now: new Date(Date.parse(now) * 1000).toISOString() })),
  ),
  'CTL-027': inSession(async (s) => {
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
  }).brokenBy(
    on('setClock', acceptsRefused({ now: newYear })),
    on('advanceClock', acceptsRefused({ now: newYear })),
    doesRefused('setClock', 'PUT /clock', { now: '1970-01-01T00:00:00Z' }),
    doesRefused('advanceClock', 'PUT /clock', { now: '9999-12-31T23:59:00Z' }),
    on('setClock', seesBody, ({ now }: Moment) => ({ now: now.replace(/^9999-12-31T23:00.*/, '+0') })),
  ),
}
