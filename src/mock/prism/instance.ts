import type { IPrismDiagnostic } from '@stoplight/prism-core'
import type { IHttpProxyConfig, IHttpRequest, IHttpResponse } from '@stoplight/prism-http'
import { ProblemJsonError } from '@stoplight/prism-http/dist/types.js'
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types'
import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { mediaRanges } from '../../contract/media-type.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { named } from '../operation.ts'
import type { RequestContext } from '../request-context.ts'
import { type Answerer, prismComponents, validateAnswer } from './components.ts'
import { requireAsPrism } from './parts.ts'
import { type PrismRequest, toPrismRequest } from './prism-request.ts'

type Core = typeof import('@stoplight/prism-core/dist/factory.js')
type Preferences = typeof import('@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js')

/** An answer and, when it breaks the contract, the violation: its status first. */
export interface ValidatedAnswer {
  answer: Answer | Refusal
  breach?: string | undefined
}

/** Prism itself, which says what is wrong with a request, not only that something is wrong. */
export interface WholePrism {
  ask(context: RequestContext): Promise<ValidatedAnswer>
  /** The way in which an answer breaks the contract, with its status first; undefined when it keeps the contract. */
  findBreach(operation: RuntimeOperation, answer: Answer): string | undefined
}

const prismConfig = {
  // Behaviours take the place of the upstream in Prism's proxy mode, see components.ts. No upstream is contacted.
  isProxy: true,
  upstream: new URL('http://behaviour.invalid'),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: true,
  mock: { dynamic: false },
} as const

/** Prism with our components. It is assembled here because Prism's own entry loads all of its parts. */
export function createWholePrism(answer: Answerer): WholePrism {
  const { factory }: Core = requireAsPrism('@stoplight/prism-core/dist/factory.js')
  const prism = factory<IHttpOperation, IHttpRequest, IHttpResponse, IHttpProxyConfig>(
    prismConfig,
    prismComponents(answer),
  )

  return {
    async ask(context) {
      const request = toPrismRequest(context)
      if (!context.input.hasPreference) return ask(request)
      const { getHttpConfigFromRequest }: Preferences = requireAsPrism(
        '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js',
      )
      const preferences = getHttpConfigFromRequest(request)
      if (preferences._tag === 'Left') return refused('The Prefer header is not understood.')
      const preferred = preferences.right
      const { code, dynamic } = preferred
      if (!isFinalStatus(code)) return refused('Prefer takes a code from 200 to 599.')
      const judged = await ask(request, preferred, code)
      // Prism may make up values that the schema refuses; the examples are valid.
      if (judged.breach === undefined || !dynamic) return judged
      const { answer } = await ask(request, { ...preferred, dynamic: false }, code)
      return { answer }
    },
    findBreach({ http }, { status, headers, body }) {
      const element = { statusCode: status, headers, body }
      const judged = validateAnswer({ resource: http, element })
      return judged._tag === 'Left' ? breachOf(element, judged.left) : undefined
    },
  }

  async function ask(
    request: PrismRequest,
    mock: { dynamic?: boolean | undefined } = {},
    code = 200,
  ): Promise<ValidatedAnswer> {
    const { accept } = request.headers
    // Prism reads the header itself, throws for an invalid media type, and keeps what it has read for later requests.
    // A caller that asks for an error gets the error's own media type, whatever it accepts for a success.
    const accepted = code >= 400 ? '*/*' : accept
    const mediaTypes = accepted === undefined ? {} : { mediaTypes: mediaRanges(accepted) }
    const config = { ...prismConfig, mock: { ...mock, ...mediaTypes, dynamic: mock.dynamic ?? false } }
    const result = await prism.request(request, [], config)()
    if (result._tag === 'Left') return { answer: fromPrismError(result.left, request) }
    const { output, validations } = result.right
    const { statusCode, headers = {}, body } = output
    return {
      answer: { status: statusCode, headers: named(headers), body },
      breach: breachOf(output, validations.output),
    }
  }
}

function refused(detail: string): ValidatedAnswer {
  return { answer: new Refusal('invalid-request', detail) }
}

function breachOf({ statusCode }: IHttpResponse, diagnostics: readonly IPrismDiagnostic[]): string | undefined {
  const faults = diagnostics.filter(({ severity }) => severity === DiagnosticSeverity.Error)
  const reasons = faults.map(({ path = [], message }) => `${path.join('.')} ${message}`.trim())
  return reasons.length > 0 ? `${statusCode}: ${reasons.join('; ')}` : undefined
}

/** Prism accepts any number, but after an interim status the caller would wait for another answer. */
function isFinalStatus(code: number | undefined): boolean {
  return code === undefined || (code >= 200 && code <= 599)
}

/** Prism's own refusals: no documented answer fits the `Prefer` header, or none fits the `Accept` header. */
function fromPrismError(error: Error, { headers, context }: PrismRequest): Refusal {
  const isPrisms = error instanceof ProblemJsonError
  if (isPrisms && error.status === 406) return new Refusal('not-acceptable', error.detail)
  // A request with a `Prefer` header skips the behaviours, so an error can only come from the preference. A preference in the query does not.
  if (headers.prefer === undefined && !(isPrisms && context.input.hasPreference)) throw error
  const { routed } = context
  const has = routed ? ` The operation ${routed.id} has ${answersOf(routed)}.` : ''
  return new Refusal('invalid-request', `The document has no answer that matches the Prefer header.${has}`)
}

/** The codes of an operation, each with the names of its examples: `200 (one, two), 404`. */
function answersOf({ http }: RuntimeOperation): string {
  const answers = http.responses.map(({ code, contents = [] }) => {
    const names = [...new Set(contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)))]
    return names.length > 0 ? `${code} (${names.join(', ')})` : code
  })
  return answers.join(', ')
}
