import type { AttemptInput, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import {
  answersStatus,
  answersWith,
  changesAnswer,
  changesBody,
  ignoresQuery,
  on,
  type Sabotage,
  seesHeaders,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, everyRead, type Operation } from '../context.ts'
import { entriesOf, everyOperation, prepareEveryRequest, type Requests, withoutToken } from '../every-operation.ts'
import { expectError, expectSuccess, expectToHold, expectUnless } from '../expectations.ts'
import { makeSecret, scratchDirectory } from '../scratch.ts'

/** Addresses that the documents do not show, with their gaps. */
const assumedAddresses: ReadonlyMap<Operation, string> = new Map([
  ['describeLogin', 'SEC-G03'],
  ['readHealth', 'SEC-G29'],
])

/** Requests the help of every address that can be read; with the gap if the documents do not show the address. */
export function askForHelp(
  t: Context,
  requests: Requests,
): [operation: Operation, input: AttemptInput, gap?: string][] {
  const reads = entriesOf(t, requests).filter(([operation]) => /^(read|list|describe)/.test(operation))
  return reads.map(([operation, { path }]) => {
    const input = { ...(path ? { path } : {}), query: { help: 1 } }
    const gap = assumedAddresses.get(operation)
    return gap === undefined ? [operation, input] : [operation, input, gap]
  })
}

export const helpOperations = everyOperation.filter((operation) => /^(read|list|describe)/.test(operation))
export const asksForHelp = ({ query }: { query: string }) => new URLSearchParams(query).get('help') === '1'

const changesHelp = (change: (help: unknown) => unknown): Sabotage =>
  changesBody((body: { help: unknown }) => ({ ...body, help: change(body.help) }))

export const help: Checks = {
  'SEC-030': {
    needs: everyRead,
    async run(t) {
      for (const [operation, input, gap] of askForHelp(t, await prepareEveryRequest(t))) {
        const { body } = await t.attempt(operation, input)
        expectUnless(gap, t, () => {
          const { help } = body as { help?: unknown }
          expect(help, `member help of the help of ${operation}`).toBeTypeOf('string')
        })
      }
    },
    sabotage: [
      ...helpOperations.map((operation) =>
        on(
          operation,
          when(asksForHelp, changesHelp, (help) => [help]),
        ),
      ),
      on(
        'readSecret',
        when(asksForHelp, changesHelp, () => null),
      ),
      on(
        'listDirectory',
        when(asksForHelp, changesHelp, () => undefined),
      ),
    ],
  },
  'SEC-055': {
    needs: everyRead,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const listed = await t.attempt('listDirectory', requests.listDirectory)
      expect(listed.status, 'status of a GET with list=true').toBe(200)
      for (const operation of ['readSecret', 'readKeySettings'] as const) {
        const { body } = await t.attempt(operation, { ...requests[operation], query: { help: 1 } })
        expect(body, `answer of ${operation} with help=1`).toHaveProperty('openapi')
      }
    },
    sabotage: [ignoresQuery('list'), ignoresQuery('help'), on('readKeySettings', ignoresQuery('help'))],
  },
  'SEC-060': {
    needs: everyRead,
    async run(t) {
      for (const [operation, input, gap] of askForHelp(t, await prepareEveryRequest(t))) {
        const reply = await t.attempt(operation, input)
        expectUnless(gap, t, () => expectHelp(reply, `?help=1 at the address of ${operation}`))
      }
      for (const target of ['', `${t.resource('version 2 mount')}/data/`, t.resource('version 1 mount')]) {
        const reply = await t.send({ method: 'GET', target: `/v1/${target}?help=1` })
        const gap = target.endsWith('/') ? undefined : 'SEC-G49'
        expectUnless(gap, t, () => expectHelp(reply, `/v1/${target}?help=1`))
      }
      for (const method of ['HEAD', 'LIST']) {
        const { status } = await t.send({ method, target: `/v1/${t.resource('version 1 mount')}/?help=1` })
        t.assume('SEC-G53', () => expect(status, `status of a ${method} of a directory with ?help=1`).toBe(200))
      }
      if (!t.mayChange) return
      const path = { mount: t.resource('version 1 mount'), path: scratchDirectory() }
      await makeSecret(t, path.path)
      const other = await t.attempt('readSecret', { path, query: { help: 'true' } })
      t.assume('SEC-G34', () => expectError(other, 400, '?help=true'))
      const written = await t.attempt('writeSecret', { path, query: { help: 1 }, body: { value: 'written' } })
      const read = await t.call('readSecret', { path })
      t.assume('SEC-G53', () => {
        expectSuccess(written, 'a write with ?help=1')
        expectToHold(read, { value: 'written' }, 'what a write with ?help=1 wrote')
      })
    },
    sabotage: [
      ...helpOperations.map((operation) => on(operation, ignoresQuery('help'))),
      on('writeSecret', when, asksForHelp, answersWith(200, { help: '', openapi: {} })),
      when(
        ({ path }) => path === '/v1/',
        changesAnswer,
        (answer) => ({ ...answer, status: 404 }),
      ),
      when(
        ({ path }) => path === '/v1/kv/data/',
        changesAnswer,
        (answer) => ({ ...answer, status: 404 }),
      ),
    ],
  },
  'SEC-061': {
    needs: { ...everyRead, roles: [...everyRead.roles, 'without rights'] },
    async run(t) {
      for (const [operation, input] of askForHelp(t, await prepareEveryRequest(t))) {
        if (withoutToken.has(operation)) continue
        expectHelp(await t.attempt(operation, input), `the help of ${operation} for who has permission`)
        for (const as of ['without rights', null]) {
          const reply = await t.attempt(operation, { ...input, as })
          expectRefused(
            reply,
            `the help of ${operation} for ${as === null ? 'a request without a token' : 'a token without permission'}`,
          )
        }
      }
    },
    sabotage: [
      ...helpOperations
        .filter((operation) => !withoutToken.has(operation))
        .map((operation) =>
          on(operation, when(asksForHelp, seesHeaders({ 'x-svc-token': 'svc.example-full-access' }))),
        ),
      when(
        (request) => asksForHelp(request) && request.headers['x-svc-token'] === 'svc.example-full-access',
        answersStatus(403),
      ),
    ],
  },
  'SEC-068': {
    needs: everyRead,
    async run(t) {
      for (const [operation, input, gap] of askForHelp(t, await prepareEveryRequest(t))) {
        const reply = await t.attempt(operation, input)
        expectUnless(gap, t, () => expectHelp(reply, `the help of ${operation}`))
      }
    },
    sabotage: ['help', 'openapi'].flatMap((name) =>
      helpOperations.map((operation) =>
        on(
          operation,
          when(asksForHelp, changesBody, (body: object) =>
            Object.fromEntries(Object.entries(body).filter(([member]) => member !== name)),
          ),
        ),
      ),
    ),
  },
}

function expectHelp({ status, body }: Reply, what: string): void {
  expect(status, `status of ${what}`).toBe(200)
  expect(body, `answer of ${what}`).toMatchObject({ help: expect.any(String), openapi: expect.any(Object) })
}
