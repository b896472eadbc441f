import type { IHttpOperation } from '@stoplight/types'
import { Problem } from '../interfaces/problem.ts'
import { parseMediaType } from './media-type.ts'
import { nestsDeeperThan } from './nesting.ts'

/** A request body in the two forms that are needed: as Prism validates it and as a behaviour reads it. */
export interface ParsedBody {
  forPrism: unknown
  forBehaviour: unknown
}

/** What is copied and written is walked by recursion, which a stack bears to about three times this depth. */
const maxNesting = 1000

const absent: ParsedBody = { forPrism: undefined, forBehaviour: undefined }

/**
 * Parses a body by its media type: JSON to its value, a form to its fields, anything else to text. Without a media type it
 * is read as the first one that the operation documents, since servers that ask for none still receive the bytes.
 *
 * @returns a `Problem` for a media type that is none, bytes that are not UTF-8, text that is not the JSON it claims to be, and
 *   JSON that nests too deep to be kept
 */
export function parseBody(
  body: Buffer | null,
  contentType: string | undefined,
  operation: IHttpOperation,
): ParsedBody | Problem {
  if (!body || body.length === 0) return absent
  const [documented] = operation.request?.body?.contents ?? []
  const mediaType = contentType ? parseMediaType(contentType) : documented?.mediaType
  if (contentType && !mediaType) return new Problem('unsupported-media-type', `'${contentType}' is not a media type.`)
  const text = decodeUtf8(body)
  if (text === undefined) return new Problem('malformed-request', 'The request body is not valid UTF-8.')
  if (mediaType === 'application/json' || mediaType?.endsWith('+json')) return parseJson(text)
  if (mediaType === 'application/x-www-form-urlencoded') {
    return { forPrism: text, forBehaviour: Object.fromEntries(new URLSearchParams(text)) }
  }
  return { forPrism: text, forBehaviour: text }
}

function decodeUtf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

function parseJson(text: string): ParsedBody | Problem {
  try {
    const value: unknown = JSON.parse(text)
    if (nestsDeeperThan(maxNesting, value)) {
      return new Problem('malformed-request', `The request body nests deeper than ${maxNesting} levels.`)
    }
    return { forPrism: value, forBehaviour: value }
  } catch (error) {
    return new Problem('malformed-request', `The request body is not valid JSON: ${(error as Error).message}.`)
  }
}
