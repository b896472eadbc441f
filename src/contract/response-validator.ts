import { type BodyCheck, createBodyCheck } from './body-check.ts'
import { type CheckedHead, findBodyRule, oneOf } from './body-rule.ts'
import type { Contract } from './contract.ts'
import { below, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { findResponse, mediaTypesAt, type Operation } from './operation.ts'
import { nearestProvenance } from './provenance.ts'
import { readParameter } from './read-parameter.ts'
import { createValueCheck, type ValueCheck } from './value-check.ts'
import { defaultMaxViolations, limitViolations, originOf, preview, type Violation } from './violation.ts'

/** The part of a response before its body. */
export interface SeenHead {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** A response as a client has it. */
export interface SeenResponse extends SeenHead {
  /** Text of the body; undefined when it is not to be checked. */
  body?: string | undefined
}

/** Each method reports at most `max` violations, 100 by default; the last one says when there are more. */
export interface ResponseCheck extends ValueCheck {
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
  checkBody: BodyCheck
}

/** Compares responses with one contract: status, headers, media type, body. */
export function createResponseCheck(contract: Contract): ResponseCheck {
  const { document } = contract
  const values = createValueCheck(document)
  const { accepts, checkValue } = values
  const checkBody = createBodyCheck(document, values)
  return { ...values, check, checkHead, checkBody }

  function check(operation: Operation, response: SeenResponse, max = defaultMaxViolations): Violation[] {
    const { violations, body } = checkHead(operation, response, response.body !== undefined)
    const ofBody = response.body === undefined || !body ? [] : checkBody(body, response.body, max + 1)
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
    const headers = checkHeaders(response, head)
    const media = checkMediaType(operation, response, { head, hasBody })
    return { violations: [...headers, ...media.violations], body: media.body }
  }

  function checkHeaders(response: string, { headers }: SeenHead): Violation[] {
    return membersOf(document, below(response, 'headers')).flatMap((name) => {
      const pointer = resolvePointer(document, below(response, 'headers', name))
      const text = headers[name.toLowerCase()]
      if (text === undefined) {
        if (nodeAt(document, pointer)?.required !== true) return []
        const provenance = nearestProvenance(document, [pointer, response])
        return [{ at: `header ${name}`, expected: 'a value', seen: 'nothing', ...provenance }]
      }
      const schema = below(pointer, 'schema')
      if (!nodeAt(document, schema)) return []
      const value = readParameter(document, { schema, style: 'simple', explode: false }, [text], accepts)
      const wrong = checkValue(schema, value, [pointer, response])
      return wrong.map((violation) => ({ ...violation, at: `header ${name}`, seen: preview(text, name) }))
    })
  }

  function checkMediaType(
    operation: Operation,
    response: string,
    { head, hasBody }: { head: SeenHead; hasBody: boolean },
  ): CheckedHead {
    const documented = mediaTypesAt(document, response)
    const around = [response, operation.pointer]
    if (documented.size === 0) return { violations: [], body: { schema: undefined, kind: 'nothing', around } }
    const given = head.headers['content-type']
    if (given === undefined && !hasBody) return { violations: [], body: undefined }
    return findBodyRule(document, documented, { given, around })
  }
}

function redirectionOf({ status, headers: { location } }: SeenHead): string {
  return location !== undefined && status >= 300 && status < 400 ? `, which leads to ${originOf(location)}` : ''
}
