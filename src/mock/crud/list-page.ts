import { bare } from '../../contract/collections/collections.ts'
import {
  cursors,
  directions,
  isNamed,
  lengths,
  mores,
  nexts,
  offsets,
  pageCounts,
  pages,
  paging,
  sizes,
  sorts,
  totals,
} from '../../contract/collections/paging.ts'
import type { DocumentNode } from '../../contract/json-pointer.ts'
import type { KeptRecord } from './records.ts'

/** Members that repeat the size that was asked for; `count` and `size` tell the records of a page. */
const asks = sizes.filter((name) => !lengths.includes(name))

type Rec = Readonly<Record<string, unknown>>

/** A part of a list, and the facts about the whole list that an answer may have. */
export interface ListPage {
  entries: KeptRecord[]
  /** Number of records that match the filters. */
  total: number
  /** Key of the last record of this page; undefined when there is no next page. */
  next: string | undefined
  /** Number of the page, records on a page and position of the first, as far as the request asked for them. */
  asked: { page?: number | undefined; size?: number | undefined; offset?: number | undefined }
  /** Changes of the query that ask for the next page; undefined when there is none. */
  nextQuery?: Readonly<Record<string, string>> | undefined
}

/** Filters the records by query parameters that are named like members, sorts them, and takes the page that the other parameters ask for. */
export function pageOf(
  entries: readonly KeptRecord[],
  query: Rec,
  schemas: ReadonlyMap<string, DocumentNode>,
): ListPage {
  const given = Object.entries(query).filter(([, value]) => (value ?? '') !== '')
  const filters = given.filter(
    ([name]) => !isNamed(name, paging) && entries.some(({ record }) => Object.hasOwn(record, name)),
  )
  const matching = entries.filter(({ record }) => filters.every(([name, value]) => isOneOf(record[name], value)))
  const found = sorted(
    matching,
    given.filter(([name]) => !filters.some(([other]) => other === name)),
  )

  const numberOf = (names: readonly string[]) => {
    const found = given.find(([name]) => isNamed(name, names))
    const value = Number(found?.[1])
    return found && Number.isFinite(value) ? { name: found[0], value } : undefined
  }
  const askedSize = numberOf(sizes)?.value
  const size = Math.max(0, askedSize ?? found.length)
  const [cursorName, cursor] = given.find(([name]) => isNamed(name, cursors)) ?? []
  const page = numberOf(pages)
  const { minimum, default: first = 1 } = schemas.get(page?.name ?? '') ?? {}
  const firstPage = (minimum ?? first) === 0 ? 0 : 1
  const from =
    cursor !== undefined
      ? found.findIndex(({ id }) => id === String(cursor)) + 1
      : Math.max(0, numberOf(offsets)?.value ?? ((page?.value ?? firstPage) - firstPage) * size)
  const shown = found.slice(from, from + size)
  const isMore = from + shown.length < found.length
  const next = isMore ? (shown.at(-1)?.id ?? '') : undefined
  const nameOf = (names: readonly string[]) => [...schemas.keys()].find((name) => isNamed(name, names))
  const [pageName, cursorParameter, offsetName] = [
    page?.name ?? nameOf(pages),
    cursorName ?? nameOf(cursors),
    nameOf(offsets),
  ]
  const nextQuery: Record<string, string> =
    pageName !== undefined
      ? { [pageName]: String((page?.value ?? firstPage) + 1) }
      : cursorParameter !== undefined
        ? { [cursorParameter]: next ?? '' }
        : { [offsetName ?? 'offset']: String(from + shown.length) }
  const asked = { page: page?.value, size: askedSize, offset: numberOf(offsets)?.value }
  return { entries: shown, total: found.length, next, nextQuery: next === undefined ? undefined : nextQuery, asked }
}

/** Sorts by the member that a parameter such as `sort` names: `year`, `-year`, `year:desc`, or `year` beside `order=desc`. */
function sorted(entries: readonly KeptRecord[], given: readonly (readonly [string, unknown])[]): KeptRecord[] {
  const direction = given.find(([name, value]) => isNamed(name, directions) && /^(asc|desc)/i.test(String(value)))
  const by = given.find((one) => one !== direction && isNamed(one[0], sorts))
  const [, sign, member = '', order] = /^([-+]?)(.*?)(?:[:_ .](asc|desc))?$/i.exec(String(by?.[1] ?? '')) ?? []
  const known = entries.flatMap(({ record }) => Object.keys(record)).find((name) => isNamed(name, [bare(member)]))
  if (known === undefined) return [...entries]
  const falls = sign === '-' || /^desc/i.test(order ?? String(direction?.[1] ?? ''))
  return entries.toSorted(({ record: one }, { record: other }) => compare(one[known], other[known]) * (falls ? -1 : 1))
}

/** What is absent comes first. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [left, right] = [one, other].map((value) => String(value ?? '')) as [string, string]
  return left < right ? -1 : left > right ? 1 : 0
}

function isOneOf(value: unknown, wanted: unknown): boolean {
  return [wanted].flat().some((one) => [value].flat().some((each) => String(each) === String(one)))
}

/**
 * The members beside the records and the headers, if their names say what they mean for the page.
 *
 * @param around the name of the object that has these members
 */
export function describePage(
  names: readonly string[],
  { total, next, nextQuery, entries, asked }: ListPage,
  around = '',
): Record<string, unknown> {
  const said: Record<string, unknown> = {}
  const isNext = (name: string) =>
    isNamed(name, nexts) || (isNamed(around, ['cursor', 'cursors']) && isNamed(name, ['next', 'after']))
  for (const name of names) {
    if (isNamed(name, totals)) said[name] = total
    else if (isNamed(name, pageCounts)) said[name] = Math.max(1, Math.ceil(total / (asked.size || total || 1)))
    else if (asked.page !== undefined && isNamed(name, [...pages, 'currentpage'])) said[name] = asked.page
    else if (asked.size !== undefined && isNamed(name, asks)) said[name] = asked.size
    else if (asked.offset !== undefined && isNamed(name, offsets)) said[name] = asked.offset
    else if (isNamed(name, lengths)) said[name] = entries.length
    else if (isNext(name)) said[name] = next ?? null
    else if (isNamed(around, ['links']) && isNamed(name, ['next']))
      said[name] = nextQuery ? `?${new URLSearchParams(nextQuery)}` : null
    else if (isNamed(name, mores)) said[name] = next !== undefined
  }
  return said
}

/** A `Link` header (RFC 8288) to the next page, relative to the address of the list; undefined on the last page. */
export function linkOf({ nextQuery }: ListPage, query: Rec): string | undefined {
  if (!nextQuery) return undefined
  const next = Object.entries({ ...query, ...nextQuery }).map(([name, value]) => [name, String(value)])
  return `<?${new URLSearchParams(next)}>; rel="next"`
}
