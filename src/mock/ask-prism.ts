import type { IPrismDiagnostic } from '@stoplight/prism-core'
import { createInstance, type IHttpResponse, ProblemJsonError } from '@stoplight/prism-http'
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js'
import { DiagnosticSeverity } from '@stoplight/types'
import { Problem } from '../interfaces/problem.ts'
import type { Answer, InterfaceSlice } from '../interfaces/slice.ts'
import { callBehaviour } from './call-behaviour.ts'
import { prismComponents, validateAnswer } from './components.ts'
import type { PrismRequest } from './exchange.ts'
import { mediaRanges } from './media-type.ts'
import { type OperationPlan, plans } from './operation-plan.ts'
import { silentLogger } from './prism-logger.ts'
import { constant } from './serialize.ts'

/** What Prism makes of a request: an answer that keeps the contract, or why there is none. */
export type AskPrism = (request: PrismRequest) => Promise<Answer | Problem>

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

/** Prism with an interface's behaviours in it. `onBreach` hears how an answer breaks the contract, its status first. */
export function createPrism(
  slice: InterfaceSlice,
  onBreach: (request: PrismRequest, reason: string) => void,
): AskPrism {
  const prism = createInstance(
    { ...prismConfig, mock: { dynamic: false } },
    { ...prismComponents(answer), logger: silentLogger },
  )

  const planOf = plans()

  return async (request) => {
    const plan = planOf(request.operation)
    // What is not surely right goes the whole way, so that Prism alone says what is wrong with it.
    if (!plan.lets(request)) return askWhole(request)
    const response = await answer(request, undefined)
    if (!response) return showExample(request, plan)
    const answered = toAnswer(response)
    if (plan.keeps(answered)) return answered
    const judged = validateAnswer({ resource: request.operation.http, element: response })
    return withheld(request, judged._tag === 'Left' ? breachOf(response, judged.left) : undefined) ?? answered
  }

  /** Prism negotiates once for each `Accept`; what it finds is validated each time, like any other answer. */
  async function showExample(request: PrismRequest, { examples, keeps }: OperationPlan): Promise<Answer | Problem> {
    const { accept } = request.headers
    const known = examples.get(accept)
    if (known && keeps(known)) return { ...known, headers: { ...known.headers } }
    const answered = await askWhole(request)
    // Prism calls the callbacks of an operation itself.
    if (answered instanceof Problem || request.operation.http.callbacks) return answered
    if (examples.size >= mostExamples) examples.clear()
    examples.set(accept, { ...answered, body: constant(answered.body) })
    return answered
  }

  async function askWhole(request: PrismRequest): Promise<Answer | Problem> {
    const preferences = getHttpConfigFromRequest(request)
    if (preferences._tag === 'Left') return new Problem('invalid-request', 'The Prefer header is not understood.')
    const { dynamic = false, ...preferred } = preferences.right
    if (!isFinalStatus(preferred.code)) return new Problem('invalid-request', 'Prefer takes a code from 200 to 599.')
    const { answer, breach } = await ask(request, { ...preferred, dynamic }, preferred.code)
    // Prism does not always make up what the schema asks for; the examples do.
    if (breach && dynamic) return (await ask(request, { ...preferred, dynamic: false }, preferred.code)).answer
    return withheld(request, breach) ?? answer
  }

  function withheld(request: PrismRequest, breach: string | undefined): Problem | undefined {
    if (breach === undefined) return undefined
    onBreach(request, breach)
    return new Problem('internal', `The mock's own answer breaks the contract: ${breach}`)
  }

  async function ask(request: PrismRequest, mock: { dynamic: boolean }, code = 200) {
    const { accept } = request.headers
    // Prism would read the header itself, throw on what is no media type, and keep what it has read for later requests.
    // An error that is asked for comes in the form that it has, as errors do, whatever the caller accepts of a success.
    const accepted = code >= 400 ? '*/*' : accept
    const mediaTypes = accepted === undefined ? {} : { mediaTypes: mediaRanges(accepted) }
    const result = await prism.request(request, [], { ...prismConfig, mock: { ...mock, ...mediaTypes } })()
    if (result._tag === 'Left') return { answer: fromPrismError(result.left, request) }
    const { output, validations } = result.right
    return { answer: toAnswer(output), breach: breachOf(output, validations.output) }
  }

  async function answer(request: PrismRequest, invalid: Problem | undefined): Promise<IHttpResponse | undefined> {
    const answered = request.refusal ?? invalid ?? (await callBehaviour(request, slice))
    if (!answered) return undefined
    if (!(answered instanceof Problem)) {
      return { statusCode: answered.status, headers: answered.headers, body: answered.body }
    }
    request.onRefusal(answered)
    const { status, headers, body } = slice.renderProblem(answered.of(request.operation.id))
    return { statusCode: status, headers, body }
  }
}

/** Examples kept at most: callers write the `Accept` headers. */
const mostExamples = 100

/** How an answer breaks the contract, its status first. */
function breachOf({ statusCode }: IHttpResponse, diagnostics: readonly IPrismDiagnostic[]): string | undefined {
  const faults = diagnostics.filter(({ severity }) => severity === DiagnosticSeverity.Error)
  const reasons = faults.map(({ path = [], message }) => `${path.join('.')} ${message}`.trim())
  return reasons.length > 0 ? `${statusCode}: ${reasons.join('; ')}` : undefined
}

/** Prism takes any number; an interim one would leave the caller waiting. */
function isFinalStatus(code: number | undefined): boolean {
  return code === undefined || (code >= 200 && code <= 599)
}

/** Prism's own refusals: a `Prefer` that no documented answer meets, or an `Accept` that none does. */
function fromPrismError(error: Error, { headers }: PrismRequest): Problem {
  const { status, detail } = error instanceof ProblemJsonError ? error : { status: undefined, detail: undefined }
  if (status === 406) return new Problem('not-acceptable', detail || error.message)
  // A preference leaves the behaviours out, so that it is all that can be wrong.
  if (headers.prefer === undefined) throw error
  return new Problem(
    'invalid-request',
    `The document has no answer as the Prefer header asks for${detail ? `: ${detail}` : ''}.`,
  )
}

function toAnswer({ statusCode, headers = {}, body }: IHttpResponse): Answer {
  const named = Object.entries(headers).filter(([, value]) => value !== null && value !== undefined)
  return {
    status: statusCode,
    headers: Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body,
  }
}
