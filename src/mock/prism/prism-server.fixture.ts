import { createInstance, ProblemJsonError } from '@stoplight/prism-http'
import type { IHttpConfig } from '@stoplight/prism-http/dist/types.js'
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js'
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types'
import * as E from 'fp-ts/lib/Either.js'
import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { securitySchemesOf } from '../../contract/security.ts'
import type { GeneratedRequest } from './generated-request.fixture.ts'
import { prismOperation } from './prism-operation.fixture.ts'
import { silentLogger } from './silent-logger.fixture.ts'

/** Prism's result for a request. */
export type PrismOutcome =
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: unknown }
  | { kind: 'refusal'; status: number; violations: string[] | undefined }

/** `prism mock` without its sockets: an unchanged instance, which gets requests as Prism's own server would pass them. */
export function prismServer({ document, operations }: Contract): (request: GeneratedRequest) => Promise<PrismOutcome> {
  const config: IHttpConfig = {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: true,
    mock: { dynamic: false },
    upstreamProxy: undefined,
  }
  const prism = createInstance(config, { logger: silentLogger })
  const schemes = securitySchemesOf(document)
  const resources = [...operations.values()].map((operation) => {
    const { node, template } = operation
    const required = (node.security ?? document.security ?? []) as object[]
    const security = required.map((one) => Object.keys(one).map((key) => ({ ...schemes.get(key), key })))
    return { ...prismOperation(operation), path: template, security } as unknown as IHttpOperation
  })

  return async ({ operation, method, path, query, headers, body }) => {
    const input = {
      method: method.toLowerCase() as 'get',
      url: { path, query: queryOf(query) },
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body ?? '')) },
      // A body without a type is read as the documented one (decision 2).
      body: body ? parse(headers['content-type'] ?? documentedType(operation), body) : null,
    }
    const preferred = getHttpConfigFromRequest(input)
    if (E.isLeft(preferred)) return { kind: 'refusal', status: 422, violations: undefined }
    const given = Object.entries(preferred.right).filter(([, value]) => value !== undefined)
    const requestConfig = { ...config, mock: { dynamic: false, ...Object.fromEntries(given) } }
    const result = await prism.request(input, resources, requestConfig)()
    if (E.isLeft(result)) return refusalOf(result.left)
    const { output, validations } = result.right
    if (validations.output.length > 0) throw new Error(`Prism answers ${JSON.stringify(validations.output)}`)
    const errors = validations.input.filter(({ severity }) => severity === DiagnosticSeverity.Error)
    if (errors.length > 0) {
      const codes = errors.map(({ code }) => code)
      const status = codes.includes(401) ? 401 : codes.includes(415) ? 415 : 422
      return { kind: 'refusal', status, violations: errors.map(({ message }) => message).sort() }
    }
    const named = Object.entries(output.headers ?? {}).filter(([, value]) => value !== null && value !== undefined)
    return {
      kind: 'answer',
      status: output.statusCode,
      headers: Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), String(value)])),
      body: output.body,
    }
  }
}

function refusalOf(error: Error): PrismOutcome {
  if (!(error instanceof ProblemJsonError)) return { kind: 'refusal', status: 500, violations: undefined }
  const { validation } = (error.additional ?? {}) as { validation?: { message: string }[] }
  const violations = validation?.map(({ message }) => message).sort()
  return { kind: 'refusal', status: error.status, violations }
}

function queryOf(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

export function documentedType(operation: Operation | undefined): string | undefined {
  return operation?.contents[0]?.mediaType
}

export function isJson(contentType = ''): boolean {
  return /^application\/(?:[^;]+\+)?json\b/.test(contentType)
}

function parse(contentType: string | undefined, body: string): unknown {
  return isJson(contentType) ? JSON.parse(body) : body
}
