import type { operations } from '../../../../generated/document-templates/types.ts'
import { assumeBearer } from '../../../check/assume-bearer.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal } from '../../../check/expect-status.ts'
import {
  answersStatus,
  answersWith,
  changesHeader,
  on,
  type Sabotage,
  seesHeaders,
  when,
} from '../../../check/sabotage.ts'
import { assumeError, type Context, list, mark, nothing, refusesInWords } from './error.ts'

/** Marks a template again, which changes nothing even if the request is accepted. */
const needs = { resources: ['template'], changes: 'reversible' } as const

/** Sends the same headers to both operations, and expects a refusal from each. */
async function refusals(t: Context, headers: Record<string, string | undefined>, what: string): Promise<void> {
  const status = 400
  const gap = 'DOC-G13'
  expectRefusal(t, await t.attempt('listDocgenTemplates', { headers }), { what: `a list with ${what}`, gap, status })
  const creation = await mark(t, t.resource('template'), { headers })
  expectRefusal(t, creation, { what: `a creation with ${what}`, gap, status })
  assumeError(t, creation, `a creation with ${what}`, status)
}

const everyOperation = ['listDocgenTemplates', 'createDocgenTemplate'] as const

const bears = (token: RegExp | undefined, sabotage: Sabotage): Sabotage =>
  when(
    ({ headers: { authorization } }) =>
      token === undefined ? authorization === undefined : token.test(authorization ?? ''),
    sabotage,
  )

export const access: Record<string, Check<operations>> = {
  'DOC-012': {
    needs,
    async run(t) {
      await list(t)
      await refusals(t, { 'docs-version': undefined }, 'no docs-version')
    },
    sabotage: everyOperation.map((operation) => on(operation, seesHeaders({ 'docs-version': '2025.0' }))),
  },
  'DOC-013': {
    needs,
    async run(t) {
      await list(t)
      for (const version of ['2024.0', '2025.0.1', '2025', '2025.00', '']) {
        await refusals(t, { 'docs-version': version }, `docs-version '${version}'`)
      }
    },
    sabotage: [
      ...everyOperation.map((operation) => on(operation, seesHeaders({ 'docs-version': '2025.0' }))),
      when(
        ({ headers }) => headers['docs-version']?.startsWith('2025.0') === true,
        seesHeaders({ 'docs-version': '2025.0' }),
      ),
      when(({ headers }) => headers['docs-version'] === '2025.0', answersStatus(400)),
    ],
  },
  'DOC-014': {
    needs,
    async run(t) {
      await list(t)
      // Only for a list do the documents describe a call without authorization: DOC-030 and DOC-031.
      const gap = 'DOC-G14'
      for (const authorization of [undefined, 'Bearer no-such-token']) {
        const { status } = await mark(t, t.resource('template'), { headers: { authorization } })
        t.assume(gap, () => expect(status, `status of a creation with authorization ${authorization}`).toBe(401))
      }
      const { status } = await t.attempt('listDocgenTemplates', { headers: { authorization: 'Basic bm86dG9rZW4=' } })
      t.assume(gap, () => expect(status, 'status of a list with another scheme than Bearer').toBe(401))
    },
    sabotage: [
      on('listDocgenTemplates', bears(/^Bearer/, answersStatus(401))),
      on('listDocgenTemplates', bears(/^Basic/, answersWith(200, nothing))),
      on('createDocgenTemplate', bears(undefined, answersWith(200, {}))),
      on('createDocgenTemplate', bears(/no-such-token/, answersWith(200, {}))),
    ],
  },
  'DOC-030': {
    needs: { control: 'where offered' },
    async run(t) {
      await list(t)
      const reply = await t.attempt('listDocgenTemplates', { headers: { authorization: 'Bearer no-such-token' } })
      expectRefusal(t, reply, {
        what: 'a list with an unrecognized token',
        clientError: true,
        gap: 'DOC-G02',
        status: 401,
      })
      const challenge = reply.headers['www-authenticate'] ?? 'none'
      t.assume('DOC-G02', () => expect(challenge, 'challenge').toMatch(/^Bearer .*error="invalid_token"/))
      assumeError(t, reply, 'a list with an unrecognized token', 401)
      await assumeBearer(t, {
        gap: 'DOC-G01',
        token: (end) => ({ user: 'a user of a check', ...(end === undefined ? {} : { expires_at: end }) }),
        call: (headers) => t.attempt('listDocgenTemplates', { headers }),
      })
    },
    sabotage: [
      on('listDocgenTemplates', bears(/no-such-token/, answersWith(200, nothing))),
      on('listDocgenTemplates', bears(/no-such-token/, answersStatus(500))),
      changesHeader('www-authenticate', 'Bearer'),
      refusesInWords(401),
      on('listDocgenTemplates', bears(/ended/, answersWith(200, nothing))),
      on('listDocgenTemplates', bears(/ending/, answersStatus(401))),
    ],
  },
  'DOC-031': {
    async run(t) {
      const reply = await t.attempt('listDocgenTemplates', { as: null })
      expectRefusal(t, reply, { what: 'a list without a token', clientError: true, gap: 'DOC-G02', status: 401 })
      // RFC 6750 gives no error code to callers without a token.
      const challenge = reply.headers['www-authenticate'] ?? 'none'
      t.assume('DOC-G02', () => expect(challenge, 'challenge').toMatch(/^Bearer(?!.*error=)/))
      const { status } = await t.attempt('listDocgenTemplates', { as: null, headers: { 'docs-version': '1' } })
      t.assume('DOC-G02', () => expect(status, 'status without a token, and with another docs-version').toBe(401))
    },
    sabotage: [
      on('listDocgenTemplates', bears(undefined, answersWith(200, nothing))),
      on('listDocgenTemplates', bears(undefined, answersStatus(500))),
      changesHeader('www-authenticate', undefined),
      changesHeader('www-authenticate', 'Bearer error="invalid_token"'),
    ],
  },
}
