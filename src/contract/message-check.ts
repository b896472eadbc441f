import { BoundedMap, getOrAdd, memoizeByObject } from '../memoize.ts'
import { type BodyChecks, type CheckedHead, createBodyChecks, findBodyRule, oneOf } from './body-check.ts'
import type { Contract } from './contract.ts'
import { below, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { findResponse, isIgnoredHeader, mediaTypesAt, type Operation, type Parameter } from './operation.ts'
import { nearestProvenance } from './provenance.ts'
import { createValueCheck, type ValueCheck } from './value-check.ts'
import { limitViolations, originOf, preview, type Violation } from './violation.ts'
import { compileParameter, type MessageParts, messageParts, sentTexts } from './wire/parameter.ts'
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

/** Each method reports at most 100 violations; the last one says when there are more. */
export interface MessageCheck extends ValueCheck, BodyChecks {
  /**
   * What is wrong with an operation's response; empty when it keeps the contract.
   *
   * @throws {RangeError} for a body that is nested too deeply to be checked
   */
  check(operation: Operation, response: SeenResponse): Violation[]
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

const none: Violation[] = []

export interface MessageCheckOptions {
  /** Takes write-only members in a response, and a media type in the place of a similar one, as in a request. Default: false. */
  isLenient?: boolean
  /** Names, in lower case, of response headers that are not checked; default: none. */
  isLeftOut?: (header: string) => boolean
}

/** What is wrong with one parameter or header of a message. */
type PartCheck = (message: MessageParts) => Violation[]

/** What is documented for one response. */
interface ResponsePlan {
  headers: readonly PartCheck[]
  /** By the value of `Content-Type`; undefined for a response without a body. */
  ruleOf: ((given: string | undefined) => CheckedHead) | undefined
}

/** Compares messages with one contract: status, parameters, headers, media type, body. What a response has is compiled once. */
export function createMessageCheck(
  { document }: Pick<Contract, 'document'>,
  { isLenient = false, isLeftOut = () => false }: MessageCheckOptions = {},
): MessageCheck {
  const ofResponses = createValueCheck(document, { side: 'response', refusesUnsent: !isLenient })
  const ofRequests = createValueCheck(document, { side: 'request', refusesUnsent: true })
  const values = { request: ofRequests, response: ofResponses }
  const bodies = createBodyChecks(document, values)
  // Parameters and headers are not read-only.
  const view = pointerView(document, ofResponses.accepts)
  const plansOf = memoizeByObject((_: Operation) => new Map<string, ResponsePlan>())
  const requestChecksOf = memoizeByObject(({ parameters, pointer }: Operation) =>
    parameters.filter((one) => !isIgnoredHeader(one)).map((one) => compileCheck(one, pointer, parameters)),
  )
  return { ...ofResponses, ...bodies, check, checkHead, checkRequestHead }

  function check(operation: Operation, response: SeenResponse): Violation[] {
    const { violations, body } = checkHead(operation, response, response.body !== undefined)
    const ofBody = response.body === undefined || !body ? [] : bodies.checkBody(body, response.body)
    return limitViolations([...violations, ...ofBody])
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
    const { headers, ruleOf } = getOrAdd(plansOf(operation), response, () => planResponse(operation, response))
    const message = headers.length > 0 ? messageParts({}, '', head.headers) : undefined
    const wrong = message ? headers.flatMap((checkHeader) => checkHeader(message)) : none
    const { 'content-type': given } = head.headers
    const around = [response, operation.pointer]
    if (!ruleOf)
      return {
        violations: wrong,
        body: { media: undefined, kind: 'nothing', contentType: '', around, side: 'response' },
      }
    if (given === undefined && !hasBody) return { violations: wrong, body: undefined }
    const found = ruleOf(given)
    return wrong.length === 0 ? found : { ...found, violations: [...wrong, ...found.violations] }
  }

  function planResponse(operation: Operation, response: string): ResponsePlan {
    const names = membersOf(document, below(response, 'headers')).map((name) => ({ name, lower: name.toLowerCase() }))
    const checked = names.filter(({ name, lower }) => !isIgnoredHeader({ in: 'header', name }) && !isLeftOut(lower))
    const headers = checked.map(({ name }) => {
      const pointer = resolvePointer(document, below(response, 'headers', name))
      return compileCheck({ in: 'header', name, pointer }, response)
    })
    const documented = mediaTypesAt(document, response)
    const around = [response, operation.pointer]
    const known = new BoundedMap<string | undefined, CheckedHead>()
    const ruleOf = (given: string | undefined) =>
      getOrAdd(known, given, () => findBodyRule(document, documented, { given, around, side: 'response', isLenient }))
    return { headers, ruleOf: documented.size === 0 ? undefined : ruleOf }
  }

  function checkRequestHead(operation: Operation, head: SeenRequestHead, hasBody: boolean | undefined): CheckedHead {
    const { requestBody: documented, pointer } = operation
    const sent = messageParts(head.path, queryOf(operation, head), head.headers)
    const wrong = requestChecksOf(operation).flatMap((checkPart) => checkPart(sent))
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
  function compileCheck(
    { in: place, name, pointer }: Pick<Parameter, 'in' | 'name' | 'pointer'>,
    owner: string,
    all: readonly Parameter[] = [],
  ): PartCheck {
    const node = nodeAt(document, pointer) ?? {}
    const around = [pointer, owner]
    const at = `${place} ${name}`
    const schema = schemaPointer(document, pointer)
    const others = all.flatMap((one) => (one.in === place && one.name !== name ? [one.name] : []))
    const read = compileParameter(name, place, pointer, { view, others })
    return (message) => {
      const found = read(message)
      if (found === undefined) {
        if (node.required !== true) return none
        return [{ at, expected: 'a value', seen: 'nothing', ...nearestProvenance(document, around) }]
      }
      const texts = sentTexts(name, place, message).join(', ')
      const seen = preview(texts, node['x-not-secret'] === true ? '' : name)
      if (!('value' in found)) return [{ at, expected: found.expected, seen, ...nearestProvenance(document, around) }]
      if (schema === undefined || found.isEmpty) return none
      return ofResponses
        .checkValue(schema, found.value, around)
        .map((violation) => ({ ...violation, at: at + violation.at, seen }))
    }
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
