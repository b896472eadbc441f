import type { operations } from '../../../../../generated/secrets/types.ts'
import type { Answer } from '../../../../behaviour/definition.ts'
import type { AttemptInput, Check, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import { isPlainObject } from '../../../../check/pattern.ts'
import {
  acceptsRefused,
  answersWith,
  changesAnswer,
  changesHeader,
  on,
  type Sabotage,
  seesBody,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { parseJson } from '../../../../json-text.ts'
import { type Conditions, conditions } from '../../conditions.ts'
import { type Checks, type Context, everyRead, everything, type Operation } from '../context.ts'
import { among, entriesOf, everyWrite, gapOf, prepareEveryRequest } from '../every-operation.ts'
import { expectErrorBody, expectOrAssume, expectStatus, expectSuccess } from '../expectations.ts'
import { scratchDirectory } from '../scratch.ts'

/** States of the server in which it refuses requests. */
const states: readonly Partial<Conditions>[] = [
  ...[
    { initialized: false },
    { sealed: true },
    { maintenance: true },
    { hosted: true },
    { namespaces_available: false },
  ],
  ...[{ data_missing: true }, { third_party_failing: true }, { internal_error: true }, { cors_allowed_origins: [] }],
  ...[{ require_request_header: true }, { max_request_size: 1 }, { max_json_object_entry_count: 1 }],
  ...(['standby', 'performance-standby', 'dr-secondary'] as const).map((node_role) => ({ node_role })),
]
/** Headers that some of these states refuse. */
const elsewhere = { headers: { origin: 'https://elsewhere.example', 'x-svc-request': undefined } }

/**
 * Answers of every operation: to a valid request, without a token, with an unknown method, and below an unknown mount. A read of a
 * deleted version is among them, because a server may answer it with its record.
 */
async function* manyAnswers(t: Context): AsyncGenerator<{ reply: Reply; what: string }> {
  const requests = await prepareEveryRequest(t)
  for (const [operation, input] of entriesOf(t, requests)) {
    yield { reply: await t.attempt(operation, input), what: operation }
    const headers = { 'x-svc-token': 'contract-checks-no-such-token' }
    yield { reply: await t.attempt(operation, { ...input, headers }), what: `${operation} with a wrong token` }
    if (t.mayChange) {
      const reply = await t.attempt(operation, { ...input, method: 'PATCH' })
      yield { reply, what: `PATCH at the address of ${operation}` }
    }
    if (input.path === undefined) continue
    const path = { ...input.path, mount: scratchDirectory(), auth_method: scratchDirectory() }
    yield { reply: await t.attempt(operation, { ...input, path }), what: `${operation} of a mount that is not there` }
  }
  for (const operation of among(t, everyWrite)) {
    const reply = await t.attempt(operation, { ...requests[operation], body: '{"data":' })
    yield { reply, what: `${operation} of JSON that breaks off` }
  }
  if (!t.mayChange) return
  const { path = {} } = requests.writeVersion
  await t.attempt('writeVersion', requests.writeVersion)
  await t.attempt('deleteLatestVersion', { path })
  yield { reply: await t.attempt('readVersion', { path }), what: 'a read of a deleted version' }
  if (!t.hasControl) return
  const initial = Object.entries(conditions).map(([name, condition]) => [name, condition.initial])
  for (const state of states) {
    await t.control.setConditions(state)
    for (const operation of ['readSecret', 'writeSecret', 'readHealth'] as const) {
      const reply = await t.attempt(operation, { ...requests[operation], ...elsewhere })
      yield { reply, what: `${operation} with ${JSON.stringify(state)}` }
    }
    await t.control.setConditions(Object.fromEntries(initial))
  }
}

function ofManyAnswers(
  expectation: (reply: Reply, what: string) => void,
  sabotage: readonly Sabotage[],
): Check<operations> {
  return {
    needs: { ...everyRead, control: 'where offered' },
    async run(t) {
      for await (const { reply, what } of manyAnswers(t)) expectation(reply, what)
    },
    sabotage,
  }
}

const answering = (status: number, change: (answer: Answer) => Answer): Sabotage =>
  changesAnswer((answer) => (answer.status === status && answer.body !== undefined ? change(answer) : answer))
const plain = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': 'text/plain' },
  body: 'done',
})
const untyped = ({ headers: { 'content-type': _, ...headers }, ...answer }: Answer): Answer => ({ ...answer, headers })
const withBody =
  (body: unknown) =>
  (answer: Answer): Answer => ({ ...answer, body })

