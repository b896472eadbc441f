import { expect } from 'vitest'
import type { operations } from '../../../../generated/document-templates/types.ts'
import type { AttemptInput, Check } from '../../check.ts'
import { expectRefusal } from '../../expect-refusal.ts'
import {
  acceptsRefused,
  answersStatus,
  changesBody,
  changesQuery,
  ignoresQuery,
  on,
  type Sabotage,
  turnsStatus,
  when,
} from '../../sabotage.ts'
import { type Context, idsOf, list, type Query, type TemplateList } from './templates.ts'

const operation = 'listDocgenTemplates'
const everything = { entries: [], limit: 100 }

/** The first page of several, and the marker of the second. */
async function firstPage(t: Context, limit = 1): Promise<{ page: TemplateList; marker: string }> {
  const page = await list(t, { limit, usemarker: true })
  const marker = page.next_marker
  return marker ? { page, marker } : t.unseen(`the user has no second page of ${limit} templates`)
}

async function refuses(t: Context, query: NonNullable<AttemptInput['query']>, what: string): Promise<void> {
  const reply = await t.attempt(operation, { query })
  expectRefusal(t, reply, { what: `a list with ${what}`, gap: 'DOC-G02', status: 400 })
}

const asks = (isIt: (query: URLSearchParams) => boolean, sabotage: Sabotage): Sabotage =>
  on(
    operation,
    when(({ query }) => isIt(new URLSearchParams(query)), sabotage),
  )

const says = (field: 'next_marker' | 'prev_marker', value: unknown): Sabotage =>
  on(
    operation,
    changesBody((list: TemplateList) => (list[field] ? { ...list, [field]: value } : list)),
  )

export const paging: Record<string, Check<operations>> = {
  'DOC-009': {
    async run(t) {
      const page = await list(t, { limit: 1, usemarker: true })
      if (page.next_marker === '' || page.next_marker === null) t.unseen('the user has no second page of templates')
      expect(page.next_marker, 'next_marker of a page that others follow').toEqual(expect.any(String))
    },
    sabotage: [says('next_marker', 2), says('next_marker', { position: 2 })],
  },
  'DOC-010': {
    async run(t) {
      const { marker } = await firstPage(t)
      const page = await list(t, { limit: 1, usemarker: true, marker })
      expect(page.prev_marker, 'prev_marker of the second page').toEqual(expect.any(String))
      t.assume('DOC-G06', () => expect(page.prev_marker, 'prev_marker of the second page').not.toBe(''))
    },
    sabotage: [says('prev_marker', 0), says('prev_marker', ['position-0']), says('prev_marker', '')],
  },
  'DOC-018': {
    async run(t) {
      await list(t)
      await list(t, { limit: 2 })
      // The greatest integer of 64 bits, which a number here cannot hold.
      const { status } = await t.attempt(operation, { query: { limit: '9223372036854775807' } })
      t.assume('DOC-G07', () => expect(status, 'status for a limit of 2^63 - 1').toBe(200))
    },
    sabotage: [
      asks((query) => !query.has('limit'), answersStatus(400)),
      asks((query) => query.get('limit') === '2', answersStatus(400)),
      asks((query) => Number(query.get('limit')) > 2 ** 32, answersStatus(400)),
    ],
  },
  'DOC-019': {
    async run(t) {
      const { entries } = await list(t)
      if (entries.length < 3) t.unseen('the user has fewer than three templates')
      for (const limit of [1, 2]) {
        const { entries } = await list(t, { limit })
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
  'DOC-020': {
    async run(t) {
      const { marker } = await firstPage(t)
      await list(t, { limit: 1, usemarker: true, marker })
    },
    sabotage: [
      asks((query) => query.has('marker'), answersStatus(400)),
      asks((query) => !query.has('marker'), answersStatus(400)),
    ],
  },
  'DOC-021': {
    async run(t) {
      const whole = idsOf(await list(t))
      const { page, marker } = await firstPage(t, 2)
      const next = await list(t, { limit: 2, usemarker: true, marker })
      expect(next.entries.length, 'templates on the second page').toBeGreaterThan(0)
      const seen = [...idsOf(page), ...idsOf(next)]
      expect(new Set(seen).size, `different templates on both pages, of ${seen.length}`).toBe(seen.length)
      t.assume('DOC-G16', () => expect(seen, 'templates on both pages').toEqual(whole.slice(0, 4)))
      const back: Query = { limit: 2, usemarker: true, ...(next.prev_marker ? { marker: next.prev_marker } : {}) }
      const before = await list(t, back)
      t.assume('DOC-G06', () => expect(idsOf(before), 'templates where prev_marker leads').toEqual(idsOf(page)))
    },
    sabotage: [
      ignoresQuery('marker'),
      changesQuery((query) => query.get('marker') === 'position-2' && query.set('marker', 'position-1')),
      changesQuery((query) => query.get('marker') === 'position-2' && query.set('marker', 'position-3')),
      changesQuery((query) => query.get('marker') === 'position-0' && query.set('marker', 'position-1')),
    ],
  },
  'DOC-022': {
    async run(t) {
      const { marker } = await firstPage(t)
      await list(t, { marker, usemarker: true })
      await refuses(t, { marker }, 'a marker and no usemarker')
      await refuses(t, { marker, usemarker: false }, 'a marker and usemarker=false')
    },
    sabotage: [
      asks((query) => query.has('marker') && !query.has('usemarker'), acceptsRefused(everything)),
      asks((query) => query.get('usemarker') === 'false', acceptsRefused(everything)),
      asks((query) => query.has('marker') && query.get('usemarker') === 'true', answersStatus(400)),
    ],
  },
  'DOC-028': {
    async run(t) {
      await list(t, { usemarker: true })
      await refuses(t, { usemarker: true, marker: 'no such marker' }, 'a malformed marker')
      await refuses(t, { usemarker: true, marker: '\u0000' }, 'a marker that is a control character')
    },
    sabotage: [
      asks((query) => query.get('marker') === 'no such marker', acceptsRefused(everything)),
      asks((query) => query.get('marker') === '\u0000', answersStatus(500)),
      turnsStatus(400, 500),
    ],
  },
  'DOC-029': {
    async run(t) {
      await list(t, { limit: 1 })
      for (const limit of ['three', '1.5', '2, 3']) await refuses(t, { limit }, `limit=${limit}`)
      for (const limit of [0, -1]) {
        const { status } = await t.attempt(operation, { query: { limit } })
        t.assume('DOC-G07', () => expect(status, `status for limit=${limit}`).toBe(400))
      }
    },
    sabotage: [
      ...['three', '1.5', '2, 3', '0', '-1'].map((limit) =>
        asks((query) => query.get('limit') === limit, acceptsRefused(everything)),
      ),
      turnsStatus(400, 500),
    ],
  },
}
