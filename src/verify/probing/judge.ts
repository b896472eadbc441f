import type { Reply } from '../../check/check.ts'
import { concreteType, isJson, mediaTypeOf, parseMediaType } from '../../contract/media-type.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import { findResponse, type Operation, shownResponseOf } from '../../contract/operation.ts'
import type { Violation } from '../../contract/violation.ts'
import { isBusy } from '../context/check-requests.ts'
import { wordsOf } from '../derive/resources.ts'

/** What a request of a probe is, by the document. */
export interface Probe {
  /**
   * `valid`: its schemas accept it. `invalid`: they do not. `stranger`: it has no credential, or a wrong one. `method`: the path has no
   * operation for it. `unnamed`: it names a thing that there may not be. `media type`: its body has another media type. `open`: it has no
   * credential, and needs none.
   */
  kind: 'valid' | 'invalid' | 'stranger' | 'method' | 'unnamed' | 'media type' | 'open'
  /** The request in words: `a body with "" at /name`. */
  what: string
  /** What was changed: `/name`, `query limit`; empty for the whole request. */
  place: string
  /** What is wrong in it, the same for all requests that have this fault. Default: `what`. */
  fault?: string
  /** The value that was sent there. */
  value?: string
  /** What is wrong in it, the same at all places: a server that takes null for one text takes it for others. */
  kindOfFault?: 'null' | 'another type' | 'a parameter of another type'
  /** The keys of its path name nothing that is known. */
  isUnreached?: boolean
}

/** A fault that one answer shows. */
export interface Verdict {
  /** `differs`: an answer that the document does not have, and that breaks no sentence of it. */
  result: 'failed' | 'differs'
  /** The same for all answers that one fault of the server explains. */
  cause: string
  /** Answers with one of these in common are of one cause as well. */
  alsoCause?: string
  /** Where the fault is, in the request or in the answer. */
  place?: string
  what: string
  expected: string
  seen: string
}

/**
 * What an answer to a probe shows. A documented refusal of a request that is valid by its schemas shows nothing: they do not say all.
 *
 * A cause that begins with the ID of the operation is of this operation alone.
 */
