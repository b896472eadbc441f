import type { components } from '../../../generated/orders/types.ts'
import type { Problem, Violation } from '../problem.ts'
import { problemDetails } from '../problem-details.ts'
import type { Answer } from '../slice.ts'

type Errors = components['schemas']['Problem']['errors']

/** Refusals of the order API as problem details; the documents show no error body, so this is an assumption (gap ORD-G04). */
export function renderProblem(problem: Problem): Answer {
  const errors: Errors = problem.violations.map(toError)
  return problemDetails(problem, {
    members: errors.length > 0 ? { errors } : {},
    headers: problem.kind === 'unauthenticated' ? { 'www-authenticate': 'Basic realm="orders", charset="UTF-8"' } : {},
  })
}

function toError({ path: [place, ...rest], message }: Violation) {
  return place === 'body'
    ? { pointer: rest.map((key) => `/${key}`).join(''), detail: message }
    : { parameter: rest.join('.'), detail: message }
}
