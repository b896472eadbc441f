import type { IMediaTypeContent } from '@stoplight/types'
import { printJson } from '../../json-text.ts'
import { isObject } from '../json-pointer.ts'
import { isJson, parseMediaType } from '../media-type.ts'

/** A media type that an answer can have, for one that a document gives with wildcards or not at all. */
export function concreteType(mediaType: string): string {
  const type = parseMediaType(mediaType)
  if (type === undefined || type === '*/*' || type === 'application/*') return 'application/json'
  if (type === 'text/*') return 'text/plain'
  if (type === 'image/*') return 'image/png'
  return type.endsWith('/*') ? 'application/octet-stream' : mediaType
}

/** The smallest pictures and documents that programs open. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'application/zip': 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
  'application/pdf': btoa(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
}

/** A value as the body of an answer in a media type that is not JSON: XML, text or bytes. */
export function bodyIn(mediaType: string, value: unknown, name: string): unknown {
  const type = parseMediaType(concreteType(mediaType)) ?? ''
  if (isJson(type) || value instanceof Uint8Array) return value
  if (/^(text|application)\/(.*\+)?xml$/.test(type))
    return typeof value === 'string' && value.includes('<') ? value : `<?xml version="1.0"?>${toXml(value, name)}`
  if (/^text\/|\b(yaml|javascript|x-www-form-urlencoded|ndjson|json-seq|graphql|x-ndjson)\b/.test(type))
    return typeof value === 'string' ? value : printJson(value ?? '')
  return Buffer.from(
    files[type] ?? btoa(typeof value === 'string' && /^[\x20-\x7E]*$/.test(value) ? value : 'example'),
    'base64',
  )
}

function toXml(value: unknown, name: string): string {
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'item'
  if (Array.isArray(value)) return value.map((one) => toXml(one, tag)).join('')
  const inner = isObject(value)
    ? Object.entries(value)
        .map(([key, member]) => toXml(member, key))
        .join('')
    : String(value ?? '')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
  return `<${tag}>${inner}</${tag}>`
}

/** Contents in JSON come first, since they can keep what callers sent. */
export function jsonFirst(contents: readonly IMediaTypeContent[] = []): IMediaTypeContent[] {
  const rank = ({ mediaType }: IMediaTypeContent) => {
    const type = parseMediaType(concreteType(mediaType))
    return type === 'application/json' ? 0 : isJson(type) ? 1 : 2
  }
  return contents.toSorted((one, other) => rank(one) - rank(other))
}
