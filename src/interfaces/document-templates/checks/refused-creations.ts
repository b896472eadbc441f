import type { operations } from '../../../../generated/document-templates/types.ts'
import type { Check, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal, expectSuccess } from '../../../check/expect-status.ts'
import { acceptsRefused, answersWith, changesHeader, on, turnsStatus, when } from '../../../check/sabotage.ts'
import { assumeError, type Context, mark, refusesInWords } from './error.ts'

const cannotProcess = { resources: [], changes: 'reversible' } as const
const controlled = { resources: ['file'], changes: 'lasting', control: true } as const

/** A new collaborator may mark the file, and sees its name. */
async function assumeCollaborator(t: Context) {
  const user = 'a user of a check'
  await t.control.putRecord('tokens', 'of-user', { user })
  await t.control.putRecord('files', 'of-check', { name: 'Receipt.docx', collaborators: [user] })
  const headers = { authorization: 'Bearer of-user' }
  const { status } = await mark(t, 'of-check', { headers })
  const { body } = await t.attempt('listDocgenTemplates', { headers })
  const entries = [{ file: { id: 'of-check', type: 'file' }, file_name: 'Receipt.docx' }]
  t.assume('DOC-G15', () => {
    expect(status, 'status of a creation by a collaborator').toBe(200)
    expect(body.entries, 'the list of the collaborator').toEqual(entries)
  })
}

/** Bodies that name no file. */
const unprocessable = [
  '{"file":{"id":"","type":"file"}}',
  '{"file":{"id":"no-such-file","type":"folder"}}',
  '{"file":{"id":5006,"type":"file"}}',
  '{"__proto__":{"file":{"id":"no-such-file","type":"file"}}}',
  '"no-such-file"',
  '',
  `${'{"file":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  Uint8Array.of(0x7b, 0xff, 0x7d),
]

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
      for (const body of unprocessable) {
        const { status } = await t.attempt('createDocgenTemplate', { body })
        t.assume('DOC-G02', () => expect(status, `status for the body ${String(body).slice(0, 60)}`).toBe(400))
      }
      for (const id of ['no-such-file', 'constructor', '\u0000', '5'.repeat(10_000)]) {
        const { status } = await mark(t, id)
        t.assume('DOC-G15', () => expect(status, `status for a file that is not there, ${id.slice(0, 40)}`).toBe(400))
      }
    },
    sabotage: [
      on('createDocgenTemplate', acceptsRefused()),
      on('createDocgenTemplate', turnsStatus(400, 500)),
      on('createDocgenTemplate', when, ({ body }) => String(body) === '{"file":', answersWith(500, {})),
      on('createDocgenTemplate', when, ({ body }) => String(body).includes('no-such-file'), answersWith(200, {})),
    ],
  },
  'DOC-025': {
    needs: { resources: ['file of others'], changes: 'reversible', control: 'where offered' },
    async run(t) {
      expectError(t, await mark(t, t.resource('file of others')), 'a creation without access rights', 403)
      if (!t.hasControl) return
      await assumeCollaborator(t)
      await t.control.setConditions({ access_denied: true })
      const { status } = await t.attempt('listDocgenTemplates')
      t.assume('DOC-G14', () => expect(status, 'status of a list without access rights').toBe(403))
      const { status: invalid } = await mark(t, 'no-such-file')
      t.assume('DOC-G15', () => expect(invalid, 'status for a file that is not there, without rights').toBe(400))
    },
    sabotage: [
      on('createDocgenTemplate', acceptsRefused()),
      on('createDocgenTemplate', turnsStatus(403, 404)),
      refusesInWords(403),
    ],
  },
  'DOC-026': {
    needs: { ...controlled, roles: ['second-user'] },
    async run(t) {
      const id = t.resource('file')
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
      await assumeCounts(t, id)
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
      const id = t.resource('file')
      await t.control.setConditions({ failing: true })
      expectError(t, await mark(t, id), 'a creation while the server meets an unexpected condition', 500)
      const { status } = await t.attempt('listDocgenTemplates')
      t.assume('DOC-G14', () => expect(status, 'status for a list then').toBe(500))
      const { status: anonymous } = await t.attempt('listDocgenTemplates', { as: null })
      t.assume('DOC-G02', () => expect(anonymous, 'status for a list without a token then').toBe(401))
      await t.control.setConditions({ failing: false })
      expectSuccess(t, await mark(t, id), { what: 'a creation after that', gap: 'DOC-G04' })
    },
    sabotage: [on('createDocgenTemplate', acceptsRefused()), on('createDocgenTemplate', turnsStatus(500, 400))],
  },
}

/** Each user is counted separately, also with parallel requests, a lower limit, or a clock that is set back. */
async function assumeCounts(t: Context, id: string): Promise<void> {
  await t.control.advanceClock(60)
  await t.control.setConditions({ rate_limit: { requests: 5, seconds: 30 } })
  const many = await Promise.all(Array.from({ length: 20 }, () => mark(t, id)))
  const { status: ofOther } = await t.attempt('listDocgenTemplates', { as: 'second-user' })
  await t.control.advanceClock(1)
  await t.control.setConditions({ rate_limit: { requests: 1, seconds: 30 } })
  const lowered = await mark(t, id)
  await t.control.setClock(new Date((await t.now()) - 3_600_000).toISOString())
  const setBack = await mark(t, id)
  t.assume('DOC-G08', () => {
    const served = many.filter(({ status }) => status === 200).length
    expect(served, 'creations that are served, of twenty at once, where five are allowed').toBe(5)
    expect(ofOther, 'status of a list by another user').toBe(200)
    expect(lowered.status, 'status of a creation after the limit was lowered').toBe(429)
    expect(setBack.status, 'status of a creation after the clock was set back').toBe(200)
  })
}

const refusedOnce = new Set<string>()

/** After one refusal, refuses every request. */
async function refusesForGood<Kind extends { status: number }>(
  { 'x-mock-session': session = '' }: Record<string, string>,
  answered: Promise<Kind>,
): Promise<Kind> {
  const answer = await answered
  if (answer.status === 429) refusedOnce.add(session)
  return refusedOnce.has(session) ? { ...answer, status: 429 } : answer
}
