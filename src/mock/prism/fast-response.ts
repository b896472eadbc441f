import type { IHttpOperationResponse } from '@stoplight/types'
import type { Answer } from '../../behaviour/definition.ts'
import type { DocumentNode } from '../../contract/json-pointer.ts'
import { responseOf } from '../../contract/operation.ts'
import { isRaw } from '../answer/serialize.ts'
import { memoize } from '../memoize.ts'
import { compileParameters } from '../request/parameters.ts'
import { compileContents, type DescribedBodies } from './fast-request.ts'

/** Tells whether Prism's `validateOutput` would accept an answer. Returns false if it cannot be certain: the answer is yes, or Prism's. */
export function compileResponseAcceptance({ http, document }: DescribedBodies): (answer: Answer) => boolean {
  const planOf = memoize((status: number) => {
    const found = responseOf(http.responses, status)
    return found ? compilePlan(found, document) : null
  })

  return ({ status, headers, body }) => {
    const plan = planOf(status)
    if (!plan) return false
    const isValid = plan.checkOf(headers['content-type'])
    if (!isValid || !(isRaw(body) || isValid(body))) return false
    return plan.headers.read({ path: {}, query: [], cookies: [], headers }).violations.length === 0
  }
}

function compilePlan({ contents = [], headers = [] }: IHttpOperationResponse, document: DocumentNode) {
  return {
    // Headers of an answer are read like those of a request.
    headers: compileParameters('header', headers, { document }),
    checkOf: contents.length === 0 ? () => () => true : compileContents(contents, { document }, 'response'),
  }
}
