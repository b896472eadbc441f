import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import { changesAnswer, on, seesHeaders, turnsStatus, when } from '../../../../check/sabotage.ts'
import { type Checks, during, everyRead, everythingUnder } from '../context.ts'
import { entriesOf, families, gapOf, prepareEveryRequest } from '../every-operation.ts'
import { expectError, expectSuccess, expectUnless } from '../expectations.ts'

const elsewhere = 'https://elsewhere.example'
const allowed = 'https://allowed.example'
const comesFrom =
  (origin: string) =>
  ({ headers }: { headers: Record<string, string> }) =>
    headers.origin === origin
const says =
  (value: string | undefined) =>
  ({ headers }: { headers: Record<string, string> }) =>
    headers['x-svc-request'] === value
const saysTrue = seesHeaders({ 'x-svc-request': 'true' })

export const proxies: Checks = {
  'SEC-074': {
    needs: everyRead,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const [operation, input] of entriesOf(t, requests)) {
        const reply = await t.attempt(operation, { ...input, headers: { 'x-svc-request': 'true' } })
        expectUnless(gapOf(operation), t, () => expectSuccess(reply, `${operation} with X-Svc-Request: true`))
      }
    },
    sabotage: families.map((family) =>
      on(
        family,
        when(says('true'), changesAnswer, (answer) => ({ ...answer, status: 400, body: { errors: [] } })),
      ),
    ),
  },
  'SEC-087': {
    needs: everythingUnder,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      await during(t, { require_request_header: true }, { require_request_header: false }, async () => {
        for (const [operation, input] of entriesOf(t, requests)) {
          for (const value of [undefined, 'false']) {
            const reply = await t.attempt(operation, { ...input, headers: { 'x-svc-request': value } })
            const what = `${operation} with ${value === undefined ? 'no X-Svc-Request' : `X-Svc-Request: ${value}`}`
            expectRefused(reply, what)
            t.assume('SEC-G23', () => expectError(reply, 400, what))
          }
          const passed = await t.attempt(operation, { ...input, headers: { 'x-svc-request': 'true' } })
          expectSuccess(passed, `${operation} with X-Svc-Request: true`)
        }
        for (const value of ['1', 'TRUE', '']) {
          const reply = await t.attempt('readSecret', { ...requests.readSecret, headers: { 'x-svc-request': value } })
          t.assume('SEC-G23', () => expectError(reply, 400, `readSecret with X-Svc-Request: ${value}`))
        }
      })
    },
    sabotage: [
      ...families.map((family) => on(family, when(says(undefined), saysTrue))),
      when(says('false'), saysTrue),
      when(says('true'), seesHeaders({ 'x-svc-request': undefined })),
      turnsStatus(400, 412),
    ],
  },
  'SEC-098': {
    needs: everythingUnder,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      await during(t, { cors_allowed_origins: [allowed] }, { cors_allowed_origins: null }, async () => {
        for (const [operation, input] of entriesOf(t, requests)) {
          const refused = await t.attempt(operation, { ...input, headers: { origin: elsewhere } })
          expectError(refused, 403, `${operation} from an origin that is not allowed`)
          const passed = await t.attempt(operation, { ...input, headers: { origin: allowed } })
          expectSuccess(passed, `${operation} from an origin that is allowed`)
        }
      })
      await during(t, { cors_allowed_origins: [allowed] }, { cors_allowed_origins: null }, async () => {
        const own = { origin: 'http://own.example', host: 'own.example' }
        expectSuccess(
          await t.attempt('readSecret', { ...requests.readSecret, headers: own }),
          'a read from the origin of the server itself',
        )
        const opaque = await t.attempt('readSecret', { ...requests.readSecret, headers: { origin: 'null' } })
        expectError(opaque, 403, 'a read from an opaque origin')
        const none = await t.attempt('readSecret', requests.readSecret)
        expectSuccess(none, 'a read without an origin')
      })
      await during(t, { cors_allowed_origins: [] }, { cors_allowed_origins: null }, async () => {
        const reply = await t.attempt('readSecret', { ...requests.readSecret, headers: { origin: allowed } })
        expectError(reply, 403, 'a read from an origin, where none is allowed')
      })
      await during(t, { cors_allowed_origins: ['*'] }, { cors_allowed_origins: null }, async () => {
        const any = await t.attempt('readSecret', { ...requests.readSecret, headers: { origin: elsewhere } })
        t.assume('SEC-G30', () => expectSuccess(any, 'a read from any origin, where all are allowed'))
      })
      const off = await t.attempt('readSecret', { ...requests.readSecret, headers: { origin: elsewhere } })
      expect(off.status, 'status of readSecret from any origin, without CORS').toBe(200)
    },
    sabotage: [
      ...families.map((family) => on(family, when(comesFrom(elsewhere), seesHeaders({ origin: undefined })))),
      when(comesFrom(elsewhere), turnsStatus(403, 401)),
      when(comesFrom(allowed), seesHeaders({ origin: elsewhere })),
      when(comesFrom('http://own.example'), turnsStatus(200, 403)),
      when(comesFrom('null'), seesHeaders({ origin: undefined })),
    ],
  },
}
