import type { Reply } from '../../check/check.ts'
import { isJson, mediaTypeOf } from '../../contract/media-type.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import { isBusy } from '../context/check-requests.ts'
import { answersOf, keyOf } from '../derive/answer-check.ts'
import { faultOfAnswer } from '../derive/answer-faults.ts'
import { type Survey, wordsOf } from '../derive/things.ts'

/** What a request of a probe is, by the document. */
export interface Probe {
  /**
   * `valid`: its schemas accept it. `invalid`: they do not. `stranger`: it has no credential, or a wrong one. `method`: the path has no
   * operation for it. `unnamed`: it names a thing that there may not be. `media type`: its body has another media type.
   */
  kind: 'valid' | 'invalid' | 'stranger' | 'method' | 'unnamed' | 'media type'
  /** The request in words: `a body with "" at /name`. */
  what: string
  /** What was changed: `/name`, `query limit`; empty for the whole request. */
  place: string
  /** The value that was sent there. */
  value?: string
}

/** A fault that one answer shows. */
export interface Verdict {
  /** `differs`: an answer that the document does not have, and that breaks no sentence of it. */
  result: 'failed' | 'differs'
  /** The same for all answers that one fault of the server explains. */
  cause: string
  /** Answers with one of these in common are of one cause as well. */
  alsoCause?: string
  what: string
  expected: string
  seen: string
}

/** What an answer to a probe shows. A documented refusal of a request that is valid by its schemas shows nothing: they do not say all. */
export function judge(
  survey: Survey,
  responses: MessageCheck,
  operation: Operation,
  reply: Reply,
  { kind, what, place, value }: Probe,
): Verdict[] {
  const { id, method } = operation
  const { status, headers } = reply
  const documented = answersOf(operation)
  const key = keyOf(documented, status)
  const seen = `${status}: ${wordsOf(reply)}`
  const verdict = (result: Verdict['result'], cause: string, words: string, expected: string): Verdict[] => [
    { result, cause, what: words, expected, seen },
  ]
  if (isBusy(status) && (headers['retry-after'] !== undefined || documented.includes(String(status)))) return []
  if (isBroken(operation, status))
    return verdict(
      'failed',
      `${id} 5xx ${place}`,
      `${id} answers ${status} to ${what}`,
      `one of ${documented.join(', ')}`,
    ).map((one) => (value === undefined ? one : { ...one, alsoCause: `${id} 5xx value ${value}` }))
  if (kind === 'method') return judgeMethod()
  if (status < 400 && kind === 'stranger') {
    const words = `${id} takes ${what}, and its document asks for a credential`
    return verdict('failed', `stranger ${what}`, words, '401 or 403')
  }
  // The answer may repeat what was wrong in the request.
  if (status < 300 && kind === 'invalid')
    return verdict(
      'failed',
      `${id} takes ${place} ${what}`,
      `${id} takes ${what}, which its document forbids`,
      'a refusal',
    )
  const fault = method === 'head' || key === undefined ? undefined : faultOfAnswer(survey, responses, operation, reply)
  if (fault) {
    const at = fault.at === '' ? 'the body' : fault.at
    const words = `${at} of ${id} ${status}`
    return [{ result: 'failed', cause: words, what: words, expected: fault.expected, seen: fault.seen }]
  }
  if (status < 300 && kind === 'media type')
    return verdict('differs', 'media type', `${id} takes ${what}, which its document does not have`, '415')
  if (status >= 300 && status < 400) return []
  if (status < 300)
    return key === undefined
      ? verdict(
          'failed',
          `${id} ${status}`,
          `${id} answers ${status} to ${what}; the document has ${documented.join(', ')}`,
          documented.filter((one) => /^(2|default)/.test(one)).join(' or '),
        )
      : []
  if (kind === 'valid' && (status === 405 || (status === 415 && place === 'media type')))
    return verdict(
      'failed',
      `${id} ${status}`,
      `${id} answers ${status} to ${what}, which its document describes`,
      'another answer',
    )
  const isUsual = status === 401 || status === 403 || status === 429 || (status === 404 && kind === 'unnamed')
  if (key !== undefined || isUsual || kind === 'stranger' || kind === 'media type') return []
  const cause = `undocumented ${status} ${kind === 'valid' ? 'valid' : 'invalid'}`
  return verdict(
    'differs',
    cause,
    `${id} answers ${status} to ${what}; the document has ${documented.join(', ')}`,
    `one of ${documented.join(', ')}`,
  )

  function judgeMethod(): Verdict[] {
    if (status < 300) {
      const words = `${what} is answered with ${status}, and its document has no such operation`
      return verdict('failed', 'method', words, '405, or another refusal')
    }
    if (status !== 405 || headers.allow !== undefined) return []
    return verdict(
      'differs',
      'allow',
      `${what} is answered with 405 without the header Allow (RFC 9110, 15.5.6)`,
      'Allow',
    )
  }
}

/** True of a 5xx that the document does not describe; 500 is a fault also where it is described. */
export function isBroken(operation: Operation, status: number): boolean {
  const isDescribed = status > 500 && operation.responses.has(String(status))
  return status >= 500 && !isDescribed
}

/** The value of a body in JSON; undefined for another. */
export function jsonOf({ headers, body }: Reply): unknown {
  return isJson(mediaTypeOf(headers)) ? body : undefined
}
