import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesQuery, ignoresQuery, on } from '../../../../check/sabotage.ts'
import type { Context } from '../context.ts'
import { assureProfiles } from '../endpoints.ts'
import { assertServed, assumeRefused } from '../outcomes.ts'
import { askProfile } from './profiles.ts'

/** Milliseconds after which a short recording is too long, even on a busy machine. */
const tooLong = 20_000

const recordings = ['getPprofProfile', 'getPprofTrace'] as const

/** Milliseconds by the target's clock until an answer. */
async function timeOf(
  t: Context,
  operation: (typeof recordings)[number] | 'getPprofNamed',
  seconds: number | undefined,
): Promise<number> {
  const begun = await t.now()
  const reply = await askProfile(t, operation, { query: { seconds } })
  const ended = await t.now()
  assertServed(t, reply, `${operation} with seconds=${seconds}`)
  return ended - begun
}

const takes = (operation: string, asked: string | null, seconds: string) =>
  on(operation, changesQuery, (query) => query.get('seconds') === asked && query.set('seconds', seconds))

export const recordingTimes: Record<string, Check<operations>> = {
  'AGT-138': {
    needs: { control: 'where offered' },
    async run(t) {
      await assureProfiles(t)
      for (const operation of recordings) {
        const brief = await timeOf(t, operation, 1)
        expect(brief, `milliseconds of ${operation} with seconds=1`).toBeGreaterThanOrEqual(1000)
        expect(brief, `milliseconds of ${operation} with seconds=1`).toBeLessThan(tooLong)
        const long = await timeOf(t, operation, 6)
        expect(long, `milliseconds of ${operation} with seconds=6`).toBeGreaterThanOrEqual(6000)
        if (!t.hasControl) continue
        const wrong = await askProfile(t, operation, { query: { seconds: 'some' } })
        assumeRefused(t, wrong, { what: `${operation} with seconds=some`, gap: 'AGT-G30', as: 400 })
        // An agent without this limit would go on recording long after the run.
        for (const seconds of ['3601', '1e300', '99999999999999999999']) {
          const endless = await askProfile(t, operation, { query: { seconds } })
          assumeRefused(t, endless, { what: `${operation} with seconds=${seconds}`, gap: 'AGT-G26', as: 400 })
        }
        const hour = await timeOf(t, 'getPprofNamed', 3600)
        t.assume('AGT-G26', () => expect(hour, 'milliseconds of a snapshot with seconds=3600').toBeLessThan(tooLong))
      }
    },
    sabotage: recordings.flatMap((operation) => [
      on(operation, ignoresQuery('seconds')),
      takes(operation, '1', '30'),
      takes(operation, '6', '1'),
      takes(operation, 'some', '1'),
    ]),
  },
  'AGT-139': {
    async run(t) {
      await assureProfiles(t)
      for (const operation of recordings) {
        const usual = await timeOf(t, operation, undefined)
        expect(usual, `milliseconds of ${operation} without seconds`).toBeGreaterThanOrEqual(3000)
        expect(usual, `milliseconds of ${operation} without seconds`).toBeLessThan(tooLong)
        for (const seconds of [0, -5]) {
          const none = await timeOf(t, operation, seconds)
          t.assume('AGT-G26', () => {
            expect(none, `milliseconds of ${operation} with seconds=${seconds}`).toBeGreaterThanOrEqual(3000)
            expect(none, `milliseconds of ${operation} with seconds=${seconds}`).toBeLessThan(tooLong)
          })
        }
      }
    },
    sabotage: recordings.flatMap((operation) => [
      takes(operation, null, '1'),
      takes(operation, null, '30'),
      takes(operation, '0', '1'),
    ]),
  },
}
