import type { IMediaTypeContent } from '@stoplight/types'
import { type InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import type { Operation } from '../../contract/operation.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { readJson } from '../../contract/wire/json.ts'
import { nodeView } from '../../contract/wire/schema-views.ts'
import type { Texts } from '../../contract/wire/style.ts'
import { compileTyped, membersIn, type SchemaView, shapesOf } from '../../contract/wire/typed-text.ts'
import { memoizeByObject } from '../memoize.ts'
import { parseBody } from '../request/body.ts'
import { violationsOf } from '../request/parameters.ts'

/** A body as a behaviour reads it, and what is wrong with it. */
export interface ReadBody {
  value: unknown
  violations: readonly InvalidPart[]
}

/** Reads the body of a request to an operation of a published document. */
export type BodyReader = (body: Buffer | null, contentType: string | undefined) => ReadBody | Refusal

/** Largest form and largest number of its fields. */
const maxFormBytes = 8 * 1024 * 1024
const maxFields = 10_000
/** Names in the place of a field, as in `more[a][b]`, which has three. */
const maxLevels = 20

const nothing: ReadBody = { value: undefined, violations: [] }

/** Compiles the reader of an operation's bodies. */
export function compileBodyReader({ document, http }: Operation): BodyReader {
  const { contents = [], required = false } = http.request?.body ?? {}
  const schemas = schemasOf(document, { side: 'request' })
  const view = nodeView(document)
  const formOf = memoizeByObject((schema: object) => compileFields(view, schema))
  return (raw, contentType) => {
    if (!raw?.length) {
      return required && contents.length > 0 ? { value: undefined, violations: [missing] } : nothing
    }
    const mediaType = parseMediaType(contentType ?? contents[0]?.mediaType ?? '')
    const content = mediaType === undefined ? undefined : findContent(contents, mediaType)
    if (!content && contents.length > 0) {
      const known = contents.map(({ mediaType }) => mediaType).join(', ')
      return new Refusal('unsupported-media-type', `Send the body as ${known}.`)
    }
    const parsed = parse(raw, mediaType, contentType, content)
    if (parsed instanceof Refusal) return parsed
    const { schema } = content ?? {}
    if (!schema || !(isJson(mediaType) || isForm(mediaType))) return { value: parsed, violations: [] }
    const value = isForm(mediaType) ? formOf(schema)(Object(parsed)) : parsed
    const errors = schemas.errors(schema, value)
    // Some documents describe the whole text of a form.
    if (errors.length > 0 && isForm(mediaType) && schemas.accepts(schema, raw.toString()))
      return { value: raw.toString(), violations: [] }
    return { value, violations: violationsOf(errors, 'body') }
  }
}

const missing: InvalidPart = { path: ['body'], message: 'Body parameter is required' }

function findContent(contents: readonly IMediaTypeContent[], type: string): IMediaTypeContent | undefined {
  const [main] = type.split('/')
  // A subtype of JSON is JSON; one such subtype is not another.
  const suffixed = isJson(type) ? ['application/json', 'text/json'] : []
  for (const wanted of [type, ...suffixed, `${main}/*`, '*/*']) {
    const found = contents.find(({ mediaType }) => mediaType === wanted)
    if (found) return found
  }
  return undefined
}

function parse(
  raw: Buffer,
  mediaType: string | undefined,
  contentType: string | undefined,
  content: IMediaTypeContent | undefined,
): unknown {
  if (isForm(mediaType)) {
    if (raw.length > maxFormBytes) return new Refusal('payload-too-large', `A form has at most ${maxFormBytes} bytes.`)
    const isMultipart = mediaType === 'multipart/form-data'
    const fields = isMultipart ? partsOf(raw, contentType ?? '') : fieldsOf([...new URLSearchParams(raw.toString())])
    return fields instanceof Refusal ? fields : withNestedMembers(fields, content)
  }
  const isText = isJson(mediaType) || /^text\/|xml$/.test(mediaType ?? '')
  if (!isText) return raw
  const body = parseBody(raw, mediaType, undefined, () => false)
  return body instanceof Refusal ? body : body.forBehaviour
}

function isForm(mediaType: string | undefined): boolean {
  return mediaType === 'application/x-www-form-urlencoded' || mediaType === 'multipart/form-data'
}

function partsOf(raw: Buffer, contentType: string): Record<string, unknown> | Refusal {
  const [, boundary] = /boundary="?([^";]+)/i.exec(contentType) ?? []
  if (boundary === undefined)
    return new Refusal('unsupported-media-type', 'The Content-Type of a multipart body names its boundary.')
  // Before the first boundary and behind the last one is nothing of the form.
  const parts = `\r\n${raw}`.split(`\r\n--${boundary}`).slice(1, -1)
  return fieldsOf(
    parts.map((part): [string, string] => {
      const end = part.indexOf('\r\n\r\n')
      const [, name = ''] = /\bname="?([^";\r]*)/i.exec(part.slice(0, end)) ?? []
      return [name, part.slice(end + 4)]
    }),
  )
}

/** A name that comes several times has a list. */
function fieldsOf(pairs: readonly [string, string][]): Record<string, unknown> | Refusal {
  if (pairs.length > maxFields) return new Refusal('invalid-request', `A form has at most ${maxFields} fields.`)
  const fields = new Map<string, string | string[]>()
  for (const [sent, value] of pairs) {
    const name = sent.replace(/\[\]$/, '')
    const known = fields.get(name)
    if (Array.isArray(known)) known.push(value)
    else fields.set(name, known === undefined ? value : [known, value])
  }
  return Object.fromEntries(fields)
}

/** A field `more[a]=1` is the member `a` of `more`, where the document says that `more` has the style deepObject. */
function withNestedMembers(fields: object, content: IMediaTypeContent | undefined): unknown {
  const deep = content?.encodings?.flatMap(({ property, style }) => (style === 'deepObject' ? [property] : [])) ?? []
  const placed = Object.entries(fields).map(([name, value]): PlacedField => {
    const place = name.replace(/\]$/, '').split(/\]?\[/, maxLevels + 1)
    return [deep.some((one) => one === place[0]) && place.length <= maxLevels ? place : [name], value]
  })
  return Object.fromEntries(membersOf(placed))
}

type PlacedField = [place: readonly string[], value: unknown]

/** No document describes lists in the style deepObject: `rows[0]=a&rows[1]=b` is how servers read them. */
function membersOf(fields: readonly PlacedField[]): [name: string, value: unknown][] {
  return [...Map.groupBy(fields, ([[name = '']]) => name)].map(([name, group]) => {
    const inner = group.flatMap(([[, ...place], value]): PlacedField[] => (place.length > 0 ? [[place, value]] : []))
    if (inner.length === 0) return [name, group[0]?.[1]]
    const members = membersOf(inner)
    const isList = members.every(([key], index) => key === String(index))
    return [name, isList ? members.map(([, value]) => value) : Object.fromEntries(members)]
  })
}

/** Gives the fields of a form the types of their members. A form has text only: an object in it is JSON. */
function compileFields(view: SchemaView<unknown>, schema: object): (fields: Record<string, Texts>) => unknown {
  const typed = (name: string, value: Texts): unknown => {
    const [member] = membersIn(view, schema, name)
    if (member === undefined) return value
    const isWritten = typeof value === 'string' && /^\s*[[{]/.test(value) && shapesOf(view, member)[0] !== 'text'
    return isWritten ? jsonOrText(value) : compileTyped(view, member)(value)
  }
  return (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typed(name, value)]))
}

function jsonOrText(text: string): unknown {
  const read = readJson(text)
  return 'value' in read ? read.value : text
}