export function judge(responses: MessageCheck, operation: Operation, reply: Reply, probe: Probe): Verdict[] {
  const { id } = operation
  const { kind, what, place, value } = probe
  const { status, headers } = reply
  const documented = answersOf(operation)
  const key = keyOf(documented, status)
  const seen = `${status}: ${wordsOf(reply)}`
  const verdict = (result: Verdict['result'], cause: string, words: string, expected: string): Verdict[] => [
    { result, cause, what: words, expected, seen },
  ]
  // The same value at a place of this name has the same effect at other operations.
  const shared = (verdicts: Verdict[], effect: string, fault = value && `${place.split('/').at(-1)} ${value}`) =>
    verdicts.map((one) => ({ ...one, place, ...(fault !== undefined && { alsoCause: `${effect} ${fault}` }) }))
  const said = `${id} answers ${status} to ${what}; the document has ${documented.join(', ')}`
  if (isBusy(status) && (headers['retry-after'] !== undefined || documented.includes(String(status)))) return []
  if (isBroken(operation, status)) {
    const words = `${id} answers ${status} to ${what}`
    return shared(verdict('failed', `${id} 5xx ${place}`, words, `one of ${documented.join(', ')}`), '5xx')
  }
  if (kind === 'method') return judgeMethod()
  if (kind === 'open' && (status === 401 || status === 403))
    return verdict('failed', 'open', `${id} refuses ${what}, and its document asks for none`, 'an answer to anyone')
  if (status < 400 && kind === 'stranger') {
    const words = `${id} takes ${what}, and its document asks for a credential`
    return verdict('failed', `stranger ${what}`, words, '401 or 403')
  }
  // The answer may repeat what was wrong in the request.
  if (status < 300 && kind === 'invalid') {
    const words = `${id} takes ${what}, which its document forbids`
    const own = verdict('failed', `${id} takes ${place} ${probe.fault ?? what}`, words, 'a refusal')
    return shared(own, 'takes', probe.kindOfFault)
  }
  const faults = key === undefined ? [] : faultsOfAnswer(responses, operation, reply)
  if (faults.length > 0)
    return faults.map(({ at, expected, seen: wrong }) => {
      const words = `${at === '' ? 'the body' : at} of ${id} ${status}`
      const name = at
        .replaceAll(/\/\d+(?=\/|$)/g, '/*')
        .split('/')
        .slice(-2)
        .join('/')
      return {
        result: 'failed',
        cause: `answer ${status < 400 ? `${id} ` : ''}${name} ${expected}`,
        // What reads of one thing, and its list, are made by one piece of code.
        ...(wrong === 'null' && status < 400 && { alsoCause: `null ${operation.path.replace(/\/\{[^/]*\}\/?$/, '')}` }),
        place: at.replace(/^\/\d+(?=\/)/, ''),
        what: words,
        expected,
        seen: wrong,
      }
    })
  if (status < 300 && kind === 'media type') {
    const isRefused = documented.includes('415')
    const words = `${id} takes ${what}, which its document does not have`
    return verdict(isRefused ? 'failed' : 'differs', isRefused ? `${id} media type` : 'media type', words, '415')
  }
  if (status >= 300 && status < 400) return []
  if (status < 300) {
    const successes = documented.filter((one) => /^(2|default)/.test(one)).join(' or ')
    return key === undefined ? verdict('failed', `${id} ${status}`, said, successes) : []
  }
  if (kind === 'valid' && (status === 405 || (status === 415 && place === 'media type'))) {
    const words = `${id} answers ${status} to ${what}, which its document describes`
    return verdict('failed', `${id} ${status}`, words, 'another answer')
  }
  // Where strangers get 401, a 403 is an answer of its own.
  const isForbidden = status === 403 && !(kind === 'valid' && documented.includes('401'))
  const isUsual =
    status === 401 || isForbidden || status === 429 || (status === 404 && (kind === 'unnamed' || probe.isUnreached))
  // The document speaks of schemas, and this is no value at all.
  const isOfSyntax = place === 'syntax' && (status === 400 || status === 415 || status === 422)
  if (key !== undefined || isUsual || isOfSyntax || kind === 'stranger' || kind === 'media type') return []
  const cause = `undocumented ${status} ${kind === 'valid' ? 'valid' : 'invalid'}`
  return verdict('differs', cause, said, `one of ${documented.join(', ')}`)

  function judgeMethod(): Verdict[] {
    if (status < 300) {
      const words = `${what} is answered with ${status}, and its document has no such operation`
      return verdict('failed', 'method', words, '405, or another refusal')
    }
    if (status !== 405 || headers.allow !== undefined) return []
    const words = `${what} is answered with 405 without the header Allow (RFC 9110, 15.5.6)`
    return verdict('differs', 'allow', words, 'Allow')
  }
}

/** How an answer with a documented status differs from its description: headers, media type, body. */
function faultsOfAnswer(
  responses: MessageCheck,
  operation: Operation,
  reply: Reply,
): Pick<Violation, 'at' | 'expected' | 'seen'>[] {
  const { status, headers, text } = reply
  if (findResponse(operation, status) === undefined) return []
  const mayHaveBody = operation.method !== 'head' && status !== 204 && status !== 304
  const [first, ...others] = shownResponseOf(operation, status)?.contents ?? []
  const isJsonAlone = [first, ...others].every((one) => isJson(parseMediaType(concreteType(one?.mediaType ?? ''))))
  if (mayHaveBody && first && text === '' && isJsonAlone)
    return [{ at: '', expected: `a body of ${first.mediaType}`, seen: 'nothing' }]
  const body =
    mayHaveBody && first && text !== '' && (isJson(mediaTypeOf(headers)) || headers['content-type'] === undefined)
  try {
    return responses.check(operation, { status, headers, body: body ? text : undefined })
  } catch {
    // A pattern that is not one of JavaScript, or a body that is too deep, says nothing about an answer.
    return []
  }
}

/** Statuses that an operation documents. */
export function answersOf({ responses }: Operation): string[] {
  return [...responses.keys()]
}

/** The documented status that covers a status: its own, its class, or `default`. */
export function keyOf(answers: readonly string[], status: number): string | undefined {
  return [String(status), `${String(status)[0]}XX`, 'default'].find((key) => answers.includes(key))
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
