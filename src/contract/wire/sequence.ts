import { printJson } from '../../json-text.ts'
import { type DocumentNode, isMapping, setOwn } from '../json-pointer.ts'
import { isParsable, JsonValueSplitter, type ValueBytes } from '../json-values.ts'
import { isJson } from '../media-type.ts'
import { readJson, type Unreadable } from './json.ts'
import { branchesOf, compileTyped, membersIn, type PointerView, shapesOf } from './typed-text.ts'

/** Media types of items that follow one another. The items of `multipart/*` are its parts. */
export type SequenceKind = 'json-sequence' | 'events'

/** Larger items are not read. Bytes. */
const maxItemBytes = 10 * 1024 * 1024

/** A value and the schema that judges it. */
export interface SchemaValue {
  schema: string
  value: unknown
  /** JSON pointer of the value in the body. */
  at: string
}

/** Whether the body of a media type is a list of items, by its Media Type Object. */
export function hasItems({ itemSchema, itemEncoding, prefixEncoding }: DocumentNode, { whole }: ItemSchemas): boolean {
  return (itemSchema ?? itemEncoding ?? prefixEncoding ?? whole) !== undefined
}

/**
 * @param media the Media Type Object
 * @param essence `type/subtype`
 */
export function sequenceKindOf(
  media: DocumentNode,
  schemas: () => ItemSchemas,
  essence: string,
): SequenceKind | undefined {
  if (isJsonSequence(essence) || media['x-json-sequence'] === true) return 'json-sequence'
  return essence === 'text/event-stream' && hasItems(media, schemas()) ? 'events' : undefined
}

/** @param essence `type/subtype` */
export function isJsonSequence(essence: string): boolean {
  return /[/+](json-seq|jsonl|(x-)?(ndjson|jsonlines))$/.test(essence)
}

/** What is wrong where a sequence cannot be cut into items. */
export const sequenceFault: Readonly<Record<SequenceKind, string>> = {
  'json-sequence': 'JSON values one after another',
  events: `server-sent events of at most ${maxItemBytes / 1024 / 1024} MB`,
}

/** Cuts the bytes of a sequence into items as they come. */
export interface Splitter {
  /** @returns false for bytes that are no such sequence */
  write(chunk: Uint8Array): boolean
  /** @returns false where the bytes end within an item */
  end(): boolean
}

/** An item as it was sent: the text of a JSON value, undefined for one that is too large; the fields of an event. */
export type SentItem = string | undefined | Readonly<Record<string, string>>

export function splitterOf(kind: SequenceKind, tell: (item: SentItem) => void): Splitter {
  return kind === 'json-sequence' ? jsonSplitter(tell) : eventSplitter(tell)
}

function jsonSplitter(tell: (item: SentItem) => void): Splitter {
  const splitter = new JsonValueSplitter(maxItemBytes)
  let isRead = true
  const take = (value: ValueBytes) => {
    if (!isParsable(value)) throw new RangeError('nested too deeply')
    tell(value.bytes && Buffer.from(value.bytes).toString())
  }
  return {
    write(chunk) {
      isRead &&= splitter.read(chunk, 0, take) === chunk.length
      return isRead
    },
    end() {
      splitter.end(take)
      return isRead && !splitter.isOpen
    },
  }
}

