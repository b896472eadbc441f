// Generated from specs/document-templates/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential } from '../../src/client/security.ts'
import type { PagedCall } from '../../src/client/paging.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'
export { paginate } from '../../src/client/paging.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface DocumentTemplatesClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "AccessToken"?: Credential
  }
}

/** Made by {@link createDocumentTemplatesClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type DocumentTemplatesClient = ApiClient<paths>

const accessTokenScheme = {"name":"AccessToken","in":"header","key":"Authorization","prefix":"Bearer"} as const

/**
 * A client of Document-template API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createDocumentTemplatesClient(options: DocumentTemplatesClientOptions): DocumentTemplatesClient {
  return createApiClient<paths>(options, [{ schemes: [accessTokenScheme] }])
}

/**
 * List the templates on which the caller collaborates
 * Answers with one page of templates and the markers of the pages beside it. Templates on which the caller does not collaborate are left out.
 *
 * `GET /docgen_templates`
 *
 * Read all pages with `paginate(listDocgenTemplates, client)`.
 */
export const listDocgenTemplates: PagedCall<operations["listDocgenTemplates"], ["entries"], "docs-version"> = /* @__PURE__ */ operation({ method: "get", path: "/docgen_templates", parameters: {"docs-version":{"in":"header"}}, fixed: {"docs-version":"2025.0"}, paging: {"items":["entries"],"kind":"cursor","parameter":"marker","next":["next_marker"],"with":{"usemarker":true}} })

/**
 * Mark a file as a template
 * Makes a file a template and answers with it. The template is then in the list of everyone who collaborates on it.
 *
 * `POST /docgen_templates`
 */
export const createDocgenTemplate: Call<operations["createDocgenTemplate"], "docs-version"> = /* @__PURE__ */ operation({ method: "post", path: "/docgen_templates", parameters: {"docs-version":{"in":"header"}}, fixed: {"docs-version":"2025.0"} })
