import { expect } from 'vitest'
import type { operations } from '../../../../generated/secrets/types.ts'
import type { Check } from '../../check.ts'
import { acceptsRefused, answersWith, on, type Sabotage, turnsStatus, when } from '../../sabotage.ts'
import { during } from './conditions.ts'
import { type Checks, everythingUnder, type Operation, version1 } from './context.ts'
import { everyWrite, prepareEveryRequest } from './every-operation.ts'
import { expectErrorBody, expectRefused, expectSuccess } from './expectations.ts'
import { removeSecretAfterwards, scratchDirectory } from './scratch.ts'

const megabyte = { least: 1_000_000, most: 1_048_576 }

/** An object of so many bytes, most of them blank: no limit on the JSON itself, or on what is stored, comes into it. */
function objectOf(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, ' ')
  body.write('{"value":"contract-checks"')
  body.write('}', bytes - 1)
  return body
}

interface JsonLimit {
  name: string
  value: number
  back: number
  /** A value that is just within the limit, as a member of a body, and one that is beyond. */
  within: unknown
  beyond: unknown
}

/** Members of a body go one deeper, and where they stand in `data`, two. */
const bodyWith = (operation: Operation, value: unknown) => {
  if (/^writeVersion/.test(operation)) return { data: { value } }
  const required = /^(delete|undelete|destroy)/.test(operation) ? { versions: [1] } : {}
  return { ...required, value }
}

const listedWrites: readonly Operation[] = ['writeSecret', 'writeSecretByPut', 'writeVersion', 'writeVersionByPut']

/** With a limit set, what is within it is accepted, and what is beyond refused, by every write. */
function limits({ name, value, back, within, beyond }: JsonLimit): Check<operations> {
  return {
    needs: everythingUnder,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of listedWrites) {
        const reply = await t.attempt(operation, { ...requests[operation], body: bodyWith(operation, beyond) })
        expectSuccess(reply, `${operation} of the same body, with ${name} as it is from the start`)
      }
      await during(t, { [name]: value }, { [name]: back }, async () => {
        for (const operation of listedWrites) {
          const reply = await t.attempt(operation, { ...requests[operation], body: bodyWith(operation, within) })
          expectSuccess(reply, `${operation} of a body within a ${name} of ${value}`)
        }
        for (const operation of everyWrite) {
          const what = `${operation} of a body beyond a ${name} of ${value}`
          const reply = await t.attempt(operation, { ...requests[operation], body: bodyWith(operation, beyond) })
          expectRefused(reply, what)
          expectErrorBody(reply, what)
          t.assume('SEC-G22', () => expect(reply.status, `status of ${what}`).toBe(400))
        }
      })
    },
    sabotage: [
      ...['writeSecret', 'writeVersionByPut', 'writeKeySettings', 'destroyVersions', 'login'].map((operation) =>
        on(operation, acceptsRefused()),
      ),
      on('writeSecret', isExactly(bodyWith('writeSecret', within), 400)),
      on('writeVersionByPut', isExactly(bodyWith('writeVersionByPut', within), 400)),
      turnsStatus(400, 422),
    ],
  }
}

/** A body that is as long as the limit allows is refused. */
function isExactly(body: object, status: number): Sabotage {
  return when((request) => String(request.body) === JSON.stringify(body), answersWith(status, { errors: ['too much'] }))
}

const isLarge = ({ body }: { body: Buffer | null }) => (body?.length ?? 0) > 31 * megabyte.least

export const listenerLimits: Checks = {
  'SEC-111': {
    needs: version1,
    async run(t) {
      const path = { mount: t.resource('version 1 mount'), path: scratchDirectory() }
      removeSecretAfterwards(t, path.path)
      // Whatever a megabyte is, and headers counted or not.
      const accepted = await t.attempt('writeSecret', { path, body: objectOf(32 * megabyte.least - 65_536) })
      expectSuccess(accepted, 'a write of little less than 32 MB')
      const whole = await t.attempt('writeSecretByPut', { path, body: objectOf(32 * megabyte.most) })
      t.assume('SEC-G21', () => expectSuccess(whole, 'a write of 33,554,432 bytes'))
      const refused = await t.attempt('writeSecret', { path, body: objectOf(32 * megabyte.most + 1) })
      expectRefused(refused, 'a write of 33,554,433 bytes')
      expectErrorBody(refused, 'a write of 33,554,433 bytes')
      t.assume('SEC-G21', () => expect(refused.status, 'status of a write of 33,554,433 bytes').toBe(413))
    },
    sabotage: [
      on(
        'writeSecret',
        when(
          ({ body }) => isLarge({ body }) && (body?.length ?? 0) < 32 * megabyte.least,
          answersWith(413, { errors: ['too large'] }),
        ),
      ),
      on('writeSecret', when(isLarge, acceptsRefused())),
      on('writeSecretByPut', when(isLarge, answersWith(413))),
    ],
  },
  'SEC-113': {
    needs: everythingUnder,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const size = 500
      await during(t, { max_request_size: size }, { max_request_size: 32 * megabyte.most }, async () => {
        for (const operation of everyWrite) {
          const body = Buffer.alloc(size + 1, ' ')
          body.write(JSON.stringify(requests[operation].body))
          const reply = await t.attempt(operation, { ...requests[operation], body })
          const what = `${operation} of ${size + 1} bytes, at a maximum of ${size}`
          expectRefused(reply, what)
          expectErrorBody(reply, what)
          t.assume('SEC-G21', () => expect(reply.status, `status of ${what}`).toBe(413))
          if (/^login/.test(operation)) continue
          const within = await t.attempt(operation, { ...requests[operation], body: body.subarray(0, size) })
          expectSuccess(within, `${operation} of ${size} bytes, at a maximum of ${size}`)
        }
      })
    },
    sabotage: [
      ...['writeSecret', 'writeVersionByPut', 'login', 'undeleteVersions'].map((operation) =>
        on(operation, acceptsRefused()),
      ),
      on(
        'writeSecret',
        when(({ body }) => body?.length === 500, answersWith(413)),
      ),
      turnsStatus(413, 400),
    ],
  },
  'SEC-114': limits({ name: 'max_json_depth', value: 4, back: 300, within: [[]], beyond: [[[[]]]] }),
  'SEC-115': limits({
    name: 'max_json_string_value_length',
    value: 40,
    back: 1_048_576,
    // Characters are counted, not bytes.
    within: 'é'.repeat(40),
    beyond: 'é'.repeat(41),
  }),
  'SEC-116': limits({
    name: 'max_json_object_entry_count',
    value: 5,
    back: 10_000,
    within: { a: 1, b: 2, c: 3, d: 4, e: 5 },
    beyond: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
  }),
  'SEC-117': limits({
    name: 'max_json_array_element_count',
    value: 5,
    back: 10_000,
    within: [1, 2, 3, 4, 5],
    beyond: [1, 2, 3, 4, 5, 6],
  }),
}
