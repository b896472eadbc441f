import { expect } from 'vitest'
import { expectSoon, health, it, order, rules, type Session, token } from './rules.fixture.ts'

const at = (now: string) => ({ now })
const newYear = at('2031-01-01T00:00:00Z')
/** The time that a clock shows shortly after it was set to the new year. */
const soon = at(expect.stringMatching(/^2031-01-01T00:00:\d\d(\.\d+)?Z$/))
const lastDay = at(expect.stringMatching(/^9999-12-31T23:5/))
const goods = { token, name: 'A file', daysUntilExpire: 1 }

rules({
  'CTL-024: a clock that is set continues from the given moment, for every interface': [
    ['PUT clock', at('2012-02-29T23:59:58.5+02:00'), 200, at('2012-02-29T21:59:58.500Z')],
    ['GET clock', 200, /"now":"2012-02-29T(21:59|22:00)/],
    [`GET ${order}`, 200],
    [health, 200],
    ['GET journal', 200, /"2012-02-29T2[12].*"2012-02-29T2[12]/],
    ['POST interfaces/orders/actions/issue-download', goods, 200],
    [`GET ${order}/digital`, 200, /"isValid":true/],
    ['PUT clock', at('2012-03-02T12:00:00Z'), 200],
    [`GET ${order}/digital`, 200, /"isValid":false/],
  ],
  'CTL-027: a clock stays between the years 1970 and 9999; beyond them is answered 400': [
    ['PUT clock', at('1970-01-01T01:00:00+01:00'), 200, at('1970-01-01T00:00:00.000Z')],
    ['PUT clock', newYear, 200],
    ['PUT clock', at('1969-12-31T23:59:59.999Z'), 400],
    ['PUT clock', at('1970-01-01T00:59:59+01:00'), 400],
    ['PUT clock', at('9999-12-31T23:59:59-01:00'), 400],
    ['PUT clock', at('2026-06-30T23:59:60Z'), 400],
    ['PUT clock', at('tomorrow'), 400],
    ['POST clock/advance', { seconds: 300_000_000_000 }, 400],
    ['GET clock', 200, soon],
    ['PUT clock', at('9999-12-31T23:00:00Z'), 200],
    ['POST clock/advance', { seconds: 3000 }, 200, lastDay],
    ['POST clock/advance', { milliseconds: 600_000 }, 400],
    ['GET clock', 200, lastDay],
  ],
})

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

it('CTL-023, CTL-026: a clock shows real time, and runs at its speed, also after it was moved', async ({ s }) => {
  expect(Math.abs((await s.time()) - Date.now())).toBeLessThan(600_000)
  await s.run(['PUT clock', newYear, 200, soon], ['GET clock', 200, soon])
  const first = await s.time()
  await expectMoved(s, 0, () => expectSoon('whether it runs on', async () => (await s.time()) > first + 10))
})

it('CTL-025: a clock is advanced by seconds, by milliseconds, or by the sum of both', async ({ s }) => {
  for (const [span, milliseconds] of [
    [{ seconds: 600 }, 600_000],
    [{ milliseconds: 12_345 }, 12_345],
    [{ seconds: 1.5, milliseconds: 86_400_250 }, 86_401_750],
  ] as const)
    await expectMoved(s, milliseconds, () => s.run(['POST clock/advance', span, 200]))
  const wrong = [{}, { seconds: -1 }, { milliseconds: -1 }, { milliseconds: 0.5 }, { seconds: '1' }, { minutes: 1 }]
  for (const span of wrong) await expectMoved(s, 0, () => s.run(['POST clock/advance', span, 400]))
})
