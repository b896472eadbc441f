import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import {
  acceptsRefused,
  answersWith,
  on,
  type SabotagedRequest,
  seesHeaders,
  when,
} from '../../../../check/sabotage.ts'
import { assertRefused, assertServed } from '../outcomes.ts'
import { tokens } from '../tokens.ts'
import { askProfile, every } from './profiles.ts'

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
