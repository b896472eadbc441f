import { expect } from '../../../../check/expect.ts'
import { acceptsRefused, changesBody, on, type Sabotage, seesBody, turnsStatus } from '../../../../check/sabotage.ts'
import { doesRefused } from '../breaking.ts'
import { expectStatus, inSessions, timeOf } from '../session.ts'
import { advance, expectAt, expectMoved, set } from './clock-calls.ts'

interface Advance {
  seconds?: number
  milliseconds?: number
}

const advancesBy = (change: (span: Advance) => Advance): Sabotage =>
  on('advanceClock', seesBody, (span: Advance) => change(span))

export const movingClock = inSessions({
  'CTL-025': {
    async run({ t, session }) {
      const spans: [Advance, number][] = [
        [{ seconds: 600 }, 600_000],
        [{ milliseconds: 12_345 }, 12_345],
        [{ seconds: 1.5, milliseconds: 86_400_250 }, 86_401_750],
        [{ seconds: 31_536_000.25 }, 31_536_000_250],
        [{ seconds: 0 }, 0],
      ]
      for (const [span, milliseconds] of spans) {
        await expectMoved(t, session, milliseconds, async () => {
          const body = await expectStatus(advance(t, session, span), 200, `status of ${JSON.stringify(span)}`)
          const behind = (await timeOf(t, session)) - Date.parse(body.now)
          expect([behind >= 0, behind < 10_000], 'whether the answer is the new time').toEqual([true, true])
        })
      }
      for (const span of [
        {},
        { seconds: -1 },
        { milliseconds: -1 },
        { milliseconds: 0.5 },
        { seconds: '1' },
        { minutes: 1 },
      ]) {
        await expectMoved(t, session, 0, async () => {
          await expectStatus(advance(t, session, span), 400, `status of ${JSON.stringify(span)}`)
        })
      }
    },
    sabotage: [
      advancesBy(({ seconds = 0 }) => ({ seconds })),
      advancesBy(({ milliseconds = 0 }) => ({ milliseconds })),
      advancesBy(({ seconds, milliseconds }) =>
        milliseconds === undefined ? { seconds: seconds ?? 0 } : { milliseconds },
      ),
      advancesBy(({ seconds = 0, ...others }) => ({ ...others, seconds: Math.floor(seconds) })),
      advancesBy(({ seconds = 0, milliseconds = 0 }) => ({ seconds: seconds + milliseconds })),
      on('advanceClock', changesBody, () => ({ now: new Date(0).toISOString() })),
      on('advanceClock', turnsStatus(400, 200)),
      doesRefused('advanceClock', { method: 'POST', path: '/clock/advance', body: { seconds: 600 } }),
    ],
  },
  'CTL-027': {
    async run({ t, session }) {
      for (const moment of [
        '1970-01-01T00:00:00Z',
        '9999-12-31T23:00:00Z',
        '1970-01-01T01:00:00+01:00',
        '2031-01-01T00:00:00Z',
      ]) {
        await expectStatus(set(t, session, moment), 200, `status of ${moment}`)
        await expectAt(t, session, moment)
      }
      for (const moment of [
        '1969-12-31T23:59:59.999Z',
        '1970-01-01T00:59:59+01:00',
        '9999-12-31T23:59:59-01:00',
        '0001-01-01T00:00:00Z',
        '2026-06-30T23:59:60Z',
        'tomorrow',
      ]) {
        await expectStatus(set(t, session, moment), 400, `status of ${moment}`)
        await expectAt(t, session, '2031-01-01T00:00:00Z')
      }
      await expectStatus(advance(t, session, { seconds: 300_000_000_000 }), 400, 'status of ten thousand years')
      await expectAt(t, session, '2031-01-01T00:00:00Z')
      await set(t, session, '9999-12-31T23:00:00Z')
      await expectStatus(advance(t, session, { seconds: 3000 }), 200, 'status of fifty minutes more')
      await expectStatus(advance(t, session, { milliseconds: 600_000 }), 400, 'status of another ten')
      await expectAt(t, session, '9999-12-31T23:50:00Z')
    },
    sabotage: [
      on('setClock', acceptsRefused({ now: '2031-01-01T00:00:00Z' })),
      on('advanceClock', acceptsRefused({ now: '2031-01-01T00:00:00Z' })),
      on('setClock', turnsStatus(400, 422)),
      doesRefused('setClock', { method: 'PUT', path: '/clock', body: { now: '1970-01-01T00:00:00Z' } }),
      doesRefused('advanceClock', { method: 'PUT', path: '/clock', body: { now: '9999-12-31T23:59:00Z' } }),
      on('setClock', seesBody, ({ now }: { now: string }) => ({
        now: now.startsWith('9999-12-31T23:00') ? '+0' : now,
      })),
    ],
  },
})
