import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal, expectSuccess } from '../../../check/expect-status.ts'
import {
  acceptsRefused,
  answersStatus,
  changesAnswer,
  changesBody,
  on,
  type SabotagedRequest,
  seesBody,
  seesHeaders,
  turnsStatus,
  when,
} from '../../../check/sabotage.ts'
import { withoutBody } from './breaking.ts'
import type { Context } from './removal.ts'

const needs = { changes: 'reversible' } as const

/** Statuses of a server without this operation. The documents show no operation with a body, so this one is assumed. */
const notThere = [404, 405, 501]

async function update(t: Context, body?: unknown) {
  const reply = await t.attempt(
    'updateUser',
    body === undefined ? { headers: { 'content-length': undefined } } : { body },
  )
  if (notThere.includes(reply.status))
    t.inconclusive('the target has no PATCH /v0.1/user, which is an assumption (APD-G04)')
  return reply
}

const xml = { 'content-type': 'application/xml' }
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** An update sets the fields that it names, keeps the others, and changes no other profile. */
async function assumeUpdates(t: Context): Promise<void> {
  const read = async (as: string) => (await t.attempt('getUser', { as })).body
  const [before, ofOther] = [await read('full'), await read('second-manager')]
  const fields = { display_name: 'a name \u0000', nick: null, constructor: { prototype: 1 } }
  const { body } = await update(t, fields)
  const after = await read('full')
  const still = await read('second-manager')
  t.assume('APD-G04', () => {
    expect(body, 'answer of an update').toEqual({ ...before, ...fields })
    expect(after, 'profile after an update').toEqual({ ...before, ...fields })
    expect(still, 'profile of another user').toEqual(ofOther)
  })
  for (const large of [nested(900), JSON.stringify({ display_name: 'a'.repeat(1_000_000) })]) {
    const { status } = await update(t, large)
    t.assume('APD-G04', () => expect(status, `status of an update of ${large.length} bytes`).toBe(200))
  }
}

const isEmptyObject = ({ body }: Pick<SabotagedRequest, 'body'>) => String(body) === '{}'

export const profile: Record<string, Check<operations>> = {
  'APD-022': {
    needs,
    async run(t) {
      expectSuccess(t, await update(t, {}), { what: 'a PATCH with a body', gap: 'APD-G04' })
      expectRefusal(t, await update(t), { what: 'a PATCH without a body', gap: 'APD-G04', status: 411 })
    },
    sabotage: [
      on('updateUser', when(withoutBody, acceptsRefused())),
      on('updateUser', when, (request) => !withoutBody(request), answersStatus(411)),
    ],
  },
  'APD-023': {
    needs,
    async run(t) {
      expect((await update(t)).status, 'status of a PATCH without a body').toBe(411)
      const { status } = await update(t, '')
      t.assume('APD-G04', () => expect(status, 'status of a PATCH with a body of no bytes').toBe(411))
      for (const method of ['POST', 'PUT']) {
        const { status } = await t.send({ method, target: '/v0.1/user' })
        t.assume('APD-G04', () => expect(status, `status of a ${method} without a body`).toBe(411))
      }
    },
    sabotage: [
      on('updateUser', turnsStatus(411, 400)),
      on('updateUser', when(withoutBody, acceptsRefused())),
      ...['POST', 'PUT'].map((verb) => when(({ method }) => method === verb, answersStatus(405))),
    ],
  },
  'APD-024': {
    needs: { ...needs, roles: ['second-manager'], control: 'where offered' },
    async run(t) {
      const before = await t.attempt('getUser')
      expectSuccess(t, await update(t, '{}'), { what: 'a PATCH with the body {}', gap: 'APD-G04' })
      const after = await t.attempt('getUser')
      t.assume('APD-G04', () => expect(after.body, 'profile after an empty payload').toEqual(before.body))
      for (const body of ['{', '[]', 'null', '1', Uint8Array.of(0x7b, 0xff, 0x7d), nested(10_000)]) {
        const { status } = await update(t, body)
        const what = `status for the body ${String(body).slice(0, 40)}, which is not a JSON object`
        t.assume('APD-G04', () => expect(status, what).toBe(400))
      }
      const { status } = await t.attempt('updateUser', { body: '<user/>', headers: xml })
      t.assume('APD-G04', () => expect(status, 'status for a body of another media type').toBe(415))
      if (t.hasControl) await assumeUpdates(t)
    },
    sabotage: [
      on('updateUser', when(isEmptyObject, answersStatus(411))),
      on('updateUser', when(isEmptyObject, answersStatus(400))),
      on(
        'updateUser',
        when(isEmptyObject, seesBody, () => ({ display_name: '' })),
      ),
      on('updateUser', when, ({ body }) => String(body) === '{', acceptsRefused()),
    ],
  },
  'APD-025': {
    async run(t) {
      const reply = await t.attempt('getUser')
      expectSuccess(t, reply, { what: 'GET /v0.1/user', gap: 'APD-G05' })
      expect(reply.text, 'profile').not.toBe('')
      t.assume('APD-G02', () => expect(Object.keys(reply.body), 'fields of the profile').not.toEqual([]))
      t.assume('APD-G05', () =>
        expect(reply.headers['content-type'] ?? 'none', 'media type').toMatch(/^application\/json/i),
      )
    },
    sabotage: [
      on('getUser', answersStatus(404)),
      on('getUser', changesAnswer, (answer) => ({ ...answer, headers: {}, body: undefined })),
      on('getUser', changesBody, () => ({})),
      on('getUser', changesAnswer, (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
    ],
  },
  'APD-026': {
    needs: { roles: ['read-only', 'second-manager'] },
    async run(t) {
      const first = await t.attempt('getUser')
      const same = await t.attempt('getUser', { as: 'read-only' })
      const second = await t.attempt('getUser', { as: 'second-manager' })
      expect(first.text, 'profile').not.toBe('')
      // A profile may have fields that change from one read to the next.
      t.assume('APD-G02', () => expect(same.body, 'profile that a second token of the user reads').toEqual(first.body))
      expect(second.body, 'profile that the token of a second user reads').not.toEqual(first.body)
    },
    sabotage: [
      on('getUser', seesHeaders({ 'x-api-token': 'app-distribution.example-full' })),
      on(
        'getUser',
        when,
        ({ headers }) => headers['x-api-token']?.endsWith('read-only') === true,
        seesHeaders({ 'x-api-token': 'app-distribution.example-viewer' }),
      ),
    ],
  },
}
