import type { IHttpRequest } from '@stoplight/prism-http'
import type { Answer } from '../../behaviour/definition.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { memoizeByObject } from '../memoize.ts'
import type { PrismRequest } from '../request/prism-request.ts'
import { compileBodyAcceptance } from './fast-request.ts'
import { compileResponseAcceptance } from './fast-response.ts'
import { compileSecurityAcceptance } from './fast-security.ts'
import { hasPreference } from './preference.ts'

/** What can be known of one operation before a request comes: everything of Prism's way that does not depend on the request itself. */
export interface OperationPlan {
  /** True when Prism would find nothing wrong with the request. */
  acceptsRequest(request: PrismRequest): boolean
  /** True when Prism would find nothing wrong with the answer. */
  acceptsResponse(answer: Answer): boolean
  /** The example that Prism answers, by the `Accept` header. */
  examples: Map<string | undefined, Answer>
}

/** Compiles an operation's plan when it is first asked for: a start compiles nothing. */
export function plans(): (operation: RuntimeOperation) => OperationPlan {
  return memoizeByObject(compilePlan)
}

function compilePlan({ http }: RuntimeOperation): OperationPlan {
  const isSecure: (request: IHttpRequest) => boolean = compileSecurityAcceptance(http)
  const isValidBody = compileBodyAcceptance(http)
  return {
    acceptsRequest: (request) =>
      !hasPreference(request) &&
      (request.admitted || isSecure(request)) &&
      (request.refusal !== undefined ||
        (request.violations.length === 0 && isValidBody(request.body, request.headers['content-type']))),
    acceptsResponse: compileResponseAcceptance(http),
    examples: new Map(),
  }
}
