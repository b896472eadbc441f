import type { operations } from '../../../../../generated/secrets/types.ts'
import type { AttemptInput, Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import {
  acceptsRefused,
  answersWith,
  changesAnswer,
  on,
  type Sabotage,
  seesBody,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, everything, type Operation } from '../context.ts'
import { among, everyWrite, gapOf, prepareEveryRequest } from '../every-operation.ts'
import { expectError, expectSuccess, expectUnless } from '../expectations.ts'

const each = (sabotage: Sabotage) => everyWrite.map((operation) => on(operation, sabotage))

function isObjectIn(body: Uint8Array | null): boolean {
  try {
    const value = JSON.parse(String(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Every write accepts an object, and refuses these bodies. */
function takesObjectsOnly(bodies: readonly string[], what: string, sabotage: readonly Sabotage[]): Check<operations> {
  return {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, everyWrite)) {
        const taken = await t.attempt(operation, requests[operation])
        expectUnless(gapOf(operation), t, () => expectSuccess(taken, `${operation} of a JSON object`))
        for (const body of bodies) {
          const reply = await t.attempt(operation, { ...requests[operation], body })
          const gap = body === 'null' ? 'SEC-G50' : undefined
          expectUnless(gap, t, () => expectRefused(reply, `${operation} of ${body}, which is no ${what}`))
        }
      }
    },
    sabotage: [
      ...each(when(({ body }) => !isObjectIn(body), acceptsRefused())),
      on(['writeSecret', 'writeVersionByPut'], answersWith(415)),
      ...sabotage,
    ],
  }
}

/** Requests with a value that only this contract's schemas exclude, with the gap that leaves the schema open. */
const invalidRequests: [gap: string, operation: Operation, wrong: AttemptInput][] = [
  ...[-1, 1.5, '3', null].flatMap((max_versions): typeof invalidRequests => [
    ['SEC-G01', 'writeStoreSettings', { body: { max_versions } }],
    ['SEC-G01', 'writeKeySettings', { body: { max_versions } }],
  ]),
  ...[undefined, [], 1, ['a'], [0], [1.5]].flatMap((versions): typeof invalidRequests => [
    ['SEC-G05', 'deleteVersions', { body: { versions } }],
    ['SEC-G05', 'undeleteVersions', { body: { versions } }],
    ['SEC-G05', 'destroyVersions', { body: { versions } }],
  ]),
  ...[-1, 1.5, 'abc'].map((version): (typeof invalidRequests)[number] => [
    'SEC-G16',
    'readVersion',
    { query: { version } },
  ]),
  ['SEC-G44', 'readVersion', { query: { version: '9007199254740993' } }],
  ['SEC-G03', 'login', { body: {}, as: null }],
  ['SEC-G03', 'login', { body: { password: 1 }, as: null }],
]

export const requestBodies: Checks = {
  'SEC-016': takesObjectsOnly(['value=contract-checks', '<value/>', '{"value":'], 'JSON', [
    on('writeSecret', when, ({ body }) => String(body).startsWith('<'), answersWith(204)),
    on('writeSecret', when, ({ body }) => String(body).startsWith('{"value":'), acceptsRefused()),
  ]),
  'SEC-065': takesObjectsOnly(['[]', '"text"', 'null'], 'object', [
    on('writeSecret', seesBody, (body) => (Array.isArray(body) ? {} : body)),
    on('writeSecretByPut', seesBody, (body: unknown) => (body === null ? {} : body)),
    on('writeVersion', when, ({ body }) => String(body) === '"text"', acceptsRefused()),
  ]),
  'SEC-095': {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, everyWrite)) {
        const reply = await t.attempt(operation, { ...requests[operation], body: '{"data":' })
        expectUnless(gapOf(operation), t, () => expectError(reply, 400, `${operation} of JSON that breaks off`))
      }
      for (const operation of ['writeVersion', 'writeVersionByPut'] as const) {
        const missing = await t.attempt(operation, { ...requests[operation], body: {} })
        expectError(missing, 400, `${operation} without data`)
        const invalid = await t.attempt(operation, { ...requests[operation], body: { data: 'text' } })
        expectError(invalid, 400, `${operation} with data that is not an object`)
      }
      for (const [gap, operation, wrong] of invalidRequests) {
        if (among(t, [operation]).length === 0) continue
        const reply = await t.attempt(operation, { ...requests[operation], ...wrong })
        t.assume(gap, () => expectError(reply, 400, `${operation} with ${JSON.stringify(wrong)}`))
      }
      const target = `/v1/${t.resource('version 1 mount')}/contract-checks%zz`
      const { status } = await t.send({ method: 'GET', target })
      // Such a path is invalid as well, which is 404.
      t.assume('SEC-G20', () =>
        expect(status, 'status of a GET of a path that is not validly percent-encoded').toBe(400),
      )
    },
    sabotage: [
      ...each(changesAnswer((answer) => (answer.status === 400 ? { ...answer, status: 422 } : answer))),
      ...['writeVersion', 'writeVersionByPut'].flatMap((operation) => [
        on(operation, when, ({ body }) => String(body) === '{}', acceptsRefused()),
        on(operation, seesBody, (body: { data?: unknown }) => (typeof body.data === 'string' ? { data: {} } : body)),
      ]),
      on('writeSecret', acceptsRefused()),
      when(({ path }) => path.endsWith('%zz'), turnsStatus(400, 404)),
    ],
  },
}
