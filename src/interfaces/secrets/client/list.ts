import type { Api, OpenResult } from '../../../client/api.ts'
import { ConnectionError, type HttpError } from '../../../client/errors.ts'
import type { CallOptions } from '../../../client/options.ts'

type List = (template: string, path: Record<string, string>, options?: CallOptions) => Promise<string[]>

/**
 * Lists directories: by the verb LIST, or by GET once an intermediary has turned out to refuse it (SEC-051 to SEC-053).
 *
 * @param verb GET to begin with that
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

/** Every error of the service has a list of messages, be it empty; one without comes from what stands in between. */
function isOfService({ error }: OpenResult): boolean {
  return error === undefined || messagesOf(error) !== undefined
}

function messagesOf({ body }: HttpError): unknown[] | undefined {
  const messages = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : undefined
  return Array.isArray(messages) ? messages : undefined
}

function keysOf({ data, error }: OpenResult): string[] {
  if (error) {
    // SEC-054: nothing to list is answered so, and is no error for whoever lists.
    if (error.status === 404 && messagesOf(error)?.length === 0) return []
    throw error
  }
  const { data: payload } = data as { data?: { keys?: string[] } }
  return payload?.keys ?? []
}
