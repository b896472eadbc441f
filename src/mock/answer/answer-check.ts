import { Readable } from 'node:stream'
import type { Answer } from '../../behaviour/definition.ts'
import type { InvalidPart } from '../../behaviour/refusal.ts'
import type { Contract } from '../../contract/contract.ts'
import { below, membersOf, resolvePointer, valueAt } from '../../contract/json-pointer.ts'
import { findMediaType, isJson, isXml, parseMediaType } from '../../contract/media-type.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import { bodyIn, isSequence, itemsIn } from '../../contract/published/media-example.ts'
import { compileBody } from '../../contract/wire/body.ts'
import { messageParts } from '../../contract/wire/parameter.ts'
import { schemaPointer } from '../../contract/wire/schema-views.ts'
import { itemSchemasOf, type SchemaValue } from '../../contract/wire/sequence.ts'
import { memoize, memoizeByObject } from '../memoize.ts'
import { compileParameters, type MessageSchemas, messageSchemas, violationOf } from '../request/parameters.ts'
import { isFrozenRecord } from '../storage/record.ts'
import { isRaw } from './serialize.ts'

/** Headers that the server sets, since they say how and to whom the answer is sent. */
const framing =
  /^(content-(length|encoding|type)|transfer-encoding|connection|keep-alive|trailer|upgrade|te|access-control-.*)$/i

/** What a document says of the answers of one operation. */
export interface AnswerCheck {
  /** The ways in which an answer breaks the contract; empty when it keeps it. */
  breaches(answer: Answer): readonly string[]
  /** The answer with its body as it is sent: a value of XML as text. */
  written(answer: Answer): Answer
}

/** The checks of a contract's answers, by operation. Each is compiled once, when it is first needed. */
export const answerChecksOf = memoizeByObject(({ document }: Contract): ((operation: Operation) => AnswerCheck) => {
  const schemas = messageSchemas(document, 'response')
  return memoizeByObject((operation) => compileAnswerCheck(schemas, operation))
})

/** The answers of one media type. */
interface MediaPlan {
  faultsOf(body: unknown): readonly string[]
  /** Writes a value as text, as parts, or as items one by one; undefined where the value itself is sent. */
  write: ((body: unknown) => unknown) | undefined
}

const none: readonly string[] = []

function compileAnswerCheck(of: MessageSchemas, operation: Operation): AnswerCheck {
  const { document } = of
  const planOf = memoize((status: number) => {
    const response = findResponse(operation, status)
    if (response === undefined) return undefined
    const names = membersOf(document, below(response, 'headers')).filter((name) => !framing.test(name))
    const headers = names.map((name) => {
      const pointer = resolvePointer(document, below(response, 'headers', name))
      return { name, pointer, node: Object(valueAt(document, pointer)) }
    })
    const contents = mediaTypesAt(document, response)
    const mediaOf = memoize((contentType: string) => {
      const pointer = contents.get(findMediaType(contents.keys(), contentType, true) ?? '')
      return pointer === undefined ? undefined : compileMedia(of, contentType, pointer)
    })
    return { readHeaders: compileParameters(of, 'header', headers), contents, mediaOf }
  })

  return {
    breaches({ status, headers, body }) {
      const plan = planOf(status)
      if (!plan) return status < 300 ? [`the document has ${[...operation.responses.keys()].join(', ')}`] : none
      const invalid: InvalidPart[] = []
      plan.readHeaders(messageParts({}, '', headers), invalid)
      const wrong = invalid.map(({ message }) => message.replace(/^Request/, 'Response'))
      if (plan.contents.size === 0) return wrong
      const contentType = headers['content-type'] ?? ''
      const media = plan.mediaOf(contentType)
      if (!media)
        return [...wrong, `the media type "${contentType}" is none of ${[...plan.contents.keys()].join(', ')}`]
      const faults = isRaw(body) ? none : media.faultsOf(body)
      return wrong.length > 0 ? [...wrong, ...faults] : faults
    },

    written(answer) {
      const { status, headers, body } = answer
      if (typeof body !== 'object' || isRaw(body)) return answer
      const contentType = headers['content-type'] ?? ''
      const plan = planOf(status)?.mediaOf(contentType) ?? compileMedia(of, contentType, undefined)
      return plan.write ? { ...answer, body: plan.write(body) } : answer
    },
  }
}

/** @param pointer of the Media Type Object that the document has for it */
function compileMedia(
  { document, schemas, view }: MessageSchemas,
  contentType: string,
  pointer: string | undefined,
): MediaPlan {
  const type = parseMediaType(contentType) ?? ''
  const schema = pointer && schemaPointer(document, pointer)
  const { own, whole } = itemSchemasOf(view, pointer, schema)
  const schemaAt = memoize((at: string) => valueAt(document, at))
  const isOfItems = isSequence(type, [])
  const isOfParts = type.startsWith('multipart/')
  // A text of a media type that is neither JSON nor text is written already, and cannot be validated.
  const read = type.startsWith('text/') || isOfItems ? compileBody(view, pointer) : undefined
  // Stored records never change, and may be answered many times.
  const valid = new WeakSet<object>()

  function judgedIn(body: unknown): readonly SchemaValue<string>[] | string {
    if (typeof body === 'string' && !isJson(type)) {
      const found = read?.(Buffer.from(body), contentType) ?? { judged: [] }
      return 'judged' in found ? found.judged : found.expected
    }
    if (!Array.isArray(body) || !(isOfItems || isOfParts))
      return schema === undefined ? [] : [{ schema, value: body, at: '' }]
    const each = own === undefined ? [] : body.map((value, index) => ({ schema: own, value, at: `/${index}` }))
    return whole === undefined ? each : [...each, { schema: whole, value: body, at: '' }]
  }

  return {
    faultsOf(body) {
      if (valid.has(body as object)) return none
      const judged = judgedIn(body)
      if (typeof judged === 'string') return [`body must be ${judged}`]
      try {
        const errors = judged.flatMap(({ schema, value, at }) =>
          schemas.errors(schemaAt(schema), value).map((error) => ({ ...error, instancePath: at + error.instancePath })),
        )
        if (errors.length === 0) {
          if (isFrozenRecord(body as object)) valid.add(body as object)
          return none
        }
        return errors
          .map((error) => violationOf(error, 'Response', 'body'))
          .map(({ path, message }) => `${path.join('.')} ${message}`)
      } catch (error) {
        if (error instanceof RangeError) return ['body or its schema is nested too deeply to be checked']
        throw error
      }
    },
    write: isOfItems
      ? (body) => Readable.from(itemsIn(type, body).map((item) => Buffer.from(item)))
      : isXml(type) || isOfParts
        ? (body) => bodyIn(contentType, body, document, pointer)
        : undefined,
  }
}
