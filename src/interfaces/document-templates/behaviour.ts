import type { components, operations } from '../../../generated/document-templates/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Conditions } from './conditions.ts'
import { type Caller, collaborates, type ListEntry, records, templatesOf } from './state.ts'

export const behaviours: Behaviours<operations, Conditions, Caller> = {
  async listDocgenTemplates({ query }, { store, caller, conditions, cite }) {
    const pageRequest = whyMalformed(caller.query) ?? readPageRequest(query)
    if (pageRequest instanceof Refusal) return pageRequest
    if (conditions.access_denied) return accessDenied()
    const { files, templates } = records(store)
    const all = templatesOf(caller.user, await files.entries(), await templates.entries())
    const page = pageOf(all, pageRequest)
    if (page instanceof Refusal) return page
    cite('DOC-002', 'DOC-019', ...(query.marker === undefined ? [] : ['DOC-021']))
    return { status: 200, body: page }
  },

  /** A file that is already a template stays unchanged, at its place in the list (gap DOC-G15). */
  async createDocgenTemplate({ body }, { store, clock, caller, conditions, cite }) {
    const { files, templates } = records(store)
    const { id } = body.file
    const file = await files.get(id)
    if (!file) return new Refusal('invalid-request', `There is no file ${id}.`, { rules: ['DOC-024'] })
    if (conditions.access_denied || !collaborates(file, caller.user)) return accessDenied('DOC-025')
    const marked_at = clock.now().toISOString()
    await templates.update(id, (mark) => mark ?? { marked_at })
    cite('DOC-001')
    return { status: 200, body: { file: { id, type: 'file' } } }
  },
}

function accessDenied(...rules: string[]): Refusal {
  return new Refusal('forbidden', 'You lack the access rights for this request.', {
    rules,
    credentials: { fault: 'lacking', credential: 'user of the access token', right: 'the rights of a collaborator' },
  })
}

type TemplateList = components['schemas']['TemplateList']
type ListQuery = NonNullable<operations['listDocgenTemplates']['parameters']['query']>

/** Start and size of a page. A `limit` beyond 2^53 is a bigint, whatever its type says, so that the answer keeps its digits. */
interface PageRequest {
  offset: number
  limit: number
}

/** Used if a request names none (gap DOC-G07). */
const defaultLimit = 100

/**
 * Finds errors that the validation accepts: it treats a parameter without a value as absent, and numbers such as `1e3` and `0x10` as
 * integers.
 *
 * @param query string without `?`, as it was sent
 */
function whyMalformed(query: string): Refusal | undefined {
  const sent = new URLSearchParams(query)
  const limit = sent.get('limit')
  if (limit !== null && !/^-?\d+$/.test(limit)) return malformedLimit()
  if (sent.get('marker') === '') return malformedMarker()
  if (sent.get('usemarker') === '') return new Refusal('invalid-request', 'usemarker must be true or false.')
  return undefined
}

/** The page that a query asks for; a refusal for a malformed `limit` or `marker`, and for a `marker` without `usemarker=true`. */
function readPageRequest({ limit = defaultLimit, marker, usemarker }: ListQuery): PageRequest | Refusal {
  if (limit < 1) return malformedLimit()
  if (marker === undefined) return { offset: 0, limit }
  if (usemarker !== true) {
    return new Refusal('invalid-request', 'marker requires usemarker to be true.', { rules: ['DOC-022'] })
  }
  const offset = offsetOf(marker)
  return offset === undefined ? malformedMarker() : { offset, limit }
}

/** The page that a request asks for; a refusal for a marker beyond the end of the list. */
function pageOf(all: readonly ListEntry[], { offset, limit }: PageRequest): TemplateList | Refusal {
  if (offset > 0 && offset >= all.length) return malformedMarker()
  // An empty list has no other pages, so its markers are null and not empty (gap DOC-G06).
  if (all.length === 0) return { entries: [], limit, next_marker: null, prev_marker: null }
  const size = Number(limit)
  const end = offset + size
  return {
    entries: all.slice(offset, end),
    limit,
    next_marker: end < all.length ? markerOf(end) : '',
    prev_marker: offset > 0 ? markerOf(Math.max(0, offset - size)) : '',
  }
}

/**
 * A marker is the number of templates before its page (gap DOC-G17). New templates are added at the end of the list, so a marker keeps its
 * place.
 */
function markerOf(offset: number): string {
  return `position-${offset}`
}

function offsetOf(marker: string): number | undefined {
  const digits = /^position-(0|[1-9]\d*)$/.exec(marker)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function malformedLimit(): Refusal {
  return new Refusal('invalid-request', 'limit must be a whole number above zero.', { rules: ['DOC-029'] })
}

function malformedMarker(): Refusal {
  return new Refusal('invalid-request', 'marker is not one that this list gave out.', { rules: ['DOC-028'] })
}
