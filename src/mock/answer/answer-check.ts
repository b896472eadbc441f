import type { Answer } from '../../behaviour/definition.ts'
import type { Contract } from '../../contract/contract.ts'
import { below, membersOf, resolvePointer, valueAt } from '../../contract/json-pointer.ts'
import { findMediaType, isJson, isXml, parseMediaType } from '../../contract/media-type.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import { messageParts } from '../../contract/wire/parameter.ts'
import { schemaPointer, writeXmlOf } from '../../contract/wire/schema-views.ts'
import { compileTyped } from '../../contract/wire/typed-text.ts'
import { memoize, memoizeByObject } from '../memoize.ts'
import { compileParameters, type MessageSchemas, messageSchemas, violationOf } from '../request/parameters.ts'
import { isRaw } from './serialize.ts'

/** Headers that the server sets, since they say how and to whom the answer is sent. */
const framing =
  /^(content-(length|encoding|type)|transfer-encoding|connection|keep-alive|trailer|upgrade|te|access-control-.*)$/i

/** What a document says of the answers of one operation. */
export interface AnswerCheck {
  /** The ways in which an answer breaks the contract; empty when it keeps it. */
  breaches(answer: Answer): string[]
  /** The answer with its body as it is sent: a value of XML as text. */
  written(answer: Answer): Answer
}

/** The checks of a contract's answers, by operation. */
export function answerChecksOf({ document, isPublished }: Contract): (operation: Operation) => AnswerCheck {
  const schemas = messageSchemas(document, 'response', { isDouble: !isPublished })
  return memoizeByObject((operation) => compileAnswerCheck(schemas, operation))
}

function compileAnswerCheck(of: MessageSchemas, operation: Operation): AnswerCheck {
  const { document, schemas, view } = of
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
      return pointer === undefined ? undefined : { schema: schemaPointer(document, pointer) }
    })
    return { headers: compileParameters(of, 'header', headers), contents, mediaOf }
  })

  return {
    breaches({ status, headers, body }) {
      const plan = planOf(status)
      if (!plan) return status < 300 ? [`the document has ${[...operation.responses.keys()].join(', ')}`] : []
      const { violations } = plan.headers.read(messageParts({}, '', headers))
      const wrong = violations.map(({ message }) => message.replace(/^Request/, 'Response'))
      if (plan.contents.size === 0) return wrong
      const contentType = headers['content-type'] ?? ''
      const media = plan.mediaOf(contentType)
      if (media) return [...wrong, ...(isRaw(body) ? [] : faultsOf(body, contentType, media.schema))]
      return [...wrong, `the media type "${contentType}" is none of ${[...plan.contents.keys()].join(', ')}`]
    },

    written(answer) {
      const { status, headers, body } = answer
      const contentType = headers['content-type'] ?? ''
      if (typeof body !== 'object' || isRaw(body) || !isXml(parseMediaType(contentType))) return answer
      const schema = planOf(status)?.mediaOf(contentType)?.schema
      return { ...answer, body: writeXmlOf(document, schema, body) }
    },
  }

  /** @param body a text of a media type that is neither JSON nor text is written already, and cannot be validated */
  function faultsOf(body: unknown, contentType: string, schema: string | undefined): string[] {
    const type = parseMediaType(contentType) ?? ''
    const isText = typeof body === 'string' && !isJson(type)
    if (schema === undefined || (isText && !type.startsWith('text/'))) return []
    const value = isText ? compileTyped(view, schema)(body) : body
    try {
      const errors = schemas.errors(valueAt(document, schema), value)
      return errors
        .map((error) => violationOf(error, 'Response', 'body'))
        .map(({ path, message }) => `${path.join('.')} ${message}`)
    } catch (error) {
      if (error instanceof RangeError) return ['body or its schema is nested too deeply to be checked']
      throw error
    }
  }
}
