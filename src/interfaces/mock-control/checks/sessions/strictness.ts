import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { answersWith, changesAnswer, changesBody, on, type Sabotage, when } from '../../../../check/sabotage.ts'
import { andThen, mixesSessions } from '../breaking.ts'
import { anOrder, callerOf, ordersOf } from '../callers.ts'
import { type Context, detailOf, expectStatus, inSessions, journalOf, ownSession } from '../session.ts'

async function setStrictness(t: Context, session: string, strict: 'off' | 'on' | 'documented'): Promise<void> {
  await expectStatus(
    t.attempt('setStrictness', { path: { session }, body: { strict } }),
    200,
    `status of making a session strict: ${strict}`,
  )
}

async function strictnessOf(t: Context, session: string): Promise<string> {
  return (await t.attempt('getStrictness', { path: { session } })).body.strict
}

/** Requests with a part that no document knows, and the part that was meant. */
async function sendMisspelt(t: Context, session: string): Promise<[name: string, meant: string, reply: Reply][]> {
  const token = await anOrder(t)
  const { call, update } = await ordersOf(t, session)
  return [
    ['limt', 'limit', await call('GET /orders?limt=1')],
    ['x-mock-sesion', 'X-Mock-Session', await call('GET /orders', { headers: { 'x-mock-sesion': 'other' } })],
    ['/trackingNumbr', 'trackingNumber', await update(token, { status: 'Processed', trackingNumbr: '1' })],
  ]
}

/** A request that names no undocumented part: members of `metadata` are open. */
async function sendOpen(t: Context, session: string): Promise<Reply> {
  const { update } = await ordersOf(t, session)
  return update(await anOrder(t), { status: 'Processed', metadata: { 'any name': 'x' } })
}

const isStrict: Sabotage = on('setStrictness', (request, forward) =>
  forward({ ...request, body: Buffer.from('{"strict":"off"}') }),
)

/** Answers of another interface of the mock, which the sabotage sees as well. */
const warns = (change: (warnings: string | undefined) => string | undefined): Sabotage =>
  changesAnswer((answer) => {
    const { 'x-mock-warnings': warnings, ...headers } = answer.headers
    const changed = change(warnings)
    return { ...answer, headers: changed === undefined ? headers : { ...headers, 'x-mock-warnings': changed } }
  })

const isStrictRefusal = (detail: string) => detail.includes('strict') || detail.includes('assumption')

const tellsStrictly = (change: (detail: string) => string): Sabotage =>
  changesAnswer((answer) => {
    const { detail } = Object(answer.body) as { detail?: unknown }
    if (typeof detail !== 'string' || !isStrictRefusal(detail)) return answer
    return { ...answer, body: { ...(answer.body as object), detail: change(detail) } }
  })

