import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import {
  acceptsRefused,
  answersWith,
  changesQuery,
  ignoresQuery,
  on,
  type SabotagedRequest,
  seesHeaders,
  when,
} from '../../../../check/sabotage.ts'
import { type Context, tokens } from '../context.ts'
import { assureProfiles } from '../endpoints.ts'
import { assertRefused, assertServed, assumeRefused } from '../outcomes.ts'
import { askProfile, every } from './profiles.ts'

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
        // Longer than a recording without seconds.
        const long = await timeOf(t, operation, 4)
        expect(long, `milliseconds of ${operation} with seconds=4`).toBeGreaterThanOrEqual(4000)
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
      takes(operation, '4', '1'),
      takes(operation, 'some', '1'),
    ]),
  },
  'AGT-139': {
    needs: { control: 'where offered' },
    async run(t) {
      await assureProfiles(t)
      for (const operation of recordings) {
        const usual = await timeOf(t, operation, undefined)
        expect(usual, `milliseconds of ${operation} without seconds`).toBeGreaterThanOrEqual(3000)
        expect(usual, `milliseconds of ${operation} without seconds`).toBeLessThan(tooLong)
        for (const seconds of t.hasControl ? [0, -5] : []) {
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

interface Row {
  enableDebug: 'unset' | boolean
  aclsEnabled: boolean
}

const managed = { 'x-cluster-token': tokens.management }
const isAnonymous = ({ headers }: SabotagedRequest) => headers['x-cluster-token'] === undefined
const isUnavailable = answersWith(404, 'Profiles are not available', { 'content-type': 'text/plain' })

/** A row of the table of availability, for all four operations. */
function row(conditions: Row, isAvailable: boolean): Check<operations> {
  const what = `with enable_debug ${conditions.enableDebug} and ACLs ${conditions.aclsEnabled ? 'on' : 'off'}`
  return {
    needs: { control: true },
    async run(t) {
      await t.control.setConditions(conditions)
      const { config } = (await t.call('getSelf')).body
      t.assume('AGT-G02', () =>
        expect(config.EnableDebug, `EnableDebug of the self report ${what}`).toBe(conditions.enableDebug === true),
      )
      for (const operation of every) {
        const reply = await askProfile(t, operation)
        if (isAvailable) assertServed(t, reply, `${operation} ${what}`)
        else assertRefused(t, reply, { what: `${operation} ${what}`, gap: 'AGT-G28', as: 404 })
        if (!conditions.aclsEnabled) continue
        // The permission is checked for available profiles (gap AGT-G27).
        const anonymous = await askProfile(t, operation, { as: null })
        expectRefused(anonymous, `${operation} ${what}, without a token`)
      }
    },
    sabotage: every.flatMap((operation) => [
      on(operation, isAvailable ? isUnavailable : acceptsRefused()),
      ...(conditions.aclsEnabled ? [on(operation, when(isAnonymous, seesHeaders(managed)))] : []),
    ]),
  }
}

/** `n/a` in the column of ACLs is read as off (gap AGT-G27). */
export const availability: Record<string, Check<operations>> = {
  'AGT-145': row({ enableDebug: 'unset', aclsEnabled: false }, false),
  'AGT-146': row({ enableDebug: true, aclsEnabled: false }, true),
  'AGT-147': row({ enableDebug: false, aclsEnabled: false }, false),
  'AGT-148': row({ enableDebug: 'unset', aclsEnabled: false }, false),
  'AGT-149': row({ enableDebug: 'unset', aclsEnabled: true }, true),
  'AGT-150': row({ enableDebug: true, aclsEnabled: false }, true),
  'AGT-151': row({ enableDebug: false, aclsEnabled: true }, true),
}
