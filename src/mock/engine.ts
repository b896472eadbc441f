import { createInstance, type IHttpResponse, ProblemJsonError } from '@stoplight/prism-http'
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js'
import { DiagnosticSeverity } from '@stoplight/types'
import type { BehaviourContext } from '../interfaces/behaviour.ts'
import { Problem } from '../interfaces/problem.ts'
import type { RuntimeInterface } from '../interfaces/runtime.ts'
import type { AdmissionRequest, Answer, InterfaceSlice } from '../interfaces/slice.ts'
import { callBehaviour } from './call-behaviour.ts'
import { prismComponents } from './components.ts'
import type { MockRequest, PrismRequest } from './exchange.ts'
import { compilePreparation } from './prepare.ts'
import { silentLogger } from './prism-logger.ts'
import { compileRouter, type Match } from './router.ts'
import type { World } from './sessions.ts'

/** Mocks one interface: requests in, answers out, no sockets. */
export interface Engine {
  readonly runtime: RuntimeInterface
  readonly slice: InterfaceSlice
  handle(request: MockRequest, world: World): Promise<Handled>
}

/** An answer, and what the journal keeps beside it. */
export interface Handled {
  answer: Answer
  /** `operationId`, where the request led to one. */
  operation: string | undefined
  /** Rules that decided, where a behaviour named them. */
  rules: string[]
  /** Why the request was refused. */
  reason: string | undefined
}

export interface EngineOptions {
  runtime: RuntimeInterface
  slice: InterfaceSlice
  /** Hears why an answer was withheld: a behaviour threw, or its answer broke the contract. */
  onFault: (reason: string) => void
}

const prismConfig = {
  // Prism's proxy mode is where behaviours stand, see components.ts; the upstream is never contacted.
  isProxy: true,
  upstream: new URL('http://behaviour.invalid'),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: true,
} as const

export function createEngine({ runtime, slice, onFault }: EngineOptions): Engine {
  const router = compileRouter(runtime.operations)
  const prepare = compilePreparation(runtime.operations, slice)
  const prism = createInstance(
    { ...prismConfig, mock: { dynamic: false } },
    { ...prismComponents(answer), logger: silentLogger },
  )

  return { runtime, slice, handle }

  async function handle(request: MockRequest, world: World): Promise<Handled> {
    const rules: string[] = []
    const context = {
      store: world.store,
      clock: world.clock,
      conditions: await world.conditions(),
      signal: request.signal,
      because: (...ids: string[]) => void rules.push(...ids),
    }
    let operation: string | undefined
    const answered = await route(request, context, (id) => {
      operation = id
    }).catch((error: unknown) => {
      onFault(`${operation ?? request.path}: ${error instanceof Error ? error.stack : String(error)}`)
      return new Problem('internal', 'The mock failed; its log says why.')
    })
    if (!(answered instanceof Problem)) return { answer: answered, operation, rules, reason: undefined }
    rules.push(...answered.rules)
    return { answer: slice.renderProblem(answered.of(operation)), operation, rules, reason: answered.detail }
  }

  type Context = Omit<BehaviourContext<object>, 'caller'>

  async function route(
    request: MockRequest,
    context: Context,
    onRouted: (operation: string) => void,
  ): Promise<Answer | Problem> {
    const asked: AdmissionRequest = { ...request, operation: undefined }
    const address = await slice.address?.(asked, context)
    const path = address?.path ?? request.path
    const match = router.match(request.method, path, address?.accepts)
    if (match.kind === 'operation') onRouted(match.operation.id)
    const operation = match.kind === 'operation' ? match.operation.id : undefined
    const admission = await slice.admit?.({ ...asked, path, operation }, context)
    const refusal = admission && !('caller' in admission) ? admission : undefined
    if (match.kind !== 'operation') return refusal ?? whyNot(match, request)
    const caller = admission && 'caller' in admission ? admission.caller : undefined
    const prepared = prepare(match, { ...request, path }, { refusal, context: { ...context, caller } })
    return prepared instanceof Problem ? prepared : callPrism(prepared)
  }

  async function callPrism(request: PrismRequest): Promise<Answer | Problem> {
    const preferences = getHttpConfigFromRequest(request)
    if (preferences._tag === 'Left') return new Problem('invalid-request', 'The Prefer header is not understood.')
    const { dynamic = false, ...preferred } = preferences.right
    // Prism writes the first Accept header that it meets into this object, so each request has its own.
    const result = await prism.request(request, [], { ...prismConfig, mock: { ...preferred, dynamic } })()
    if (result._tag === 'Left') return fromPrismError(result.left)
    const { output, validations } = result.right
    const faults = validations.output.filter(({ severity }) => severity === DiagnosticSeverity.Error)
    if (faults.length === 0) return toAnswer(output)
    const reasons = faults.map(({ path = [], message }) => `${path.join('.')} ${message}`.trim()).join('; ')
    onFault(`${request.operation.id}: the answer with status ${output.statusCode} breaks the contract: ${reasons}`)
    return new Problem('internal', `The mock's own answer breaks the contract: ${reasons}`)
  }

  async function answer(request: PrismRequest, invalid: Problem | undefined): Promise<IHttpResponse | undefined> {
    const answered = request.refusal ?? invalid ?? (await callBehaviour(request, slice))
    if (!answered) return undefined
    if (answered instanceof Problem) {
      request.context.because(...answered.rules)
      const { status, headers, body } = slice.renderProblem(answered.of(request.operation.id))
      return { statusCode: status, headers, body }
    }
    return { statusCode: answered.status, headers: answered.headers, body: answered.body }
  }
}

function whyNot(match: Exclude<Match, { kind: 'operation' }>, { method, path }: MockRequest): Problem {
  switch (match.kind) {
    case 'malformed':
      return new Problem('malformed-request', 'The path is not validly percent-encoded.')
    case 'not-found':
      return new Problem('not-found', `There is nothing at ${path}.`)
    case 'method-not-allowed': {
      const detail = `${method} is not supported here; supported are ${match.allow.join(', ')}.`
      return new Problem('method-not-allowed', detail, { allow: match.allow })
    }
  }
}

/** Prism's own refusals: an unknown `Prefer: example=…`, or an `Accept` that nothing documented meets. */
function fromPrismError(error: Error): Problem {
  if (!(error instanceof ProblemJsonError)) throw error
  if (error.status === 406) return new Problem('not-acceptable', error.detail || error.message)
  if (error.status === 404) return new Problem('invalid-request', `Prefer: ${error.detail}`)
  throw error
}

function toAnswer({ statusCode, headers = {}, body }: IHttpResponse): Answer {
  const named = Object.entries(headers).filter(([, value]) => value !== null && value !== undefined)
  return {
    status: statusCode,
    headers: Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body,
  }
}
