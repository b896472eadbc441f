import type { operations } from '../../../../generated/document-templates/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import {
  acceptsRefused,
  answersStatus,
  changesBody,
  changesQuery,
  ignoresQuery,
  on,
  turnsStatus,
  when,
} from '../../../check/sabotage.ts'
import { asks, type Context, list, listAll, nothing, refuses, type TemplateList } from './error.ts'

const operation = 'listDocgenTemplates'

/** Values that are no int64. */
const malformed = ['three', '1.5', '2, 3']
/** Malformed as this contract reads it. */
const outside = ['9223372036854775808', '0', '-1', '', '1e1', '0x10', '+1', '1;']

export const limits: Record<string, Check<operations>> = {
  'DOC-018': {
    async run(t) {
      await list(t)
      await list(t, { limit: 2 })
      for (const limit of ['9007199254740993', '9223372036854775807']) {
        const { status, text } = await t.attempt(operation, { query: { limit } })
        // The maximum is not shown, so a server may refuse these or use a smaller limit.
        t.assume('DOC-G07', () => expect(status, `status for a limit of ${limit}`).toBe(200))
        t.assume('DOC-G07', () => expect(text, `the list with a limit of ${limit}`).toMatch(`"limit":${limit},`))
      }
    },
    sabotage: [
      asks((query) => !query.has('limit'), answersStatus(400)),
      asks((query) => query.get('limit') === '2', answersStatus(400)),
      asks((query) => query.get('limit') === '9223372036854775807', answersStatus(400)),
      changesQuery((query) => query.get('limit') === '9007199254740993' && query.set('limit', '9007199254740992')),
    ],
  },
  'DOC-019': {
    async run(t) {
      const { entries } = await list(t)
      if (entries.length < 3) t.inconclusive('the user has fewer than three templates')
      for (const limit of [1, 2]) {
        const { entries, limit: said } = await list(t, { limit })
        t.assume('DOC-G07', () => expect(said, `limit of a list with a limit of ${limit}`).toBe(limit))
        expect(entries.length, `templates on a page with a limit of ${limit}`).toBeLessThanOrEqual(limit)
        t.assume('DOC-G07', () => expect(entries.length, `templates with a limit of ${limit}`).toBe(limit))
      }
    },
    sabotage: [
      ignoresQuery('limit'),
      changesQuery((query) => query.get('limit') === '1' && query.set('limit', '2')),
      changesQuery((query) => query.get('limit') === '2' && query.set('limit', '1')),
    ],
  },
  'DOC-029': {
    async run(t) {
      await list(t, { limit: 1 })
      for (const limit of malformed) await refuses(t, { limit }, `limit=${limit}`)
      for (const limit of outside) {
        const { status } = await t.attempt(operation, { query: { limit } })
        t.assume('DOC-G07', () => expect(status, `status for limit=${limit}`).toBe(400))
      }
    },
    sabotage: [
      ...[...malformed, ...outside].map((limit) =>
        asks((query) => query.get('limit') === limit, acceptsRefused(nothing)),
      ),
      turnsStatus(400, 500),
    ],
  },
}

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
    needs: { roles: ['second-user'], resources: ['template', 'template of others'], control: 'where offered' },
    async run(t) {
      const ids = await listAll(t)
      expect(ids, 'ids in the list of a collaborator').toContain(t.resource('template'))
      expect(ids, 'ids in the list of a user who is not a collaborator').not.toContain(t.resource('template of others'))
      const idsOfOther = await listAll(t, 'second-user')
      expect(idsOfOther, 'ids in the list of its collaborator').toContain(t.resource('template of others'))
      await assumeEmptyList(t)
    },
    sabotage: [
      changesList((list) => ({ ...list, entries: list.entries.filter(({ file }) => file.id !== own) })),
      changesList((list) => ({ ...list, entries: list.entries.filter(({ file }) => file.id !== ofOthers) })),
      changesList((list) => ({
        ...list,
        entries: [...list.entries, { file: { id: ofOthers, type: 'file' }, file_name: 'Board minutes.docx' }],
      })),
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
