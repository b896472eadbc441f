import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import MIMEType from 'whatwg-mimetype'
import { parseMediaType } from '../media-type.ts'
import type { FormField } from './form.ts'
import type { Unreadable } from './json.ts'

// Few documents have forms of several parts, so the library is loaded by the first that does.
const require = createRequire(import.meta.url)

/** Most parts of a body, and most fields of a form. */
export const maxFields = 10_000

/** A part of a multipart body. */
export interface BodyPart {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
}

/**
 * The parts of a multipart body. Dicer, the parser below busboy, gives bytes; busboy itself would decode them.
 *
 * @param contentType its `boundary` parameter says where parts begin
 */
export function readParts(body: Uint8Array, contentType: string): BodyPart[] | Unreadable {
  const { Dicer } = require('@fastify/busboy') as typeof import('@fastify/busboy')
  const boundary = MIMEType.parse(contentType)?.parameters.get('boundary')
  if (!boundary || boundary.length > 70)
    return { expected: 'a body whose media type names its boundary', fault: 'media-type' }
  const read: (() => BodyPart)[] = []
  // Nothing is held back, so that the whole body is read at once.
  const dicer = new Dicer({ boundary, partHwm: Number.MAX_SAFE_INTEGER } as ConstructorParameters<typeof Dicer>[0])
  dicer.on('error', () => {})
  dicer.on('part', (stream) => {
    let headers: Record<string, string> = {}
    stream.on('header', (lines: Record<string, string[]>) => {
      headers = Object.fromEntries(Object.entries(lines).map(([name, [value = '']]) => [name, value]))
    })
    stream.on('error', () => {})
    if (read.length <= maxFields) read.push(() => ({ headers, bytes: stream.read() ?? new Uint8Array() }))
    else stream.resume()
  })
  dicer.write(body)
  dicer.end()
  if (!Buffer.from(body).includes(`--${boundary}--`))
    return { expected: 'a multipart body that ends with its boundary' }
  if (read.length > maxFields) return { expected: `a multipart body of at most ${maxFields} parts`, fault: 'limit' }
  return read.map((part) => part())
}

/** The part as a field of a form; undefined if it has no name. */
export function fieldOfPart({ headers, bytes }: BodyPart): FormField | undefined {
  const disposition = MIMEType.parse(`form/${headers['content-disposition'] ?? ''}`)?.parameters
  const name = disposition?.get('name')
  if (name === undefined) return undefined
  const mediaType = parseMediaType(headers['content-type'] ?? '')
  // Forms escape only quotes and line breaks in a name.
  const escaped = textOf(Buffer.from(name, 'latin1')).replaceAll(/%(?:22|0d|0a)/gi, decodeURIComponent)
  return { name: escaped, ...(mediaType !== undefined && { mediaType }), headers, text: textOf(bytes) }
}

/** Bytes that are no text have a character for each. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}
