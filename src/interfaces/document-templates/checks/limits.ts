import type { operations } from '../../../../generated/document-templates/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { acceptsRefused, answersStatus, changesQuery, ignoresQuery, turnsStatus } from '../../../check/sabotage.ts'
import { asks, nothing, refuses } from './asking.ts'
import { list } from './templates.ts'

const operation = 'listDocgenTemplates'

/** Values that are no int64. */
const malformed = ['three', '1.5', '2, 3', '9223372036854775808']

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
      for (const limit of [0, -1, '', '1e1', '0x10', '+1', '1;']) {
        const { status } = await t.attempt(operation, { query: { limit } })
        t.assume('DOC-G07', () => expect(status, `status for limit=${limit}`).toBe(400))
      }
    },
    sabotage: [
      ...[...malformed, '0', '-1', '', '1e1', '0x10', '+1', '1;'].map((limit) =>
        asks((query) => query.get('limit') === limit, acceptsRefused(nothing)),
      ),
      turnsStatus(400, 500),
    ],
  },
}
