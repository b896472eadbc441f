import type { operations } from '../../../../../generated/secrets/types.ts'
import type { Answer } from '../../../../behaviour/definition.ts'
import type { Check, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { pattern } from '../../../../check/pattern.ts'
import { changesAnswer, changesHeader, on, type Sabotage, when } from '../../../../check/sabotage.ts'
import { type Conditions, conditions } from '../../conditions.ts'
import { type Checks, type Context, everyRead } from '../context.ts'
import { among, entriesOf, everyWrite, prepareEveryRequest } from '../every-operation.ts'
import { expectErrorBody } from '../expectations.ts'
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

const answering = (...statuses: number[]) => ({
  with: (change: (answer: Answer) => Answer): Sabotage =>
    changesAnswer((answer) =>
      statuses.includes(answer.status) && answer.body !== undefined ? change(answer) : answer,
    ),
})
const plain = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': 'text/plain' },
  body: 'done',
})
const untyped = ({ headers: { 'content-type': _, ...headers }, ...answer }: Answer): Answer => ({ ...answer, headers })
const withErrors =
  (errors: unknown) =>
  (answer: Answer): Answer => ({ ...answer, body: { errors } })

export const bodies: Checks = {
  'SEC-017': ofManyAnswers(
    ({ text, status }, what) => {
      if (text === '') return
      expect(text, `body of ${what}, which answered ${status}`).toEqual(pattern('JSON', isJsonText))
    },
    [
      ...[200, 400, 403, 404, 405].map((status) => answering(status).with(plain)),
      ...['readSecret', 'writeVersion', 'listKeys', 'login', 'readHealth', 'describeLogin'].map((operation) =>
        on(operation, answering(200).with(plain)),
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
      ...[200, 400, 403, 404, 405].map((status) => answering(status).with(untyped)),
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
        answering(404).with((answer) => ({
          ...answer,
          body: { data: { data: null, metadata: { deletion_time: 'now' } } },
        })),
      ),
      ...[412, 413, 429, 472, 473, 500, 501, 502, 503].map((status) => answering(status).with(withErrors('a message'))),
      ...[400, 403, 404, 405].flatMap((status) => [
        answering(status).with(withErrors('a message')),
        answering(status).with(withErrors([{ message: 'a message' }])),
        answering(status).with(withErrors(undefined)),
        answering(status).with((answer) => ({ ...answer, body: undefined })),
      ]),
    ],
  ),
}

function isJsonText(text: unknown): boolean {
  try {
    return JSON.parse(String(text)) !== undefined
  } catch {
    return false
  }
}
