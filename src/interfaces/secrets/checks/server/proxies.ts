import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import { answersWith, on, type SabotagedRequest, seesHeaders, turnsStatus, when } from '../../../../check/sabotage.ts'
import { type Checks, during, everyRead, everythingWithControl, has } from '../context.ts'
import { entriesOf, families, gapOf, prepareEveryRequest } from '../every-operation.ts'
import { expectOrAssume, expectStatus, expectSuccess } from '../expectations.ts'

const elsewhere = 'https://elsewhere.example'
const allowed = 'https://allowed.example'
const comesFrom = (origin: string) => has('origin', origin)
const says = (value: string) => has('x-svc-request', value)
const saysNothing = (request: SabotagedRequest) => !has('x-svc-request')(request)
const saysTrue = seesHeaders({ 'x-svc-request': 'true' })

/** Reads under a list of allowed origins, with their status; null is a server without CORS. */
const reads: [allowedOrigins: string[] | null, headers: Record<string, string>, status: number, gap?: string][] = [
  [[allowed], { origin: 'http://own.example', host: 'own.example' }, 200],
  [[allowed], { origin: 'null' }, 403],
  [[allowed], {}, 200],
  [[], { origin: allowed }, 403],
  [['*'], { origin: elsewhere }, 200, 'SEC-G30'],
  [null, { origin: elsewhere }, 200],
]

export const proxies: Checks = {
  'SEC-074': {
    needs: everyRead,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const [operation, input] of entriesOf(t, requests)) {
        const reply = await t.attempt(operation, { ...input, headers: { 'x-svc-request': 'true' } })
        expectOrAssume(gapOf(operation), t, () => expectSuccess(reply, `${operation} with X-Svc-Request: true`))
      }
    },
    sabotage: families.map((family) => on(family, when, says('true'), answersWith(400))),
  },
  'SEC-087': {
    needs: everythingWithControl,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      await during(t, { require_request_header: true }, async () => {
        for (const [operation, input] of entriesOf(t, requests)) {
          for (const value of [undefined, 'false']) {
            const reply = await t.attempt(operation, { ...input, headers: { 'x-svc-request': value } })
            const what = `${operation} with ${value === undefined ? 'no X-Svc-Request' : `X-Svc-Request: ${value}`}`
            expectRefused(reply, what)
            t.assume('SEC-G23', () => expectStatus(reply, 400, what))
          }
          const passed = await t.attempt(operation, { ...input, headers: { 'x-svc-request': 'true' } })
          expectSuccess(passed, `${operation} with X-Svc-Request: true`)
        }
        for (const value of ['1', 'TRUE', '']) {
          const reply = await t.attempt('readSecret', { ...requests.readSecret, headers: { 'x-svc-request': value } })
          t.assume('SEC-G23', () => expectStatus(reply, 400, `readSecret with X-Svc-Request: ${value}`))
        }
      })
    },
    sabotage: [
      ...families.map((family) => on(family, when(saysNothing, saysTrue))),
      when(says('false'), saysTrue),
      when(says('true'), seesHeaders({ 'x-svc-request': undefined })),
      turnsStatus(400, 412),
    ],
  },
  'SEC-098': {
    needs: everythingWithControl,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      await during(t, { cors_allowed_origins: [allowed] }, async () => {
        for (const [operation, input] of entriesOf(t, requests)) {
          const refused = await t.attempt(operation, { ...input, headers: { origin: elsewhere } })
          expectStatus(refused, 403, `${operation} from an origin that is not allowed`)
          const passed = await t.attempt(operation, { ...input, headers: { origin: allowed } })
          expectSuccess(passed, `${operation} from an origin that is allowed`)
        }
      })
      for (const [allowedOrigins, headers, status, gap] of reads) {
        await during(t, { cors_allowed_origins: allowedOrigins }, async () => {
          const reply = await t.attempt('readSecret', { ...requests.readSecret, headers })
          const what = `readSecret with ${JSON.stringify(headers)}, where ${JSON.stringify(allowedOrigins)} are allowed`
          expectOrAssume(gap, t, () => expect(reply.status, `status of ${what}`).toBe(status))
        })
      }
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
