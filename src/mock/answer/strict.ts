import type { Answer } from '../../behaviour/definition.ts'
import { plainProblem } from '../../behaviour/problem-details.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { assumptionAt } from '../../contract/provenance.ts'
import { type BodyPlace, bodyPlaceOf } from '../request/body-place.ts'
import type { NamedParts, UndocumentedPart } from '../request/undocumented-parts.ts'
import { citedAt, describeUndocumented } from './explanation.ts'

/**
 * Requests that the mock refuses although a server might accept them. `on`: requests with undocumented parts. `documented`: also requests
 * that work only by an assumption.
 */
export type Strictness = 'off' | 'on' | 'documented'

/** A refusal by the mock itself, in one form for all interfaces: no interface documents it. */
export class StrictRefusal extends Refusal {
  constructor(detail: string) {
    super('invalid-request', detail)
  }

  override of(): StrictRefusal {
    return this
  }

  get answer(): Answer {
    return plainProblem(400, this.detail)
  }
}

/** Undefined when all parts of the request are documented. */
export function refuseUndocumented(parts: readonly UndocumentedPart[]): StrictRefusal | undefined {
  if (parts.length === 0) return undefined
  const sentences = parts.map((part) => describeUndocumented(part))
  return new StrictRefusal(`${sentences.join(' ')} The mock is strict, and refuses such requests.`)
}

/** Undefined when documents show everything that the request uses. */
export function refuseAssumedRequest(
  operation: Operation,
  { queryNames, headers, body }: NamedParts,
): StrictRefusal | undefined {
  const whole = assumptionAt(operation.node)
  if (whole) return assumed('the operation', operation.id, whole)
  for (const { in: place, name, node } of operation.parameters) {
    const gaps = assumptionAt(node)
    const isSent =
      place === 'query'
        ? queryNames.some((sent) => sent.toLowerCase() === name.toLowerCase())
        : place === 'path' || headers[name.toLowerCase()] !== undefined
    if (gaps && isSent) return assumed(`the ${place} parameter`, name, gaps)
  }
  for (const [pointer, gaps] of assumedMembers(bodyPlaceOf(operation), body, ''))
    return assumed('the body member', pointer, gaps)
  return undefined
}

/**
 * Undefined when a document shows that the operation can succeed with this status.
 *
 * @param gap the gap behind an assumption that a behaviour made to answer the request
 */
export function refuseAssumedAnswer(
  contract: Pick<Contract, 'document'>,
  operation: Operation,
  status: number,
  gap: string | undefined,
): StrictRefusal | undefined {
  if (status >= 400) return undefined
  const { gaps } = citedAt(contract, operation, status, gap)
  return gaps.length === 0 ? undefined : assumed(`the answer ${status} of`, operation.id, gaps)
}

function assumed(what: string, name: string, gaps: readonly string[]): StrictRefusal {
  const named = gaps.length > 0 ? ` (${gaps.length > 1 ? 'gaps' : 'gap'} ${gaps.join(', ')})` : ''
  return new StrictRefusal(
    `No document shows ${what} '${name}': it works by an assumption alone${named}, and the mock was told to refuse that.`,
  )
}

/** The members of a value whose schemas are assumed, as JSON Pointers, with the gaps. */
function* assumedMembers(place: BodyPlace, value: unknown, at: string): Generator<[string, string[]]> {
  for (const [name, member] of isObject(value) ? Object.entries(value) : []) {
    const below = place.below(Array.isArray(value) ? undefined : name)
    for (const schema of Array.isArray(value) ? [] : below.schemas) {
      const gaps = assumptionAt(schema)
      if (gaps) yield [`${at}/${name}`, gaps]
    }
    yield* assumedMembers(below, member, `${at}/${name}`)
  }
}