export const strictness = inSessions({
  'CTL-066': {
    async run({ t, session }) {
      for (const [name, meant, { headers }] of await sendMisspelt(t, session)) {
        const warnings = headers['x-mock-warnings'] ?? ''
        expect(warnings, `the warning of ${name}`).toContain(`'${name}' is not documented`)
        expect(warnings, `the warning of ${name}`).toContain(`did you mean '${meant}'?`)
      }
      const entries = await journalOf(t, session)
      const meant = ['limit', 'X-Mock-Session', 'trackingNumber'].map((name) => `did you mean '${name}'?`)
      expect(
        entries.map(({ warnings }) => warnings.join()),
        'warnings in the journal',
      ).toEqual(meant.map((hint) => expect.stringContaining(hint)))
      for (const { warnings } of entries)
        expect(warnings.join(), 'a warning in the journal').not.toMatch(/limt|sesion|Numbr/)
      expect((await sendOpen(t, session)).headers['x-mock-warnings'], 'warnings of open members').toBe(undefined)
    },
    sabotage: [
      warns(() => undefined),
      warns((warnings) => warnings?.replace(/; did you mean.*/, '.')),
      warns((warnings) => warnings ?? "The body member '/metadata/any name' is not documented."),
      on('getJournal', changesBody, ({ requests }: { requests: object[] }) => ({
        requests: requests.map((entry) => ({ ...entry, warnings: [] })),
      })),
      on('getJournal', changesBody, ({ requests }: { requests: { warnings: string[] }[] }) => ({
        requests: requests.map((entry) => ({
          ...entry,
          warnings: entry.warnings.map((warning) => warning.replace('…', 'limt')),
        })),
      })),
    ],
  },
  'CTL-067': {
    async run({ t, session }) {
      const { get } = await ordersOf(t, session)
      const token = await anOrder(t)
      const before = await get(token)
      await setStrictness(t, session, 'on')
      for (const [name, meant, reply] of await sendMisspelt(t, session)) {
        expect(reply.status, `status of a request with ${name}`).toBe(400)
        expect(reply.headers['content-type'], 'media type of the refusal').toMatch(/^application\/problem\+json\b/)
        expect(detailOf(reply), `what is said of ${name}`).toContain(`'${name}' is not documented`)
        expect(detailOf(reply), `what is said of ${name}`).toContain(`did you mean '${meant}'?`)
      }
      expect((await get(token)).body, 'the order after a refused update').toEqual(before.body)
      await expectStatus(sendOpen(t, session), 200, 'status of an update with open members')
      await setStrictness(t, session, 'off')
      for (const [name, , reply] of await sendMisspelt(t, session))
        expect(reply.status, `status of a request with ${name}, when nothing is strict`).toBe(200)
    },
    sabotage: [
      isStrict,
      tellsStrictly((detail) => detail.replace(/'[^']*'/, 'something')),
      tellsStrictly((detail) => detail.replace(/; did you mean[^?]*\?/, '.')),
      changesAnswer((answer) =>
        answer.status === 400
          ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/json' } }
          : answer,
      ),
      on('setStrictness', answersWith(200, { strict: 'on' })),
    ],
  },
  'CTL-068': {
    async run({ t, session }) {
      const secrets = await callerOf(t, 'secrets', session)
      const orders = await ordersOf(t, session)
      const assumed = () => secrets('GET /v1/sys/health')
      const served = (await assumed()).status
      await setStrictness(t, session, 'on')
      await expectStatus(assumed(), served, 'status of an assumed operation, in a session that is strict')
      await setStrictness(t, session, 'documented')
      const refused = await assumed()
      expect(refused.status, 'status of an assumed operation').toBe(400)
      expect(detailOf(refused), 'what is said of an assumed operation').toMatch(
        /by an assumption alone \(gaps? SEC-G\d+/,
      )
      expect(await orders.statuses(1), 'status of a documented operation').toEqual([200])
      const [, , misspelt] = (await sendMisspelt(t, session))[0] ?? t.inconclusive('sent nothing')
      expect(misspelt.status, 'status of an undocumented query parameter').toBe(400)
    },
    sabotage: [
      isStrict,
      on('setStrictness', (request, forward) => forward({ ...request, body: Buffer.from('{"strict":"on"}') })),
      when(
        ({ body }) => String(body).includes('"on"'),
        on('setStrictness', (request, forward) =>
          forward({ ...request, body: Buffer.from('{"strict":"documented"}') }),
        ),
      ),
      tellsStrictly((detail) => detail.replace(/SEC-G\d+/g, 'one')),
    ],
  },
  'CTL-069': {
    async run({ t, session, control }) {
      const other = ownSession(t)
      const first = await strictnessOf(t, session)
      for (const strict of ['documented', 'on', 'off'] as const) {
        await setStrictness(t, session, strict)
        expect(await strictnessOf(t, session), 'strictness as it was set').toBe(strict)
      }
      await setStrictness(t, session, first === 'on' ? 'off' : 'on')
      expect(await strictnessOf(t, other), 'strictness of another session').toBe(first)
      await control('resetSession')
      expect(await strictnessOf(t, session), 'strictness after a reset').toBe(first)
    },
    sabotage: [
      on('getStrictness', answersWith(200, { strict: 'off' })),
      isStrict,
      mixesSessions('getStrictness', 'setStrictness'),
      andThen('resetSession', { method: 'PUT', path: '/strictness', body: { strict: 'on' } }),
    ],
  },
})
