import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types'
import type { Answer } from '../../behaviour/definition.ts'
import { responseOf } from '../../contract/operation.ts'
import { isRaw } from '../answer/serialize.ts'
import { memoize } from '../memoize.ts'
import { bundleOf } from '../request/compile-schema.ts'
import { compileParameters } from '../request/parameters.ts'
import { compileContents } from './fast-request.ts'

/** Tells whether Prism's `validateOutput` would accept an answer. Returns false if it cannot be certain: the answer is yes, or Prism's. */
export function compileResponseAcceptance(operation: IHttpOperation): (answer: Answer) => boolean {
  const bundle = bundleOf(operation)
  const planOf = memoize((status: number) => {
    const found = responseOf(operation.responses, status)
    return found ? compilePlan(found, bundle) : null
  })

  return ({ status, headers, body }) => {
    const plan = planOf(status)
    if (!plan) return false
    const isValid = plan.checkOf(headers['content-type'])
    if (!isValid || !(isRaw(body) || isValid(body))) return false
    return plan.headers.read({ path: {}, query: [], cookies: [], headers }).violations.length === 0
  }
}

function compilePlan({ contents = [], headers }: IHttpOperationResponse, bundle: unknown) {
  // Headers of an answer are read like those of a request.
  const asRequest = { request: { headers }, __bundled__: bundle } as Pick<IHttpOperation, 'request'>
  return {
    headers: compileParameters('header', asRequest),
    checkOf: contents.length === 0 ? () => () => true : compileContents(contents, bundle, 'response'),
  }
}
