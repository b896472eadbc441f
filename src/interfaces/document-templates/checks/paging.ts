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
  type Sabotage,
  turnsStatus,
} from '../../../check/sabotage.ts'
import {
  asks,
  assumeError,
  type Context,
  idsOf,
  list,
  listAll,
  nothing,
  type Query,
  refuses,
  type TemplateList,
} from './error.ts'

const operation = 'listDocgenTemplates'

/** The first of several pages, and the marker of the second. */
async function firstPage(t: Context, limit = 1): Promise<{ page: TemplateList; marker: string }> {
  const page = await list(t, { limit, usemarker: true })
  const marker = page.next_marker
  return marker ? { page, marker } : t.inconclusive(`the user has no second page of ${limit} templates`)
}

/** A marker that is absent, null or empty ends the list (gap DOC-G06). */
const leadsOn = (marker: string | null | undefined): marker is string => marker !== '' && marker != null

const says = (field: 'next_marker' | 'prev_marker', value: unknown): Sabotage =>
  on(operation, changesBody, (list: TemplateList) => (list[field] ? { ...list, [field]: value } : list))

export const paging: Record<string, Check<operations>> = {
  'DOC-009': {
    async run(t) {
      const page = await list(t, { limit: 1, usemarker: true })
      if (!leadsOn(page.next_marker)) t.inconclusive('the user has no second page of templates')
      expect(page.next_marker, 'next_marker of a page that others follow').toEqual(expect.any(String))
      const { entries, next_marker } = await list(t)
      if (leadsOn(next_marker)) return
      const whole = await list(t, { limit: entries.length, usemarker: true })
      t.assume('DOC-G06', () => expect(leadsOn(whole.next_marker), 'a page follows that of all').toBe(false))
    },
    sabotage: [
      says('next_marker', 2),
      says('next_marker', { position: 2 }),
      asks(
        (query) => query.get('limit') === '5',
        changesBody((page: TemplateList) => ({ ...page, next_marker: 'position-5' })),
      ),
    ],
  },
  'DOC-010': {
    async run(t) {
      const { page: first, marker } = await firstPage(t)
      t.assume('DOC-G06', () => expect(leadsOn(first.prev_marker), 'the first page has one before it').toBe(false))
      const page = await list(t, { limit: 1, usemarker: true, marker })
      const { prev_marker } = page
      if (prev_marker != null) expect(prev_marker, 'prev_marker of the second page').toEqual(expect.any(String))
      t.assume('DOC-G06', () => expect(leadsOn(prev_marker), 'the second page has one before it').toBe(true))
    },
    sabotage: [
      says('prev_marker', 0),
      says('prev_marker', ['position-0']),
      says('prev_marker', ''),
      on(operation, changesBody, (page: TemplateList) => ({ ...page, prev_marker: page.prev_marker || 'position-0' })),
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
      t.assume('DOC-G06', () => expect(next.entries.length, 'templates on the second page').toBeGreaterThan(0))
      const seen = [...idsOf(page), ...idsOf(next)]
      expect(new Set(seen).size, `different templates on both pages, of ${seen.length}`).toBe(seen.length)
      t.assume('DOC-G16', () => expect(seen, 'templates on both pages').toEqual(whole.slice(0, 4)))
      const back: Query = { limit: 2, usemarker: true, ...(next.prev_marker ? { marker: next.prev_marker } : {}) }
      const before = await list(t, back)
      t.assume('DOC-G06', () => expect(idsOf(before), 'templates where prev_marker leads').toEqual(idsOf(page)))
      // There are fewer templates before this page than a page can hold.
      const { prev_marker: start } = await list(t, { limit: 3, usemarker: true, marker })
      const first = await list(t, { limit: 2, usemarker: true, ...(leadsOn(start) ? { marker: start } : {}) })
      t.assume('DOC-G06', () => expect(idsOf(first), 'templates where the list begins').toEqual(idsOf(page)))
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
      for (const query of [{ marker }, { marker, usemarker: false }]) {
        const reply = await t.attempt(operation, { query })
        t.assume('DOC-G05', () => expect(reply.status, 'status for a marker without usemarker=true').toBe(400))
        assumeError(t, reply, 'a marker without usemarker=true', 400)
      }
      for (const usemarker of ['', 'yes', '2']) {
        const { status } = await t.attempt(operation, { query: { usemarker } })
        t.assume('DOC-G05', () => expect(status, `status for usemarker=${usemarker}`).toBe(400))
      }
      const pages = [await list(t, { limit: 1, usemarker: false }), await list(t, { limit: 1, usemarker: true })]
      const without = await list(t, { limit: 1 })
      t.assume('DOC-G05', () => expect(pages, 'pages with usemarker, against one without').toEqual([without, without]))
    },
    sabotage: [
      asks((query) => query.has('marker') && !query.has('usemarker'), acceptsRefused(nothing)),
      asks((query) => query.get('usemarker') === 'false', acceptsRefused(nothing)),
      asks((query) => query.get('usemarker') === '', acceptsRefused(nothing)),
      asks((query) => query.has('marker') && query.get('usemarker') === 'true', answersStatus(400)),
    ],
  },
  'DOC-028': {
    async run(t) {
      await list(t, { usemarker: true })
      await refuses(t, { usemarker: true, marker: 'no such marker' }, 'a malformed marker')
      await refuses(t, { usemarker: true, marker: '\u0000' }, 'a marker that is a control character')
      const { marker } = await firstPage(t)
      const atTheEnd = marker.replace(/\d+$/, String((await listAll(t)).length))
      for (const changed of ['', `${marker}x`, `x${marker}`, `${marker}9999`, atTheEnd]) {
        const { status } = await t.attempt(operation, { query: { usemarker: true, marker: changed } })
        t.assume('DOC-G17', () => expect(status, `status for the marker '${changed}', of ${marker}`).toBe(400))
      }
    },
    sabotage: [
      asks((query) => query.get('marker') === 'no such marker', acceptsRefused(nothing)),
      asks((query) => query.get('marker') === '\u0000', answersStatus(500)),
      asks((query) => query.get('marker') === '', acceptsRefused(nothing)),
      asks((query) => /x|9999/.test(query.get('marker') ?? ''), acceptsRefused(nothing)),
      turnsStatus(400, 500),
    ],
  },
}
