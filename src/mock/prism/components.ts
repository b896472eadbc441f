import type { IHttpResponse, PrismHttpComponents } from '@stoplight/prism-http'
import { UPSTREAM_NOT_IMPLEMENTED } from '@stoplight/prism-http/dist/forwarder/errors.js'
import { ProblemJsonError } from '@stoplight/prism-http/dist/types.js'
import { validateInput, validateOutput, validateSecurity } from '@stoplight/prism-http/dist/validator/index.js'
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Match } from '../../contract/router.ts'
import { isRaw } from '../answer/serialize.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { memoizeByObject } from '../memoize.ts'
import type { RequestContext } from '../request-context.ts'
import { requireAsPrism } from './parts.ts'
import type { PrismRequest } from './prism-request.ts'
import { silentLogger } from './silent-logger.ts'

type Mocker = typeof import('@stoplight/prism-http/dist/mocker/index.js')

/** Answers a request that is valid. Returns undefined to leave the answer to Prism's examples. */
export type Answerer = (
  context: RequestContext,
  refusal: Refusal | undefined,
) => MaybePromise<Answer | Refusal | undefined>

/**
 * Prism's components, some of them replaced by parts of the mock. Prism calls its `mock` component synchronously, but a behaviour may wait
 * for a store in another process. Behaviours therefore take the place of the upstream of Prism's proxy. If they have no answer, they report
 * that the upstream does not implement the operation, and Prism answers with an example.
 */
export function prismComponents(answer: Answerer): PrismHttpComponents {
  return {
    route: ({ input }) => E.right(contextOf(input).match.operation.http),

    validateSecurity: ({ resource, element }) => {
      // If the interface itself has checked the credentials, its decision is final.
      if (contextOf(element).state.mounted.definition.admit) return E.right(element)
      const present = validateSecurity({ resource, element })
      return E.isLeft(present) ? present : E.right(element)
    },

    validateOutput: validateAnswer,

    validateInput: ({ resource, element }) => {
      const parameters = contextOf(element).input.violations.map(({ path, message }) => ({
        code: 'parameter',
        severity: DiagnosticSeverity.Error,
        message,
        path,
      }))
      const body = validateInput({ resource: bodyOnly(resource), element })
      const [first, ...more] = [...(E.isLeft(body) ? body.left : []), ...parameters]
      return first ? E.left([first, ...more]) : E.right(element)
    },

    forward:
      ({ data, validations }) =>
      () =>
        TE.tryCatch(
          async () => {
            const context = contextOf(data)
            const outcome = await answer(context, toRefusal(validations))
            if (!outcome) throw ProblemJsonError.fromTemplate(UPSTREAM_NOT_IMPLEMENTED)
            return toResponse(outcome instanceof Refusal ? context.refuse(outcome) : outcome)
          },
          (error) => error as Error,
        ),

    // Loaded with the first example that needs negotiation: the code that makes up values is two thirds of Prism.
    mock: (asked) => {
      const { default: mock }: Mocker = requireAsPrism('./mocker/index.js')
      return mock(asked)
    },

    logger: silentLogger,
  }
}

/** Prism's validation of an answer, except for a body of bytes or a stream, which has no schema. */
export const validateAnswer: PrismHttpComponents['validateOutput'] = ({ resource, element }) =>
  isRaw(element.body)
    ? validateOutput({ resource: withoutBodySchemas(resource), element: { ...element, body: undefined } })
    : validateOutput({ resource, element })

/** Prism passes the request object that it got to its components, under its own type. */
function contextOf(request: object): RequestContext & { match: RoutedMatch } {
  return (request as PrismRequest).context as RequestContext & { match: RoutedMatch }
}

type RoutedMatch = Extract<Match, { kind: 'operation' }>

function toResponse({ status, headers, body }: Answer): IHttpResponse {
  return { statusCode: status, headers, body }
}

/** Most violations in one refusal: a caller fixes a few at a time. */
const maxViolations = 100

type Diagnostics = Parameters<PrismHttpComponents['forward']>[0]['validations']

function toRefusal(diagnostics: Diagnostics): Refusal | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === DiagnosticSeverity.Error)
  const [first] = errors
  if (!first) return undefined
  const violations = errors.slice(0, maxViolations).map(({ path = [], message }) => ({ path, message }))
  const detail = `${violations.map(({ message }) => message).join('; ')}.`
  if (errors.some(({ code }) => code === 401))
    return new Refusal('unauthenticated', 'The request carries no credentials.', {
      credentials: { fault: 'missing', expected: 'those that the document asks for' },
    })
  if (errors.some(({ code }) => code === 415)) return new Refusal('unsupported-media-type', detail)
  return new Refusal('invalid-request', detail, { violations })
}

// Prism keeps compiled schemas by the identity of the objects that hold them, so each operation is reduced once.

/** The operation without its parameters, which are already validated. */
const bodyOnly = memoizeByObject((operation: IHttpOperation): IHttpOperation => {
  const body = operation.request?.body
  return { ...operation, request: body ? { body } : {} }
})

/** The operation with the media types of its answers but without their schemas, since a schema describes a value and not a stream. */
const withoutBodySchemas = memoizeByObject(
  (operation: IHttpOperation): IHttpOperation => ({
    ...operation,
    responses: operation.responses.map((response) => ({
      ...response,
      contents: response.contents?.map(({ schema: _, ...content }) => content) ?? [],
    })),
  }),
)
