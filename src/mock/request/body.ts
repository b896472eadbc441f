import { isUtf8 } from 'node:buffer'
import { type InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { findAlteredInteger, int64Range, integerRange, isInt64, keepDigits } from '../../contract/integers.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import { exceededBound, maxLevels, maxValues } from '../../contract/wire/json.ts'
import {
  defaultLimits,
  fromBytes,
  ParamNotFoundError,
  text as textReader,
} from '../../request-params/request-params.ts'
import { memoize } from '../memoize.ts'
import { readPairs } from './query.ts'

/** A request body in two forms: for Prism's validation and for a behaviour. */
export interface ParsedBody {
  forPrism: unknown
  forBehaviour: unknown
}

/** Largest request body in bytes. It is above every documented limit, so that a caller can try these limits. */
export const maxBodyBytes: number = 64 * 1024 * 1024

const mediaTypeOf = memoize(parseMediaType)

const absent: ParsedBody = { forPrism: undefined, forBehaviour: undefined }

/**
 * Parses a body by its media type: JSON to its value, a form to its fields, anything else to text. A body without a media type is read as
 * `documented`, the first media type that the operation documents.
 *
 * @param hasInt64 whether the document has the format `int64` for this body: such integers keep their digits, as bigints for a behaviour
 * @returns a `Refusal` for a malformed media type, bytes that are not UTF-8, malformed JSON, and JSON or a form beyond the bounds
 */
export function parseBody(
  body: Buffer | null,
  contentType: string | undefined,
  documented: string | undefined,
  hasInt64: () => boolean,
): ParsedBody | Refusal {
  if (!body?.length) return absent
  const mediaType = contentType ? mediaTypeOf(contentType) : documented
  if (contentType && !mediaType) return new Refusal('unsupported-media-type', `'${contentType}' is not a media type.`)
  if (mediaType === 'application/x-www-form-urlencoded') return parseForm(body)
  if (!isUtf8(body)) return new Refusal('malformed-request', 'The request body is not valid UTF-8.')
  const text = body.toString().replace(/^\ufeff/, '')
  if (isJson(mediaType)) return parseJson(text, hasInt64)
  return { forPrism: text, forBehaviour: text }
}

/**
 * The first value of each field. Prism gets the same text, because Prism itself would take the last value, and throws for a name that is
 * not percent-encoded UTF-8.
 */
function parseForm(body: Buffer): ParsedBody | Refusal {
  const { bodyBytes } = defaultLimits
  if (body.length > bodyBytes) return new Refusal('payload-too-large', `A form has at most ${bodyBytes} bytes.`)
  const params = readPairs(`?${fromBytes(body)}`, 'form', { queryBytes: Number.POSITIVE_INFINITY })
  if (params instanceof Refusal) return params
  const fields = new Map<string, string>()
  const violations: InvalidPart[] = []
  for (const name of new Set(params.allParams().map(([name]) => name))) {
    const outcome = params.paramOrError(name, textReader)
    if (outcome.ok) fields.set(name, outcome.value)
    else if (!(outcome.error instanceof ParamNotFoundError)) {
      violations.push({ path: ['body', name], message: `Request body parameter ${name} ${outcome.error.reason}` })
    }
  }
  if (violations.length > 0) {
    return new Refusal('invalid-request', violations.map(({ message }) => message).join('; '), { violations })
  }
  return {
    forPrism: new URLSearchParams([...fields]).toString(),
    forBehaviour: Object.fromEntries(fields),
  }
}

function parseJson(text: string, hasInt64: () => boolean): ParsedBody | Refusal {
  try {
    const value: unknown = JSON.parse(text)
    switch (exceededBound(value)) {
      case 'levels':
        return new Refusal('malformed-request', `The request body nests deeper than ${maxLevels} levels.`)
      case 'values':
        return new Refusal('invalid-request', `The request body has more than ${maxValues} values.`)
      case 'integers':
        return parseIntegers(value, text, hasInt64())
      default:
        return { forPrism: value, forBehaviour: value }
    }
  } catch (error) {
    return new Refusal('malformed-request', `The request body is not valid JSON: ${(error as Error).message}.`)
  }
}

/** `JSON.parse` would change the digits silently. */
function parseIntegers(value: unknown, text: string, hasInt64: boolean): ParsedBody | Refusal {
  const position = findAlteredInteger(text, hasInt64 ? isInt64 : undefined)
  if (position !== undefined) {
    const range = hasInt64 ? int64Range : integerRange
    return new Refusal('invalid-request', `The number at position ${position} of the request body ${range}.`)
  }
  return { forPrism: value, forBehaviour: hasInt64 ? JSON.parse(text, keepDigits) : value }
}
