import type { IPrismDiagnostic } from '@stoplight/prism-core'
import type { IHttpOperationConfig, IHttpRequest } from '@stoplight/prism-http'
import { DiagnosticSeverity, type HttpMethod, type IHttpOperation } from '@stoplight/types'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { mediaRanges } from '../../contract/media-type.ts'
import type { Operation } from '../../contract/operation.ts'
import { isRaw, lowerCaseNames } from '../answer/serialize.ts'
import { memoizeByObject } from '../memoize.ts'
import { toInvalidPart } from '../request/parameters.ts'
import type { RequestContext } from '../request-context.ts'
import { prismParts } from './parts.ts'
import { prismOperation } from './prism-operation.ts'
import { silentLogger } from './silent-logger.ts'

/** The answer that a caller asks for, by the header `Prefer` or by the query. */
export type Preference = Partial<Omit<IHttpOperationConfig, 'mediaTypes'>>

/** Most violations in one refusal: a caller fixes a few at a time. */
const maxViolations = 100

/** What is wrong with a request: its parameters and its body. */
export function findFault(context: RequestContext): Refusal | undefined {
  const element = toPrismRequest(context)
  const resource = bodyOnly(prismOperation(context.compiled.operation))
  const errors = errorsIn(prismParts.validators().validateInput({ resource, element }))
  const violations = [...errors.map(toInvalidPart), ...context.violations].slice(0, maxViolations)
  if (violations.length === 0) return undefined
  const detail = `${violations.map(({ message }) => message).join('; ')}.`
  if (errors.some(({ code }) => code === 415)) return new Refusal('unsupported-media-type', detail)
  return new Refusal('invalid-request', detail, { violations })
}

/** @returns a `Refusal` for a preference that is not understood */
export function readPreference(context: RequestContext): Preference | Refusal {
  if (!context.hasPreference) return {}
  const preferences = prismParts.preferences().getHttpConfigFromRequest(toPrismRequest(context))
  if (preferences._tag === 'Left') return new Refusal('invalid-request', 'The Prefer header is not understood.')
  const { code = 200 } = preferences.right
  // Prism accepts any number, but after an interim status the caller would wait for another answer.
  if (code >= 200 && code <= 599) return preferences.right
  return new Refusal('invalid-request', 'Prefer takes a code from 200 to 599.')
}

/**
 * The example of the document that fits the request and the preference.
 *
 * @returns a `Refusal` if no documented answer fits the `Prefer` header or the `Accept` header
 */
export function negotiate(context: RequestContext, preference: Preference): Answer | Refusal {
  const { operation } = context.compiled
  const data = toPrismRequest(context)
  // A caller that asks for an error gets the error's own media type, whatever it accepts for a success.
  const accept = (preference.code ?? 200) >= 400 ? '*/*' : data.headers.accept
  // Prism reads the header itself, throws for an invalid media type, and keeps what it has read for later requests.
  const mediaTypes = accept === undefined ? {} : { mediaTypes: mediaRanges(accept) }
  const config = { ...preference, ...mediaTypes, dynamic: preference.dynamic ?? false }
  const { default: mock } = prismParts.mocker()
  const found = mock({ resource: prismOperation(operation), input: { data, validations: [] }, config })(silentLogger)
  if (found._tag === 'Left') return refusalFor(found.left, context)
  const { statusCode, headers = {}, body } = found.right
  return { status: statusCode, headers: lowerCaseNames(headers), body }
}

/** The way in which an answer breaks the contract, with its status first; undefined when it keeps the contract. */
export function findBreach(operation: Operation, { status, headers, body }: Answer): string | undefined {
  const { validateOutput } = prismParts.validators()
  const head = { statusCode: status, headers }
  const resource = prismOperation(operation)
  // A body of bytes or a stream has no schema.
  const judged = isRaw(body)
    ? validateOutput({ resource: withoutBodySchemas(resource), element: { ...head, body: undefined } })
    : validateOutput({ resource, element: { ...head, body } })
  const reasons = errorsIn(judged).map(({ path = [], message }) => `${path.join('.')} ${message}`.trim())
  return reasons.length > 0 ? `${status}: ${reasons.join('; ')}` : undefined
}

/** Prism also warns, of what it leaves unchecked. */
function errorsIn(judged: Either<readonly IPrismDiagnostic[], unknown>): readonly IPrismDiagnostic[] {
  return judged._tag === 'Left' ? judged.left.filter(({ severity }) => severity === DiagnosticSeverity.Error) : []
}

/** A request in Prism's form. */
function toPrismRequest({ request, routed, contentType, bodyBytes, query, bodyForPrism }: RequestContext) {
  const { 'content-type': _, ...headers } = request.headers
  // Without a body its media type means nothing, and Prism throws for an invalid one.
  if (contentType !== undefined && bodyBytes > 0) headers['content-type'] = contentType
  // Prism skips the media type check when the length is unknown, as it is for a chunked body.
  headers['content-length'] = String(bodyBytes)
  return {
    // Prism knows no HEAD or LIST.
    method: (routed?.method ?? 'get') as HttpMethod,
    url: { path: request.path, query: query.values },
    headers,
    body: bodyForPrism,
  } satisfies IHttpRequest
}

function refusalFor(error: Error, { compiled: { operation }, hasPreference }: RequestContext): Refusal {
  const { ProblemJsonError } = prismParts.problems()
  if (error instanceof ProblemJsonError && error.status === 406) return new Refusal('not-acceptable', error.detail)
  if (!hasPreference) throw error
  const known = `The operation ${operation.id} has ${answersOf(operation)}.`
  return new Refusal('invalid-request', `The document has no answer that matches the Prefer header. ${known}`)
}

/** The codes of an operation, each with the names of its examples: `200 (one, two), 404`. */
function answersOf({ http }: Operation): string {
  const answers = http.responses.map(({ code, contents = [] }) => {
    const names = [...new Set(contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)))]
    return names.length > 0 ? `${code} (${names.join(', ')})` : code
  })
  return answers.join(', ')
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
