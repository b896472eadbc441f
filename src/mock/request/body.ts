import { isUtf8 } from 'node:buffer'
import { Refusal, type Violation } from '../../behaviour/refusal.ts'
import { parseMediaType } from '../../contract/media-type.ts'
import {
  defaultLimits,
  fromBytes,
  ParamNotFoundError,
  text as textReader,
} from '../../request-params/request-params.ts'
import { memoize } from '../memoize.ts'
import { exactInteger, findAlteredInteger, int64Range, integerRange, isInt64 } from './integers.ts'
import { exceededBound, type JsonBounds } from './limits.ts'
import { readPairs } from './query.ts'

/** A request body in two forms: for Prism's validation and for a behaviour. */
export interface ParsedBody {
  forPrism: unknown
  forBehaviour: unknown
}

/**
 * Copying and writing a value recurse: the stack overflows at about three times this depth. Validation keeps some kilobytes
 * for each wrong value.
 */
const bounds: JsonBounds = { levels: 1000, values: 50_000 }

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
  hasInt64: () => boolean = () => false,
): ParsedBody | Refusal {
  if (!body || body.length === 0) return absent
  const mediaType = contentType ? mediaTypeOf(contentType) : documented
  if (contentType && !mediaType) return new Refusal('unsupported-media-type', `'${contentType}' is not a media type.`)
  if (mediaType === 'application/x-www-form-urlencoded') return parseForm(body)
  const text = decodeUtf8(body)
  if (text === undefined) return new Refusal('malformed-request', 'The request body is not valid UTF-8.')
  if (mediaType === 'application/json' || mediaType?.endsWith('+json')) return parseJson(text, hasInt64)
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
  const violations: Violation[] = []
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

function decodeUtf8(body: Buffer): string | undefined {
  if (!isUtf8(body)) return undefined
  const text = body.toString()
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function parseJson(text: string, hasInt64: () => boolean): ParsedBody | Refusal {
  try {
    const value: unknown = JSON.parse(text)
    const bound = exceededBound(bounds, value)
    if (bound === 'integers') return parseIntegers(value, text, hasInt64())
    if (bound !== undefined) return beyondBounds(bound)
    return { forPrism: value, forBehaviour: value }
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

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? exactInteger(context.source) : value
}

function beyondBounds(bound: keyof JsonBounds): Refusal {
  return bound === 'levels'
    ? new Refusal('malformed-request', `The request body nests deeper than ${bounds.levels} levels.`)
    : new Refusal('invalid-request', `The request body has more than ${bounds.values} values.`)
}
