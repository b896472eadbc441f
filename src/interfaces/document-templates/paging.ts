import type { components, operations } from '../../../generated/document-templates/types.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { ListEntry } from './state.ts'

type TemplateList = components['schemas']['TemplateList']
type ListQuery = NonNullable<operations['listDocgenTemplates']['parameters']['query']>

/** Where a page begins, and how much it may hold. */
export interface PageRequest {
  offset: number
  limit: number
}

/** When a request names none (gap DOC-G07). */
const defaultLimit = 100

/**
 * Finds what validation lets pass: it takes a parameter without a value for an absent one, and numbers such as `1e3` and `0x10`
 * for integers.
 *
 * @param query string without `?`, as it came
 */
export function whyMalformed(query: string): Refusal | undefined {
  const sent = new URLSearchParams(query)
  const limit = sent.get('limit')
  if (limit !== null && !/^-?\d+$/.test(limit)) return malformedLimit()
  if (sent.get('marker') === '') return malformedMarker()
  if (sent.get('usemarker') === '') return new Refusal('invalid-request', 'usemarker must be true or false.')
  return undefined
}

/** What a query asks for; a refusal for a `limit` or `marker` that is malformed, and for a `marker` without `usemarker=true`. */
export function readPageRequest({ limit = defaultLimit, marker, usemarker }: ListQuery): PageRequest | Refusal {
  if (limit < 1) return malformedLimit()
  if (marker === undefined) return { offset: 0, limit }
  if (usemarker !== true) {
    return new Refusal('invalid-request', 'marker requires usemarker to be true.', { rules: ['DOC-022'] })
  }
  const offset = offsetOf(marker)
  return offset === undefined ? malformedMarker() : { offset, limit }
}

/** The page that a request asks for; a refusal for a marker past the end, since no page of this list begins there. */
export function pageOf(all: readonly ListEntry[], { offset, limit }: PageRequest): TemplateList | Refusal {
  if (offset > 0 && offset >= all.length) return malformedMarker()
  // An empty list has no page beside it to lead to or to end, hence null and not an empty marker (gap DOC-G06).
  if (all.length === 0) return { entries: [], limit, next_marker: null, prev_marker: null }
  const end = offset + limit
  return {
    entries: all.slice(offset, end),
    limit,
    next_marker: end < all.length ? markerOf(end) : '',
    prev_marker: offset > 0 ? markerOf(Math.max(0, offset - limit)) : '',
  }
}

/**
 * A marker counts the templates before its page (gap DOC-G17). Files that become templates join the end of the list, so a marker
 * goes on to mean the same place while the list grows.
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
