import { expect } from 'vitest'
import { each, health, it, order, rules, token, untilTrue } from './rules.fixture.ts'

const at = (now: string) => ({ now })
const newYear = at('2031-01-01T00:00:00Z')
/** The time that a clock shows shortly after it was set to the new year. */
const soon = at(expect.stringMatching(/^2031-01-01T00:00:\d\d(\.\d+)?Z$/))
const lastDay = at(expect.stringMatching(/^9999-12-31T23:5/))
const goods = { token, name: 'A file', daysUntilExpire: 1 }

rules({
  'CTL-024: a clock that is set continues from the given moment, for every interface': [
    ['PUT clock', at('2012-02-29T23:59:58.5+02:00'), 200, at('2012-02-29T21:59:58.500Z')],
    [`GET ${order}`, 200],
    [health, 200],
    ['GET journal', 200, /"2012-02-29T2[12].*"2012-02-29T2[12]/],
    ['POST interfaces/orders/actions/issue-download', goods, 200],
    [`GET ${order}/digital`, 200, /"isValid":true/],
    ['PUT clock', at('2012-03-02T12:00:00Z'), 200],
    [`GET ${order}/digital`, 200, /"isValid":false/],
  ],
  'CTL-025: a clock is advanced by seconds, by milliseconds, or by the sum of both': [
    ['PUT clock', at('2030-12-31T23:59:58Z'), 200],
    ['POST clock/advance', { seconds: 1.5, milliseconds: 500 }, 200, soon],
    ['POST clock/advance', { seconds: 3600 }, 200, at(expect.stringMatching(/^2031-01-01T01:00/))],
    ['POST clock/advance', { milliseconds: 3_600_000 }, 200, at(expect.stringMatching(/^2031-01-01T02:00/))],
    ...each('POST clock/advance', 400, [{}], [{ seconds: -1 }], [{ milliseconds: -1 }], [{ milliseconds: 0.5 }]),
    ...each('POST clock/advance', 400, [{ seconds: '1' }], [{ minutes: 1 }]),
    ['GET clock', 200, at(expect.stringMatching(/^2031-01-01T02:00/))],
  ],
  'CTL-027: a clock stays between the years 1970 and 9999; beyond them is answered 400': [
    ['PUT clock', at('1970-01-01T01:00:00+01:00'), 200, at('1970-01-01T00:00:00.000Z')],
    ['PUT clock', newYear, 200],
    ['PUT clock', at('1969-12-31T23:59:59.999Z'), 400],
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

it('CTL-023, CTL-026: a clock shows real time, and runs at its speed, also after it was moved', async ({ s }) => {
  const before = Date.now()
  const time = await s.time()
  expect(time >= before && time <= Date.now()).toBe(true)
  const moved = Date.now()
  await s.run(['PUT clock', newYear, 200, soon])
  const shown = async () => (await s.time()) - Date.parse(newYear.now)
  await untilTrue(async () => (await shown()) > 10)
  // Both clocks show whole milliseconds.
  expect(await shown()).toBeLessThanOrEqual(Date.now() - moved + 2)
})
