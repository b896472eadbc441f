import type { DocumentNode } from '../../contract/json-pointer.ts'

type Rec = Readonly<Record<string, unknown>>

/** A part of a list, and the facts about the whole list that an answer may have. */
export interface ListPage {
  records: Rec[]
  /** Number of records that match the filters. */
  total: number
  /** Key of the last record of this page; undefined when there is no next page. */
  next: string | undefined
}

const sizes = /^(limit|(per_?|page_?)(page|size|limit)|size|count|max_?results|page\[(size|limit)\])$/i
const offsets = /^(offset|skip|start(_?index)?|page\[offset\])$/i
const pages = /^(page(_?(number|no))?|page\[number\])$/i
const cursors = /^(cursor|after|marker|(next_?)?page_?token|starting_?after|since|page\[after\])$/i

/** Filters the records by query parameters that are named like members, then takes the page that the other parameters ask for. */
export function pageOf(
  records: readonly Rec[],
  query: Rec,
  { key, schemas }: { key: string; schemas: ReadonlyMap<string, DocumentNode> },
): ListPage {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const members = new Set(records.flatMap((record) => Object.keys(record)))
  const isPaging = (name: string) => [sizes, offsets, pages, cursors].some((pattern) => pattern.test(name))
  const filters = asked.filter(([name]) => members.has(name) && !isPaging(name))
  const found = records.filter((record) => filters.every(([name, value]) => isOneOf(record[name], value)))

  const numberOf = (pattern: RegExp) => {
    const [name, value] = asked.find(([name]) => pattern.test(name)) ?? defaultOf(pattern, schemas)
    return name === undefined || !Number.isFinite(Number(value)) ? undefined : { name, value: Number(value) }
  }
  const size = numberOf(sizes)?.value ?? found.length
  const page = numberOf(pages)
  const firstPage = page && Number(schemas.get(page.name)?.minimum ?? schemas.get(page.name)?.default) === 0 ? 0 : 1
  const cursor = asked.find(([name]) => cursors.test(name))?.[1]
  const from =
    cursor !== undefined
      ? found.findIndex((record) => String(record[key]) === String(cursor)) + 1
      : (numberOf(offsets)?.value ?? (page ? (page.value - firstPage) * size : 0))
  const shown = found.slice(Math.max(0, from), Math.max(0, from) + Math.max(0, size))
  const isLast = Math.max(0, from) + shown.length >= found.length
  return { records: shown, total: found.length, next: isLast ? undefined : String(shown.at(-1)?.[key] ?? '') }
}

function defaultOf(
  pattern: RegExp,
  schemas: ReadonlyMap<string, DocumentNode>,
): [name: string | undefined, value: unknown] {
  const [name, schema] = [...schemas].find(([name, schema]) => pattern.test(name) && schema.default !== undefined) ?? []
  return [name, schema?.default]
}

function isOneOf(value: unknown, wanted: unknown): boolean {
  return [wanted].flat().some((one) => [value].flat().some((each) => String(each) === String(one)))
}

/** The members beside the records, if their names say what they mean for the page. */
export function describePage(names: readonly string[], { total, next, records }: ListPage): Record<string, unknown> {
  const said: Record<string, unknown> = {}
  for (const name of names) {
    if (/^(total(_?(items|count|results|records|elements))?|totalSize)$/i.test(name)) said[name] = total
    else if (/^(count|size|length)$/i.test(name)) said[name] = records.length
    else if (/^(next_?(cursor|marker|page_?token|token)|cursor|marker)$/i.test(name)) said[name] = next ?? null
    else if (/^has_?(more|next(_?page)?)$/i.test(name)) said[name] = next !== undefined
  }
  return said
}