/** Server-sent events, as HTML defines them: an event without data, and one that does not end, are none. */
function eventSplitter(tell: (item: SentItem) => void): Splitter {
  const decoder = new TextDecoder()
  let pending = ''
  let event: Record<string, string> = {}
  const take = (line: string) => {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (line === '') {
      if (event.data !== undefined) tell(event)
      event = {}
    } else if (field === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`
    else if (
      field === 'event' ||
      (field === 'id' && !value.includes('\0')) ||
      (field === 'retry' && /^\d+$/.test(value))
    )
      event[field] = value
  }
  return {
    write(chunk) {
      // A line end may be cut in two: `\r` at the end waits for its `\n`.
      const lines = (pending + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
      pending = lines.pop() ?? ''
      for (const line of lines) take(line)
      return pending.length + (event.data?.length ?? 0) < maxItemBytes
    },
    end() {
      if (pending === '\r') take('')
      return true
    },
  }
}

/** The value of an item, and what judges it and its parts; undefined for an item that is too large to be read. */
export type ReadItem = { value: unknown; faults: []; judged: SchemaValue[] } | Unreadable | undefined

/** Compiles the reader of the items of one media type. */
export function compileItem(
  view: PointerView,
  { own, described }: ItemSchemas,
  limits: { isBounded?: boolean },
): (item: SentItem, at: string) => ReadItem {
  const read = described === undefined ? (fields: object) => fields : compileTyped(view, described)
  const judgedAs = (value: unknown, at: string) => (own === undefined ? [] : [{ schema: own, value, at }])
  const isOfText = (name: string) => {
    const [member] = described === undefined ? [] : membersIn(view, described, name)
    return member === undefined || shapesOf(view, member).includes('text')
  }

  return (item, at) => {
    if (item === undefined) return undefined
    if (typeof item === 'string') {
      const found = readJson(item, limits)
      return 'value' in found ? { value: found.value, faults: [], judged: judgedAs(found.value, at) } : found
    }
    const value = { ...Object(read(item)), ...(item.retry !== undefined && { retry: Number(item.retry) }) }
    const data = readJson(item.data ?? '')
    // Some describe the value that the text of JSON stands for.
    if (!isOfText('data') && 'value' in data) setOwn(value, 'data', data.value)
    return { value, faults: [], judged: [...judgedAs(value, at), ...judgedData(value, data, at)] }
  }

  /** The content of the data, by `contentSchema` of the schemas that describe this event. */
  function judgedData(value: DocumentNode, data: ReturnType<typeof readJson>, at: string): SchemaValue[] {
    if (described === undefined) return []
    const owners = [described, ...branchesOf(view, described).filter((one) => view.accepts(one, value))]
    return owners.flatMap((owner) => {
      if (!Object.hasOwn(Object(view.nodeOf(owner).properties), 'data')) return []
      const member = view.partOf(owner, 'properties', 'data')
      const { contentMediaType, contentSchema } = view.nodeOf(member)
      if (contentSchema === undefined || !isJson(String(contentMediaType))) return []
      const content = 'value' in data ? data.value : value.data
      return [{ schema: view.partOf(member, 'contentSchema'), value: content, at: `${at}/data` }]
    })
  }
}

/** The schemas of a media type that has items. */
export interface ItemSchemas {
  /** Judges each item; undefined if the list judges them all. */
  own: string | undefined
  /** Says what types an item has; those of the first items have their own. */
  described: string | undefined
  prefix: readonly string[]
  /** Judges the list of all items. */
  whole: string | undefined
}

/** Before OpenAPI 3.2, `schema` was that of an item. */
export function itemSchemasOf(view: PointerView, media: string | undefined, schema: string | undefined): ItemSchemas {
  const node = media === undefined ? {} : view.nodeOf(media)
  const itemSchema = media === undefined || node.itemSchema === undefined ? undefined : view.partOf(media, 'itemSchema')
  const isList = schema !== undefined && node['x-json-sequence'] !== true && shapesOf(view, schema)[0] === 'list'
  const { items, prefixItems } = isList ? view.nodeOf(schema) : {}
  const own = itemSchema ?? (isList ? undefined : schema)
  return {
    own,
    described: own ?? (isList && isMapping(items) ? view.partOf(schema, 'items') : undefined),
    prefix:
      isList && Array.isArray(prefixItems) ? prefixItems.map((_, at) => view.partOf(schema, 'prefixItems', at)) : [],
    whole: isList ? schema : undefined,
  }
}

/** An item as it is sent in a sequence. */
export function writeItem(essence: string, item: unknown): string {
  if (isJsonSequence(essence)) return `${essence.endsWith('json-seq') ? '\u001e' : ''}${printJson(item)}\n`
  const fields = isMapping(item) && eventFields.some((name) => name in item) ? item : { data: item }
  const lines = eventFields.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined || value === null) return []
    const text = typeof value === 'string' ? value : printJson(value)
    return text.split(/\r\n|\r|\n/).map((line) => `${name}: ${line}\n`)
  })
  return `${lines.join('')}\n`
}

const eventFields = ['event', 'data', 'id', 'retry'] as const
