import type { IHttpOperation } from '@stoplight/types'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { UserError } from '../../src/cli/user-error.ts'

/**
 * Prism turns validation off, silently, for a schema that AJV cannot compile; so no such schema gets past this point.
 *
 * @throws {UserError} naming interface, operation, the place of the schema in it, and AJV's reason
 */
export function assertCompilable(name: string, operationId: string, operation: IHttpOperation): void {
  // The options are Prism's own, so that what compiles here compiles there.
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    strict: false,
    logger: false,
  })
  formats.default(ajv)
  const bundled = (operation as { __bundled__?: unknown }).__bundled__
  for (const [place, schema] of schemasOf(operation)) {
    try {
      ajv.compile({ ...schema, __bundled__: bundled })
    } catch (error) {
      throw new UserError(
        `specs/${name}: ${operationId}, ${place}: the schema cannot be compiled: ${(error as Error).message}`,
      )
    }
  }
}

function* schemasOf(operation: IHttpOperation): Generator<[place: string, schema: object]> {
  const { request, responses } = operation
  for (const place of ['path', 'query', 'headers', 'cookie'] as const) {
    for (const parameter of request?.[place] ?? []) {
      if (parameter.schema) yield [`${place} parameter ${parameter.name}`, parameter.schema]
    }
  }
  for (const content of request?.body?.contents ?? []) {
    if (content.schema) yield [`request body ${content.mediaType}`, content.schema]
  }
  for (const response of responses) {
    for (const header of response.headers ?? []) {
      if (header.schema) yield [`response ${response.code} header ${header.name}`, header.schema]
    }
    for (const content of response.contents ?? []) {
      if (content.schema) yield [`response ${response.code} ${content.mediaType}`, content.schema]
    }
  }
}
