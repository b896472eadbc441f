import type { operations } from '../../../../generated/document-templates/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersStatus, changesBody, on, turnsStatus, when } from '../../../check/sabotage.ts'
import { type Context, list, listAll, type TemplateList } from './templates.ts'

const changesList = (change: (list: TemplateList) => unknown) => on('listDocgenTemplates', changesBody(change))

const own = '5001'
const ofOthers = '5008'

/** The list of a user without templates, where the control plane can create one. */
async function assumeEmptyList(t: Context) {
  if (!t.hasControl) return
  await t.control.putRecord('tokens', 'of-nobody', { user: 'a user without templates' })
  const { body } = await t.attempt('listDocgenTemplates', { headers: { authorization: 'Bearer of-nobody' } })
  const empty = { entries: [], limit: expect.any(Number), next_marker: null, prev_marker: null }
  t.assume('DOC-G06', () => expect(body, 'the list of a user without templates').toEqual(empty))
}

export const listing: Record<string, Check<operations>> = {
  'DOC-002': {
    needs: { roles: ['second-user'], resources: ['template', 'template of others'] },
    async run(t) {
      const ids = await listAll(t)
      expect(ids, 'ids in the list of a collaborator').toContain(t.resource('template'))
      expect(ids, 'ids in the list of a user who is not a collaborator').not.toContain(t.resource('template of others'))
      const idsOfOther = await listAll(t, 'second-user')
      expect(idsOfOther, 'ids in the list of its collaborator').toContain(t.resource('template of others'))
    },
    sabotage: [
      changesList((list) => ({ ...list, entries: list.entries.filter(({ file }) => file.id !== own) })),
      changesList((list) => ({ ...list, entries: list.entries.filter(({ file }) => file.id !== ofOthers) })),
      changesList((list) => ({
        ...list,
        entries: [...list.entries, { file: { id: ofOthers, type: 'file' }, file_name: 'Board minutes.docx' }],
      })),
    ],
  },
  'DOC-023': {
    needs: { control: 'where offered' },
    async run(t) {
      const { entries, limit } = await list(t)
      expect(entries, 'entries of the list').toBeArray()
      expect(Number.isInteger(limit), `limit of the list is an integer: ${limit}`).toBe(true)
      for (const entry of entries) {
        expect(entry, 'entry of the list').toMatchObject({
          file: { id: expect.any(String), type: 'file' },
          file_name: expect.any(String),
        })
      }
      await assumeEmptyList(t)
    },
    sabotage: [
      changesList(({ entries }) => entries),
      changesList((list) => ({ ...list, limit: String(list.limit) })),
      changesList((list) => ({ ...list, entries: list.entries.map(({ file }) => file) })),
      on('listDocgenTemplates', answersStatus(404)),
      changesList((list) => (list.entries.length === 0 ? { ...list, next_marker: 'position-0' } : list)),
    ],
  },
  // No request can be sure to cause this error, but the answer to every odd request is a list or a client error.
  'DOC-032': {
    async run(t) {
      for (const [what, input] of Object.entries({
        'for images': { headers: { accept: 'image/png' } },
        'in a range that cannot be': { headers: { range: 'bytes=9-1' } },
        'with a parameter that nobody knows': { query: { no_such_parameter: 'value', constructor: 'value' } },
        // The mock supports this preference; servers that do not know it ignore it (RFC 7240).
        'that is to be refused': { headers: { prefer: 'code=406' } },
      })) {
        const { status } = await t.attempt('listDocgenTemplates', input)
        expect(
          (status >= 200 && status < 300) || (status >= 400 && status < 500),
          `a list ${what} answers 2xx or 4xx: ${status}`,
        ).toBe(true)
      }
    },
    sabotage: [
      turnsStatus(406, 500),
      on('listDocgenTemplates', when, ({ headers }) => headers.range !== undefined, answersStatus(500)),
      on('listDocgenTemplates', when, ({ query }) => query !== '', answersStatus(302)),
    ],
  },
}