const each = (sabotage: Sabotage) => everyWrite.map((operation) => on(operation, sabotage))

const isObjectIn = (body: Uint8Array | null) => isPlainObject(parseJson(String(body)))

/** Every write accepts an object, and refuses these bodies. */
function takesObjectsOnly(bodies: readonly string[], what: string, sabotage: readonly Sabotage[]): Check<operations> {
  return {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, everyWrite)) {
        const taken = await t.attempt(operation, requests[operation])
        expectOrAssume(gapOf(operation), t, () => expectSuccess(taken, `${operation} of a JSON object`))
        for (const body of bodies) {
          const reply = await t.attempt(operation, { ...requests[operation], body })
          const gap = body === 'null' ? 'SEC-G50' : undefined
          expectOrAssume(gap, t, () => expectRefused(reply, `${operation} of ${body}, which is no ${what}`))
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

export const bodies: Checks = {
  'SEC-017': ofManyAnswers(
    ({ text, status }, what) => {
      if (text !== '')
        expect(parseJson(text), `JSON in the body of ${what}, which answered ${status}`).not.toBe(undefined)
    },
    [
      ...[200, 400, 403, 404, 405].map((status) => answering(status, plain)),
      ...['readSecret', 'writeVersion', 'listKeys', 'login', 'readHealth', 'describeLogin'].map((operation) =>
        on(operation, answering(200, plain)),
      ),
    ],
  ),
  'SEC-018': ofManyAnswers(
    ({ text, headers, status }, what) => {
      if (text === '') return
      expect(headers['content-type'], `Content-Type of ${what}, which answered ${status}`).toEqual(
        expect.stringMatching(/./),
      )
    },
    [
      ...[200, 400, 403, 404, 405].map((status) => answering(status, untyped)),
      ...['readSecret', 'writeVersion', 'listKeys', 'login', 'readHealth'].map((operation) =>
        on(operation, changesHeader('content-type', undefined)),
      ),
    ],
  ),
  'SEC-029': ofManyAnswers(
    (reply, what) => {
      if (reply.status >= 400) expectErrorBody(reply, `${what}, which answered ${reply.status}`)
    },
    [
      // The record of a deleted version in place of the errors.
      on(
        'readVersion',
        when,
        ({ path }) => path.startsWith('/v1/kv/'),
        answering(404, withBody({ data: { data: null, metadata: { deletion_time: 'now' } } })),
      ),
      ...[412, 413, 429, 472, 473, 500, 501, 502, 503].map((status) =>
        answering(status, withBody({ errors: 'a message' })),
      ),
      ...[400, 403, 404, 405].flatMap((status) =>
        [{ errors: 'a message' }, { errors: [{ message: 'a message' }] }, {}, undefined].map((body) =>
          answering(status, withBody(body)),
        ),
      ),
    ],
  ),
  'SEC-016': takesObjectsOnly(['value=contract-checks', '<value/>', '{"value":'], 'JSON', [
    on('writeSecret', when, ({ body }) => String(body).startsWith('<'), answersWith(204)),
    on('writeSecret', when, ({ body }) => String(body).startsWith('{"value":'), acceptsRefused()),
  ]),
  'SEC-065': takesObjectsOnly(['[]', '"text"', '17', 'null'], 'object', [
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
        expectOrAssume(gapOf(operation), t, () => expectStatus(reply, 400, `${operation} of JSON that breaks off`))
      }
      for (const operation of ['writeVersion', 'writeVersionByPut'] as const) {
        const missing = await t.attempt(operation, { ...requests[operation], body: {} })
        expectStatus(missing, 400, `${operation} without data`)
        const invalid = await t.attempt(operation, { ...requests[operation], body: { data: 'text' } })
        expectStatus(invalid, 400, `${operation} with data that is not an object`)
      }
      for (const [gap, operation, wrong] of invalidRequests) {
        if (among(t, [operation]).length === 0) continue
        const reply = await t.attempt(operation, { ...requests[operation], ...wrong })
        t.assume(gap, () => expectStatus(reply, 400, `${operation} with ${JSON.stringify(wrong)}`))
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
