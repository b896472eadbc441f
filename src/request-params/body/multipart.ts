import { Dicer } from '@fastify/busboy'
import { pastLimit, RequestCouldNotBeReadError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { NotSent, Parameter, SentValue } from '../parameter.ts'
import { fromBytes, unescapeBytes } from './bytes.ts'
import { joined } from './joined.ts'

interface Part {
  headers: Readonly<Record<string, string[]>>
  content: Promise<Uint8Array<ArrayBuffer>>
}

/**
 * The parts of a multipart form. Dicer, the parser below busboy, gives header lines and contents as bytes. Busboy itself and
 * `Request.formData()` decode them, and replace bytes that are not UTF-8 by U+FFFD.
 *
 * @param contentType its `boundary` parameter says where parts begin
 * @throws {RequestCouldNotBeReadError} past a limit, and for a body that is cut off or has no boundary
 */
export async function readFormParts(body: Uint8Array, contentType: string, limits: Limits): Promise<Parameter[]> {
  const parameters: Parameter[] = []
  for (const { headers, content } of await splitParts(body, contentType, limits)) {
    const disposition = parametersOf(headers['content-disposition']?.[0] ?? '')
    const name = disposition.get('name')
    if (name === undefined) continue
    const sent = readContent(await content, disposition.get('filename'), headers['content-type']?.[0])
    parameters.push({ name: unescapeName(name), ...sent })
  }
  return parameters
}

function splitParts(body: Uint8Array, contentType: string, limits: Limits): Promise<Part[]> {
  const boundary = parametersOf(contentType).get('boundary')
  return new Promise((resolve, reject) => {
    if (!boundary || boundary.length > 70) throw malformed('its media type has no boundary of 1 to 70 characters')
    const parts: Part[] = []
    const dicer = new Dicer({ boundary })
    dicer.on('error', ({ message }: Error) => reject(malformed(message)))
    dicer.on('finish', () => resolve(parts))
    dicer.on('part', (stream) => {
      // The error is thrown through `end`, so that no further parts are made.
      if (parts.length === limits.parameters) throw pastLimit('parameters', limits)
      const part: Part = { headers: {}, content: contentOf(stream) }
      // A failure of a part is a failure of the whole form, which reports it.
      part.content.catch(() => {})
      stream.on('header', (headers: Part['headers']) => {
        part.headers = headers
      })
      parts.push(part)
    })
    dicer.end(body)
  })
}

async function contentOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return joined(chunks)
}

function readContent(content: Uint8Array<ArrayBuffer>, name?: string, type = 'text/plain'): SentValue | NotSent {
  if (name === undefined) return { kind: 'text', raw: fromBytes(content) }
  // A browser sends this for an empty file input.
  if (name === '' && content.length === 0) return {}
  const baseName = unescapeName(name).replace(/^.*[/\\]/s, '')
  return { kind: 'file', raw: new File([content], baseName, { type }) }
}

/** The parameters of a header line, by their names in lower case; of a repeated name, the first counts. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, token = ''] of header.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"([^"]*)"|([^\s;]*))/g)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted ?? token)
  }
  return found
}

/** Forms escape only quotes and line breaks in a name, and do not escape the percent sign. */
function unescapeName(name: string): string {
  return unescapeBytes(name, /%(22|0d|0a)/gi)
}

function malformed(reason: string): RequestCouldNotBeReadError {
  return new RequestCouldNotBeReadError(`its multipart body is malformed: ${reason}`)
}
