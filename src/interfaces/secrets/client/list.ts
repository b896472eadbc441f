import type { Api, OpenResult } from '../../../client/api.ts'
import { ConnectionError, type HttpError } from '../../../client/errors.ts'
import type { CallOptions } from '../../../client/options.ts'

type List = (template: string, path: Record<string, string>, options?: CallOptions) => Promise<string[]>

/**
 * Lists directories with the verb LIST, or with GET after an intermediary has refused LIST (SEC-051 to SEC-053).
 *
 * @param verb the verb of the first request; `GET` never sends LIST
 */
export function createList(call: Api<object>['call'], verb: 'LIST' | 'GET'): List {
  let usesGet = verb === 'GET'
  return async (template, path, options = {}) => {
    if (!usesGet) {
      const result = await call('LIST', template, { ...options, params: { path } }).catch((error: unknown) => {
        if (error instanceof ConnectionError) return undefined
        throw error
      })
      if (result && isOfService(result)) return keysOf(result)
    }
    const result = await call('GET', template, { ...options, params: { path, query: { list: true } } })
    if (isOfService(result)) usesGet = true
    return keysOf(result)
  }
}

/** Every error of the service has a list of messages, even an empty one; an error without a list comes from an intermediary. */
function isOfService({ error }: OpenResult): boolean {
  return error === undefined || messagesOf(error) !== undefined
}

function messagesOf({ body }: HttpError): unknown[] | undefined {
  const messages = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : undefined
  return Array.isArray(messages) ? messages : undefined
}

function keysOf({ data, error }: OpenResult): string[] {
  if (error) {
    // SEC-054: an empty directory is answered with this 404, which is not an error for a caller.
    if (error.status === 404 && messagesOf(error)?.length === 0) return []
    throw error
  }
  const { data: payload } = data as { data?: { keys?: string[] } }
  return payload?.keys ?? []
}
