import type { IHttpOperation } from '@stoplight/types'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'

/** A schema that AJV cannot compile, and its reason. */
export interface UncompilableSchema {
  /** `response 200 application/json` */
  place: string
  reason: string
}

/**
 * Finds schemas that AJV cannot compile. Prism silently turns validation off for such a schema, so the generator refuses it.
 *
 * @returns a function that takes an operation of the document, and returns its first schema that AJV cannot compile
 */
export function createCompileCheck(): (operation: IHttpOperation) => UncompilableSchema | undefined {
  const compile = createCompiler()
  const compiled = new Set<string>()

  return (operation) => {
    const bundled = (operation as { __bundled__?: unknown }).__bundled__
    for (const [place, schema] of schemasOf(operation)) {
      // Operations share error responses and parameters, and a name in `__bundled__` means the same in all of them.
      const text = JSON.stringify(schema)
      if (compiled.has(text)) continue
      const reason = compile({ ...schema, __bundled__: bundled })
      if (reason !== undefined) return { place, reason }
      compiled.add(text)
    }
    return undefined
  }
}

/** Returns why AJV, with Prism's settings, cannot compile a schema; undefined if it can. */
export function createCompiler(): (schema: object) => string | undefined {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    strict: false,
    logger: false,
  })
  formats.default(ajv)
  return (schema) => {
    try {
      ajv.compile(schema)
      return undefined
    } catch (error) {
      return (error as Error).message
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
