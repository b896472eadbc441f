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
  /** An access token, or what gets one, such as `accessToken` of a token client. */
  token: Credential
}

/** The first page to read, and how many templates pages may have. */
export interface TemplatePages {
  limit?: number
  /** A marker of an earlier answer. */
  marker?: string
}

/** Each method throws the `HttpError` of its call. */
export interface DocumentTemplatesClient extends Verbs<paths> {
  /**
   * All templates on which the caller collaborates, page by page as they are asked for.
   *
   * @throws {PagingError} when the server's markers lead in a circle
   */
  listTemplates(pages?: TemplatePages, options?: CallOptions): AsyncIterableIterator<TemplateListEntry>
  /** Marks a file as a template. It is called once: after `TooManyRequests`, `retryAfter` of the error tells when to call again. */
  createTemplate(fileId: string, options?: CallOptions): Promise<Template>
}

/**
 * A client of the document-template API, of version 2025.0.
 *
 * ```ts
 * const templates = createDocumentTemplatesClient({ baseUrl: 'https://docs.example/2.0', token: tokens.accessToken })
 * for await (const { file, file_name } of templates.listTemplates()) console.log(file.id, file_name)
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is no address
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
