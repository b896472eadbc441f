import { serializeParameter } from './serialize.ts'

/** The form of one member of a form, by the words of OpenAPI. */
export interface MemberEncoding {
  contentType?: string
  style?: string
  explode?: boolean
}

export type Encodings = Readonly<Record<string, MemberEncoding>>

/**
 * A body as it is sent. JSON and forms are written by their media type; text, bytes and streams are sent as they are.
 *
 * @throws {TypeError} for an object of a media type that is none of these
 */
export function serializeBody(
  body: unknown,
  mediaType: string,
  encodings: Encodings = {},
  { stringify }: Pick<typeof JSON, 'stringify'> = JSON,
): BodyInit {
  if (typeof body === 'string' && !isJson(mediaType)) return body
  if (isRaw(body)) return body
  if (isJson(mediaType)) return stringify(body)
  const members = Object.entries(Object(body)).filter(([, value]) => value !== undefined)
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType))
    return members.flatMap(([name, value]) => formMember(name, value, encodings[name])).join('&')
  if (/^multipart\//i.test(mediaType)) return multipart(members, encodings)
  throw new TypeError(`a body of ${mediaType} is sent as text or bytes, and not as an object`)
}

/** The media type that a body has by itself, if the document names it: a `Blob` has its own, and forms of the platform have theirs. */
export function ownType(body: unknown, documented: readonly string[] = []): string | undefined {
  const type =
    body instanceof Blob
      ? body.type
      : body instanceof FormData
        ? 'multipart/form-data'
        : body instanceof URLSearchParams
          ? 'application/x-www-form-urlencoded'
          : ''
  const essenceOf = (text: string) => text.toLowerCase().replace(/\s*;.*/s, '')
  const own = essenceOf(type)
  const isOwn = (one: string) => one === own || one === '*/*' || one === own.replace(/\/.*/, '/*')
  return own !== '' && documented.map(essenceOf).some(isOwn) ? type : undefined
}

export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(mediaType)
}

function isRaw(body: unknown): body is BodyInit {
  return (
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof ReadableStream
  )
}

function formMember(name: string, value: unknown, { contentType, style, explode }: MemberEncoding = {}): string[] {
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
  const json = contentType === undefined ? isNested && style === undefined : isJson(contentType)
  // An object of a form without a style is JSON, as OpenAPI says.
  const text = serializeParameter(name, value ?? '', { in: 'query', style, explode, json })
  return text === undefined ? [] : [text.replaceAll('%20', '+')]
}

function multipart(members: readonly [string, unknown][], encodings: Encodings): FormData {
  const form = new FormData()
  for (const [name, value] of members) {
    const type = encodings[name]?.contentType?.split(',')[0]?.trim()
    for (const part of Array.isArray(value) && !(type && isJson(type)) ? value : [value]) {
      if (part instanceof Blob) form.append(name, type && part.type === '' ? new Blob([part], { type }) : part)
      else if (part instanceof ArrayBuffer || ArrayBuffer.isView(part))
        form.append(name, new Blob([part as BlobPart], { type: type ?? 'application/octet-stream' }), name)
      else if (typeof part === 'object' && part !== null)
        form.append(name, new Blob([JSON.stringify(part)], { type: type ?? 'application/json' }))
      else if (type) form.append(name, new Blob([isJson(type) ? JSON.stringify(part) : String(part)], { type }))
      else form.append(name, String(part ?? ''))
    }
  }
  return form
}
