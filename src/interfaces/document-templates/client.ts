import type { components, paths } from '../../../generated/document-templates/types.ts'
import { createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import { bearer, type Credential } from '../../client/credential.ts'
import { PagingError } from '../../client/errors.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { unwrap } from '../../client/unwrap.ts'

export type Template = components['schemas']['Template']
export type TemplateListEntry = components['schemas']['TemplateListEntry']

export interface DocumentTemplatesClientOptions extends ClientOptions {
  /** An access token, or a function that fetches one, such as `accessToken` of a token client. */
  token: Credential
}

/** The page to begin with, and the most templates of a page. */
export interface TemplatePages {
  /** A 64-bit integer in the documents (DOC-018). A number of JavaScript keeps its digits up to 9007199254740991. */
  limit?: number
  /** A marker of an earlier answer. */
  marker?: string
}

/** Each method throws the `HttpError` of its call. */
export interface DocumentTemplatesClient extends Verbs<paths> {
  /**
   * All templates on which the caller collaborates. Pages are read on demand.
   *
   * @throws {PagingError} when the server's markers form a loop
   */
  listTemplates(pages?: TemplatePages, options?: CallOptions): AsyncIterableIterator<TemplateListEntry>
  /** Marks a file as a template. The call is not repeated: after `TooManyRequests`, `retryAfter` of the error says when to call again. */
  createTemplate(fileId: string, options?: CallOptions): Promise<Template>
}

/**
 * A client of the document-template API, version 2025.0.
 *
 * ```ts
 * const templates = createDocumentTemplatesClient({ baseUrl: 'https://docs.example/2.0', token: tokens.accessToken })
 * for await (const { file, file_name } of templates.listTemplates()) console.log(file.id, file_name)
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createDocumentTemplatesClient({
  token,
  ...options
}: DocumentTemplatesClientOptions): DocumentTemplatesClient {
  const rules = { credential: bearer, headers: { 'docs-version': '2025.0' } }
  const { verbs } = createApi<paths>(options, rules, token)
  return {
    ...verbs,
    async *listTemplates({ marker, ...pages } = {}, callOptions = {}) {
      const seen = new Set<string>()
      for (let next = marker; ; ) {
        const query = { ...pages, usemarker: true, ...(next !== undefined && { marker: next }) }
        const page = await unwrap(verbs.GET('/docgen_templates', { ...callOptions, params: { query } }))
        yield* page.entries
        if (!page.next_marker) return
        if (next !== undefined) seen.add(next)
        next = page.next_marker
        if (seen.has(next)) throw new PagingError('GET /docgen_templates')
      }
    },
    createTemplate: (id, callOptions) =>
      unwrap(verbs.POST('/docgen_templates', { ...callOptions, body: { file: { id, type: 'file' } } })),
  }
}
