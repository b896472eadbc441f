import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import {
  acceptsRefused,
  answersWith,
  on,
  type SabotagedRequest,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, during, everythingUnder, version1 } from '../context.ts'
import { among, everyWrite, prepareEveryRequest } from '../every-operation.ts'
import { expectSuccess } from '../expectations.ts'
import { scratchDirectory } from '../scratch.ts'

const megabyte = { least: 1_000_000, most: 1_048_576 }

/** An object with blanks up to this number of bytes, so that no limit on JSON or on stored data applies. */
function objectOf(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, ' ')
  body.write('{"value":"contract-checks"}')
  return body
}

const isLarge = ({ body }: Pick<SabotagedRequest, 'body'>) => (body?.length ?? 0) > 31 * megabyte.least

export const listenerLimits: Checks = {
  'SEC-111': {
    needs: { ...version1, resources: [...version1.resources, 'usual request size'] },
    async run(t) {
      const path = { mount: t.resource('version 1 mount'), path: scratchDirectory() }
      const body = objectOf(32 * megabyte.most + 1)
      // Small enough for every definition of a megabyte, with or without headers.
      const little = body.subarray(0, 32 * megabyte.least - 65_536)
      const accepted = await t.attempt('writeSecret', { path, body: little })
      expectSuccess(accepted, 'a write of little less than 32 MB')
      const before = await t.call('readSecret', { path })
      // A server may close the connection before its answer can be read.
      const refused = await t.attempt('writeSecret', { path, body }).catch(() => undefined)
      if (refused) {
        expectRefused(refused, 'a write of 33,554,433 bytes')
      }
      t.assume('SEC-G21', () => expect(refused?.status, 'status of a write of 33,554,433 bytes').toBe(413))
      const after = await t.call('readSecret', { path })
      expect(after.status, 'status of a read after the write that was refused').toBe(before.status)
    },
    sabotage: [
      on(
        'writeSecret',
        when,
        ({ body }) => isLarge({ body }) && (body?.length ?? 0) < 32 * megabyte.least,
        answersWith(413, { errors: ['too large'] }),
      ),
      on('writeSecret', when(isLarge, acceptsRefused())),
    ],
  },
  'SEC-113': {
    needs: everythingUnder,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const size = 500
      await during(t, { max_request_size: size }, { max_request_size: 32 * megabyte.most }, async () => {
        for (const operation of among(t, everyWrite)) {
          const body = Buffer.alloc(size + 1, ' ')
          body.write(JSON.stringify(requests[operation].body))
          const reply = await t.attempt(operation, { ...requests[operation], body })
          const what = `${operation} of ${size + 1} bytes, at a maximum of ${size}`
          expectRefused(reply, what)
          t.assume('SEC-G21', () => expect(reply.status, `status of ${what}`).toBe(413))
          if (/^login/.test(operation)) continue
          const within = await t.attempt(operation, { ...requests[operation], body: body.subarray(0, size) })
          expectSuccess(within, `${operation} of ${size} bytes, at a maximum of ${size}`)
        }
        const deletion = await t.attempt('deleteSecret', {
          ...requests.deleteSecret,
          body: Buffer.alloc(size + 1, ' '),
        })
        t.assume('SEC-G21', () =>
          expectSuccess(deletion, `a deletion with a body of ${size + 1} bytes, which it does not take`),
        )
        const reading = await t.attempt('readSecret', {
          ...requests.readSecret,
          headers: { 'x-odd': 'x'.repeat(size) },
        })
        t.assume('SEC-G21', () =>
          expectSuccess(reading, `a read with a header of ${size} bytes, at a maximum of ${size}`),
        )
      })
      const larger = 32 * megabyte.most + 1
      await during(t, { max_request_size: larger }, { max_request_size: 32 * megabyte.most }, async () => {
        const reply = await t.attempt('writeSecret', { ...requests.writeSecret, body: objectOf(larger) })
        expectSuccess(reply, `writeSecret of ${larger} bytes, at a maximum of as many`)
      })
    },
    sabotage: [
      ...['writeSecret', 'writeVersionByPut', 'login', 'undeleteVersions'].map((operation) =>
        on(operation, acceptsRefused()),
      ),
      on('writeSecret', when, ({ body }) => body?.length === 500, answersWith(413)),
      turnsStatus(413, 400),
    ],
  },
}
