import { type BodyChecks, type CheckedHead, createBodyChecks, findBodyRule, oneOf } from './body-check.ts'
import type { Contract } from './contract.ts'
import { below, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { findResponse, mediaTypesAt, type Operation, type Parameter } from './operation.ts'
import { nearestProvenance } from './provenance.ts'
import { createValueCheck, type ValueCheck } from './value-check.ts'
import { defaultMaxViolations, limitViolations, originOf, preview, type Violation } from './violation.ts'
import { compileParameter, type MessageParts, messageParts, type ParameterReader, sentTexts } from './wire/parameter.ts'
import { pointerView, schemaPointer } from './wire/schema-views.ts'

/** The part of a request before its body. */
export interface SeenRequestHead {
  method: string
  /** Parameters of the path by name, percent-encoded. */
  path: Readonly<Record<string, string>>
  /** As it was sent, without `?`. */
  query: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** The part of a response before its body. */
export interface SeenHead {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** A response as a client has it. */
export interface SeenResponse extends SeenHead {
  /** Undefined when it is not to be checked. */
  body?: string | Uint8Array | undefined
}

/** Each method reports at most `max` violations, 100 by default; the last one says when there are more. */
export interface MessageCheck extends ValueCheck, BodyChecks {
  /**
   * What is wrong with an operation's response; empty when it keeps the contract.
   *
   * @throws {RangeError} for a body that is nested too deeply to be checked
   */
  check(operation: Operation, response: SeenResponse, max?: number): Violation[]
  /**
   * What is wrong with status, headers and media type, and what is documented for the body. The latter is undefined when the
   * status or the media type is not documented.
   *
   * @param hasBody a body follows, so the response must name a media type
   */
  checkHead(operation: Operation, head: SeenHead, hasBody: boolean): CheckedHead
  /**
   * What is wrong with path, query, headers and media type, and what is documented for the body. Credentials are not checked, and
   * parameters that the document does not name are ignored.
   *
   * @param hasBody whether a body follows; undefined when that is not known
   */
  checkRequestHead(operation: Operation, head: SeenRequestHead, hasBody: boolean | undefined): CheckedHead
}

/** OpenAPI describes these by media types and security schemes, and ignores parameters of these names. */
const notParameters = new Set(['accept', 'content-type', 'authorization'])

/** Compares messages with one contract: status, parameters, headers, media type, body. */
export function createMessageCheck({ document }: Contract): MessageCheck {
  const ofResponses = createValueCheck(document, { side: 'response', refusesUnsent: true })
  const ofRequests = createValueCheck(document, { side: 'request', refusesUnsent: true })
  const values = { request: ofRequests, response: ofResponses }
  const bodies = createBodyChecks(document, values)
  // Parameters and headers are not read-only.
  const view = pointerView(document, ofResponses.accepts)
  const readers = new Map<string, ParameterReader>()
  return { ...ofResponses, ...bodies, check, checkHead, checkRequestHead }

  function check(operation: Operation, response: SeenResponse, max = defaultMaxViolations): Violation[] {
    const { violations, body } = checkHead(operation, response, response.body !== undefined)
    const ofBody = response.body === undefined || !body ? [] : bodies.checkBody(body, response.body, max + 1)
    return limitViolations([...violations, ...ofBody], max)
  }

  function checkHead(operation: Operation, head: SeenHead, hasBody: boolean): CheckedHead {
    const response = findResponse(operation, head.status)
    if (response === undefined) {
      const expected = oneOf([...operation.responses.keys()])
      const seen = `${head.status}${redirectionOf(head)}`
      return {
        violations: [{ at: 'status', expected, seen, ...nearestProvenance(document, [operation.pointer]) }],
        body: undefined,
      }
    }
    const headers = membersOf(document, below(response, 'headers')).flatMap((name) => {
      const pointer = resolvePointer(document, below(response, 'headers', name))
      return checkParameter({ in: 'header', name, pointer }, messageParts({}, '', head.headers), response)
    })
    const [side, around] = ['response' as const, [response, operation.pointer]]
    const documented = mediaTypesAt(document, response)
    if (documented.size === 0)
      return { violations: headers, body: { media: undefined, kind: 'nothing', contentType: '', around, side } }
    const given = head.headers['content-type']
    if (given === undefined && !hasBody) return { violations: headers, body: undefined }
    const { violations, body } = findBodyRule(document, documented, { given, around, side })
    return { violations: [...headers, ...violations], body }
  }

  function checkRequestHead(operation: Operation, head: SeenRequestHead, hasBody: boolean | undefined): CheckedHead {
    const { parameters, requestBody: documented, pointer } = operation
    const sent = messageParts(head.path, queryOf(operation, head), head.headers)
    const wrong = parameters
      .filter((parameter) => parameter.in !== 'header' || !notParameters.has(parameter.name.toLowerCase()))
      .flatMap((parameter) => checkParameter(parameter, sent, pointer, parameters))
    if (documented.size === 0 || hasBody === undefined) return { violations: wrong, body: undefined }
    const requestBody = resolvePointer(document, below(pointer, 'requestBody'))
    const around = [requestBody, pointer]
    if (hasBody) {
      const given = head.headers['content-type']
      const { violations, body } = findBodyRule(document, documented, { given, around, side: 'request' })
      return { violations: [...wrong, ...violations], body }
    }
    if (nodeAt(document, requestBody)?.required === true)
      wrong.push({ at: '', expected: 'a body', seen: 'nothing', ...nearestProvenance(document, around) })
    return { violations: wrong, body: undefined }
  }

  /**
   * @param owner pointer of the operation or the response that the parameter or the header belongs to
   * @param all parameters of the operation
   */
  function checkParameter(
    { in: place, name, pointer }: Pick<Parameter, 'in' | 'name' | 'pointer'>,
    message: MessageParts,
    owner: string,
    all: readonly Parameter[] = [],
  ): Violation[] {
    const node = nodeAt(document, pointer) ?? {}
    const around = [pointer, owner]
    const at = `${place} ${name}`
    const schema = schemaPointer(document, pointer)
    const key = `${owner} ${at}`
    const others = all.flatMap((one) => (one.in === place && one.name !== name ? [one.name] : []))
    const read = readers.get(key) ?? compileParameter(name, place, pointer, { view, others })
    readers.set(key, read)
    const found = read(message)
    if (found === undefined) {
      if (node.required !== true) return []
      return [{ at, expected: 'a value', seen: 'nothing', ...nearestProvenance(document, around) }]
    }
    const seen = preview(sentTexts(name, place, message).join(', '), node['x-not-secret'] === true ? '' : name)
    if (!('value' in found)) return [{ at, expected: found.expected, seen, ...nearestProvenance(document, around) }]
    if (schema === undefined || found.isEmpty) return []
    return ofResponses
      .checkValue(schema, found.value, around)
      .map((violation) => ({ ...violation, at: at + violation.at, seen }))
  }
}

function redirectionOf({ status, headers: { location } }: SeenHead): string {
  return location !== undefined && status >= 300 && status < 400 ? `, which leads to ${originOf(location)}` : ''
}

/** The documents write the verb LIST as GET with `list=true`. */
function queryOf({ listVerb }: Operation, { method, query }: SeenRequestHead): string {
  const isList = listVerb && method === 'LIST' && !new URLSearchParams(query).has('list')
  return isList ? `${query}${query && '&'}list=true` : query
}
