import type { Reply } from '../../check/check.ts'
import { below, nodeAt, refOf, valueAt } from '../../contract/json-pointer.ts'
import { acceptsMediaType, isJson, mediaTypeOf, parseMediaType } from '../../contract/media-type.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import { findResponse, type Operation, responseOf } from '../../contract/operation.ts'
import { concreteType } from '../../contract/published/media-example.ts'
import { describeError } from '../../contract/schema/schema-error.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { walkSchema } from '../../contract/schema/walk-schema.ts'
import { preview } from '../../contract/violation.ts'
import { parseJson, printJson } from '../../json-text.ts'
import type { Survey } from './things.ts'

/** The first thing in which an answer differs from what the document says of its status. */
export interface AnswerFault {
  /** `/name`, `header x-total`, or empty for the whole body. */
  at: string
  expected: string
  seen: string
}

/** Most places of one answer in which a write-only value is looked for. */
const maxPlaces = 20_000

/** How an answer with a documented status differs from its description: headers, media type, body. */
export function faultOfAnswer(
  { contract }: Survey,
  responses: MessageCheck,
  operation: Operation,
  reply: Reply,
): AnswerFault | undefined {
  const pointer = findResponse(operation, reply.status)
  if (pointer === undefined) return undefined
  const mayHaveBody = operation.method !== 'head' && reply.status !== 204 && reply.status !== 304
  const [wrong] = unlessUncheckable(
    () => responses.checkHead(operation, reply, mayHaveBody && reply.text !== '').violations,
  )
  if (wrong) return wrong
  const documented = responseOf(operation.http.responses, reply.status)?.contents ?? []
  const [first] = documented
  if (!mayHaveBody || !first) return undefined
  const mediaType = mediaTypeOf(reply.headers)
  if (reply.text === '' && documented.every((content) => isJson(parseMediaType(concreteType(content.mediaType)))))
    return { at: '', expected: `a body of ${first.mediaType}`, seen: 'nothing' }
  if (!isJson(mediaType)) return undefined
  const value = parseJson(reply.text)
  if (value === undefined) return { at: '', expected: 'JSON', seen: preview(reply.text, '') }
  const named = documented.find((content) => parseMediaType(content.mediaType) === mediaType)
  const content = named ?? documented.find((one) => acceptsMediaType(one.mediaType, mediaType))
  if (!content?.schema) return undefined
  const error = unlessUncheckable(() => schemasOf(contract.document).errors(content.schema, value)).at(-1)
  if (error) {
    const { at, expected } = describeError(error)
    return { at, expected, seen: preview(valueAt(value, at), at) }
  }
  const media = below(pointer, 'content', content.mediaType)
  return findWriteOnly(contract.document, below(media, 'schema'), value, responses)
}

/** A pattern of a header that is not one of JavaScript says nothing about an answer, nor does a value that is nested too deeply. */
function unlessUncheckable<Fault>(check: () => Fault[]): Fault[] {
  try {
    return check()
  } catch {
    return []
  }
}

function findWriteOnly(
  document: Survey['contract']['document'],
  schema: string,
  root: unknown,
  { accepts }: MessageCheck,
): AnswerFault | undefined {
  if (!printJson(document).includes('"writeOnly":true')) return undefined
  const fits = (pointer: string, value: unknown) => {
    try {
      return accepts(pointer, value)
    } catch {
      return false
    }
  }
  let places = 0
  for (const { node, at, value } of walkSchema(document, schema, root, fits)) {
    if (++places > maxPlaces) return undefined
    const isWriteOnly = nodeAt(document, refOf(document, node) ?? node)?.writeOnly === true
    if (isWriteOnly && value !== undefined && value !== null && at !== '')
      return { at, expected: 'nothing, because it is write-only', seen: 'a value' }
  }
  return undefined
}
