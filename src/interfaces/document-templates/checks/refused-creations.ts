import type { operations } from '../../../../generated/document-templates/types.ts'
import type { Check, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal } from '../../../check/expect-refusal.ts'
import { expectSuccess } from '../../../check/expect-success.ts'
import { acceptsRefused, answersWith, changesHeader, on, turnsStatus, when } from '../../../check/sabotage.ts'
import { assumeError, refusesInWords } from './error.ts'
import { type Context, mark } from './templates.ts'

const cannotProcess = { resources: [], changes: 'reversible' } as const
const controlled = { resources: ['template'], changes: 'reversible', control: true } as const

function expectError(t: Context, reply: Reply, what: string, assumed: number): void {
  expectRefusal(t, reply, { what, gap: 'DOC-G02', status: assumed })
  assumeError(t, reply, what, assumed)
}

export const refusedCreations: Record<string, Check<operations>> = {
  'DOC-024': {
    needs: cannotProcess,
    async run(t) {
      for (const body of ['{"file":', 'null', '{"file":[]}']) {
        const reply = await t.attempt('createDocgenTemplate', { body })
        expectRefusal(t, reply, {
          what: `a creation with the body ${body}`,
          clientError: true,
          gap: 'DOC-G02',
          status: 400,
        })
      }
      const { status } = await mark(t, 'no-such-file')
      t.assume('DOC-G15', () => expect(status, 'status for a file that is not there').toBe(400))
    },
    sabotage: [
      on('createDocgenTemplate', acceptsRefused()),
      on('createDocgenTemplate', turnsStatus(400, 500)),
      on(
        'createDocgenTemplate',
        when(({ body }) => String(body) === '{"file":', answersWith(500, {})),
      ),
      on(
        'createDocgenTemplate',
        when(({ body }) => String(body).includes('no-such-file'), answersWith(200, {})),
      ),
    ],
  },
  'DOC-025': {
    needs: { resources: ['file of others'], changes: 'reversible' },
    async run(t) {
      expectError(t, await mark(t, t.resource('file of others')), 'a creation without access rights', 403)
    },
    sabotage: [
      on('createDocgenTemplate', acceptsRefused()),
      on('createDocgenTemplate', turnsStatus(403, 404)),
      refusesInWords(403),
    ],
  },
  'DOC-026': {
    needs: controlled,
    async run(t) {
      const id = t.resource('template')
      await t.control.setConditions({ rate_limit: { requests: 2, seconds: 30 } })
      expectSuccess(t, await mark(t, id), { what: 'the first creation of two in 30 seconds', gap: 'DOC-G04' })
      await t.control.advanceClock(10)
      expectSuccess(t, await mark(t, id), { what: 'the second creation of two in 30 seconds', gap: 'DOC-G04' })
      const refused = await mark(t, id)
      expectError(t, refused, 'a third creation within 30 seconds', 429)
      const wait = Number(refused.headers['retry-after'])
      t.assume('DOC-G08', () => {
        expect(wait, 'Retry-After').toBeGreaterThan(0)
        expect(wait, 'Retry-After of a limit of 30 seconds, of which ten have passed').toBeLessThanOrEqual(20)
      })
      const { status } = await t.attempt('listDocgenTemplates')
      t.assume('DOC-G14', () => expect(status, 'status for a list then').toBe(429))
      await t.control.advanceClock(31)
      expectSuccess(t, await mark(t, id), { what: 'a creation after 31 seconds', gap: 'DOC-G04' })
      await t.control.setConditions({ rate_limit: { requests: 0, seconds: 30 } })
      const none = await mark(t, id)
      expectError(t, none, 'a creation where none is allowed', 429)
      t.assume('DOC-G08', () => expect(none.headers['retry-after'], 'Retry-After then').toBe('30'))
    },
    sabotage: [
      on('createDocgenTemplate', acceptsRefused()),
      on('createDocgenTemplate', turnsStatus(429, 400)),
      on('createDocgenTemplate', changesHeader('retry-after', '3600')),
      on('createDocgenTemplate', (request, forward) => refusesForGood(request.headers, forward(request))),
    ],
  },
  'DOC-027': {
    needs: controlled,
    async run(t) {
      const id = t.resource('template')
      await t.control.setConditions({ failing: true })
      expectError(t, await mark(t, id), 'a creation while the server meets an unexpected condition', 500)
      const { status } = await t.attempt('listDocgenTemplates')
      t.assume('DOC-G14', () => expect(status, 'status for a list then').toBe(500))
      await t.control.setConditions({ failing: false })
      expectSuccess(t, await mark(t, id), { what: 'a creation after that', gap: 'DOC-G04' })
    },
    sabotage: [on('createDocgenTemplate', acceptsRefused()), on('createDocgenTemplate', turnsStatus(500, 400))],
  },
}

const refusedOnce = new Set<string>()

/** Whoever was refused once is refused from then on. */
async function refusesForGood<Kind extends { status: number }>(
  { 'x-mock-session': session = '' }: Record<string, string>,
  answered: Promise<Kind>,
): Promise<Kind> {
  const answer = await answered
  if (answer.status === 429) refusedOnce.add(session)
  return refusedOnce.has(session) ? { ...answer, status: 429 } : answer
}
