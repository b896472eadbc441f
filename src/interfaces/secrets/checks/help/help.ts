import type { AttemptInput, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import {
  answersStatus,
  answersWith,
  changesBody,
  ignoresQuery,
  on,
  type Sabotage,
  seesHeaders,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, everyRead, type Operation } from '../context.ts'
import { among, everyOperation, prepareEveryRequest, withoutToken } from '../every-operation.ts'
import { expectOrAssume, expectStatus, expectSuccess, expectToHold } from '../expectations.ts'
import { makeSecret, scratchDirectory } from '../scratch.ts'

/** Addresses that the documents do not show, with their gaps. */
const assumedAddresses: ReadonlyMap<Operation, string> = new Map([
  ['describeLogin', 'SEC-G03'],
  ['readHealth', 'SEC-G29'],
])

export interface HelpReply {
  operation: Operation
  input: AttemptInput
  reply: Reply
  what: string
  /** The gap if the documents do not show the address. */
  gap?: string
}

/** The help of every address that can be read. */
async function helpOfEvery(t: Context): Promise<HelpReply[]> {
  const requests = await prepareEveryRequest(t)
  const replies: HelpReply[] = []
  for (const operation of among(t, helpOperations)) {
    const { path } = requests[operation]
    const input = { ...(path ? { path } : {}), query: { help: 1 } }
    const gap = assumedAddresses.get(operation)
    const reply = await t.attempt(operation, input)
    replies.push({ operation, input, reply, what: `the help of ${operation}`, ...(gap ? { gap } : {}) })
  }
  return replies
}

/** Expects something of the help of every address. */
export async function expectOfEveryHelp(t: Context, expectation: (help: HelpReply) => void): Promise<void> {
  for (const help of await helpOfEvery(t)) expectOrAssume(help.gap, t, () => expectation(help))
}

export const helpOperations = everyOperation.filter((operation) => /^(read|list|describe)/.test(operation))
export const asksForHelp = ({ query }: { query: string }) => new URLSearchParams(query).get('help') === '1'

/** The same change to the help of each operation. */
const each = (make: Sabotage) => helpOperations.map((operation) => on(operation, when(asksForHelp, make)))

const changesMember = (help: unknown): Sabotage => changesBody((body: object) => ({ ...body, help }))

export const help: Checks = {
  'SEC-030': {
    needs: everyRead,
    run: (t) =>
      expectOfEveryHelp(t, ({ reply, what }) =>
        expect((reply.body as { help?: unknown }).help, `member help of ${what}`).toBeTypeOf('string'),
      ),
    sabotage: [
      ...each(changesMember(['help'])),
      ...[null, undefined].map((none) => on('readSecret', when, asksForHelp, changesMember(none))),
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
        expect(body, `answer of ${operation} with help=1`).toMatchObject({ openapi: expect.anything() })
      }
    },
    sabotage: [ignoresQuery('list'), ignoresQuery('help'), on('readKeySettings', ignoresQuery('help'))],
  },
  'SEC-060': {
    needs: everyRead,
    async run(t) {
      await expectOfEveryHelp(t, expectHelp)
      for (const target of ['', `${t.resource('version 2 mount')}/data/`, t.resource('version 1 mount')]) {
        const reply = await t.send({ method: 'GET', target: `/v1/${target}?help=1` })
        const gap = target.endsWith('/') ? undefined : 'SEC-G49'
        expectOrAssume(gap, t, () => expectHelp({ reply, what: `/v1/${target}?help=1` }))
      }
      for (const method of ['HEAD', 'LIST']) {
        const { status } = await t.send({ method, target: `/v1/${t.resource('version 1 mount')}/?help=1` })
        t.assume('SEC-G53', () => expect(status, `status of a ${method} of a directory with ?help=1`).toBe(200))
      }
      if (!t.mayChange) return
      const path = { mount: t.resource('version 1 mount'), path: scratchDirectory() }
      await makeSecret(t, path.path)
      const other = await t.attempt('readSecret', { path, query: { help: 'true' } })
      t.assume('SEC-G34', () => expectStatus(other, 400, '?help=true'))
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
      when(({ path }) => path === '/v1/', answersStatus(404)),
      when(({ path }) => path === '/v1/kv/data/', answersStatus(404)),
    ],
  },
  'SEC-061': {
    needs: { ...everyRead, roles: [...everyRead.roles, 'without rights'] },
    async run(t) {
      for (const help of await helpOfEvery(t)) {
        const { operation, input, what } = help
        if (withoutToken.has(operation)) continue
        expectHelp(help)
        for (const as of ['without rights', null]) {
          expectRefused(
            await t.attempt(operation, { ...input, as }),
            `${what} for ${as ?? 'a request without a token'}`,
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
    run: (t) => expectOfEveryHelp(t, expectHelp),
    sabotage: ['help', 'openapi'].flatMap((name) =>
      each(changesBody((body: object) => ({ ...body, [name]: undefined }))),
    ),
  },
}

function expectHelp({ reply: { status, body }, what }: Pick<HelpReply, 'reply' | 'what'>): void {
  expect(status, `status of ${what}`).toBe(200)
  expect(body, `answer of ${what}`).toMatchObject({ help: expect.any(String), openapi: expect.any(Object) })
}
