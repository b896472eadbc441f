import type { components, operations } from '../../../../generated/document-templates/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-status.ts'
import { answersStatus, changesBody, on, type Sabotage, seesHeaders, when } from '../../../check/sabotage.ts'
import { listAll, mark } from './error.ts'

type Template = components['schemas']['Template']

const needs = { resources: ['file'], changes: 'lasting' } as const

const created = (what: string) => ({ what, gap: 'DOC-G04' })

/** Answers a creation without creating anything. */
const forgets: Sabotage = on('createDocgenTemplate', async (request) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.parse(String(request.body)),
}))

const answersOther = (change: (template: Template) => unknown): Sabotage =>
  on('createDocgenTemplate', changesBody(change))

export const creating: Record<string, Check<operations>> = {
  'DOC-001': {
    needs,
    async run(t) {
      const id = t.resource('file')
      if ((await listAll(t)).includes(id)) t.inconclusive('the file is a template already')
      expectSuccess(t, await mark(t, id), created('a creation'))
      const ids = await listAll(t)
      expect(ids, 'ids of the templates after the creation').toContain(id)
      const { status } = await mark(t, ids[0] ?? id)
      t.assume('DOC-G15', () => expect(status, 'status of a creation of a template').toBe(200))
      const after = await listAll(t)
      t.assume('DOC-G15', () => expect(after, 'ids of the templates after another creation of the first').toEqual(ids))
    },
    sabotage: [forgets, on('createDocgenTemplate', answersStatus(404))],
  },
  'DOC-015': {
    needs,
    async run(t) {
      const id = t.resource('file')
      expectSuccess(t, await mark(t, id), created('a creation as application/json'))
      const { status } = await mark(t, id, { headers: { 'content-type': 'text/plain' } })
      t.assume('DOC-G02', () => expect(status, 'status of a creation as text/plain').toBe(415))
    },
    sabotage: [
      on(
        'createDocgenTemplate',
        when,
        ({ headers }) => headers['content-type'] === 'application/json',
        answersStatus(415),
      ),
      on('createDocgenTemplate', seesHeaders({ 'content-type': 'application/json' })),
    ],
  },
  'DOC-017': {
    needs,
    async run(t) {
      const id = t.resource('file')
      const reply = await mark(t, id)
      expectSuccess(t, reply, created('a creation'))
      expect(reply.body, 'answer of the creation').toMatchObject({ file: { id, type: 'file' } })
    },
    sabotage: [
      answersOther(({ file }) => ({ file: { ...file, id: '5001' } })),
      answersOther(({ file }) => ({ file: { id: file.id } })),
      answersOther(({ file }) => file),
      answersOther(() => ({})),
    ],
  },
}
