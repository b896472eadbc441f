import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types'
import { type InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import { bundleOwner, type PreparedSchema, type Validate } from '../../contract/published/schema-bundle.ts'
import { readJson } from '../../contract/wire/json.ts'
import { memoizeByObject } from '../memoize.ts'
import { parseBody } from '../request/body.ts'
import { bundleOf } from '../request/compile-schema.ts'
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

/** A reader of bodies; undefined for an operation of no published document. */
export function compileBodyReader(operation: IHttpOperation): BodyReader | undefined {
  const bundle = bundleOf(operation)
  const owner = bundleOwner(bundle)
  if (!owner) return undefined
  const { contents = [], required = false } = operation.request?.body ?? {}
  const prepared = (schema: IMediaTypeContent['schema']) => ({ schema, bundle }) as unknown as PreparedSchema
  const validatorOf = memoizeByObject(
    ({ schema, mediaType }: IMediaTypeContent): Validate =>
      schema ? owner.compile(prepared(schema), { convert: isForm(mediaType) }) : () => true,
  )
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
    const value = parse(raw, mediaType, contentType, content)
    if (value instanceof Refusal) return value
    if (!content || !(isJson(mediaType) || isForm(mediaType))) return { value, violations: [] }
    const validate = validatorOf(content)
    // A form has text only: an object in it is JSON. Some documents describe the whole text.
    const others = isForm(mediaType) ? [withParsedFields(value), raw.toString()] : []
    const found = [value, ...others].find((one) => validate(one))
    if (found !== undefined) return { value: found, violations: [] }
    validate(value)
    return { value, violations: violationsOf(validate.errors, 'body') }
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

function withParsedFields(fields: unknown): unknown {
  return Object.fromEntries(
    Object.entries(Object(fields)).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\s*[[{]/.test(value) ? jsonOrText(value) : value,
    ]),
  )
}

function jsonOrText(text: string): unknown {
  const read = readJson(text)
  return 'value' in read ? read.value : text
}
