// Generated from specs/work-management/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential } from '../../src/client/security.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'
export { clientCredentials, refreshGrant } from '../../src/client/oauth.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface WorkManagementClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "OAuth2"?: Credential
  }
}

/** Made by {@link createWorkManagementClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type WorkManagementClient = ApiClient<paths>

/** Where tokens of the scheme `OAuth2` come from. */
export const oAuth2TokenUrl = "https://work-management.example/oauth2/token"

const oAuth2Scheme = {"name":"OAuth2","in":"header","key":"Authorization","prefix":"Bearer"} as const

/**
 * A client of Work-management API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createWorkManagementClient(options: WorkManagementClientOptions): WorkManagementClient {
  return createApiClient<paths>(options, [])
}

/**
 * List the workflows of the account
 * Answers with all workflows of the account, those of its spaces included. Paging is not documented, and this contract has none.
 *
 * `GET /workflows`
 */
export const listWorkflows: Call<operations["listWorkflows"]> = /* @__PURE__ */ operation({ method: "get", path: "/workflows", security: [{ schemes: [oAuth2Scheme], scopes: ["Default"] }, { schemes: [oAuth2Scheme], scopes: ["amReadOnlyWorkflow"] }, { schemes: [oAuth2Scheme], scopes: ["amReadWriteWorkflow"] }, { schemes: [oAuth2Scheme], scopes: ["wsReadOnly"] }, { schemes: [oAuth2Scheme], scopes: ["wsReadWrite"] }] })

/**
 * Create a workflow
 * Creates a workflow of the account and answers with it, including its id. Reading scopes do not suffice, and neither does `wsReadWrite`.
 *
 * `POST /workflows`
 */
export const createWorkflow: Call<operations["createWorkflow"]> = /* @__PURE__ */ operation({ method: "post", path: "/workflows", security: [{ schemes: [oAuth2Scheme], scopes: ["amReadWriteWorkflow"] }] })

/**
 * List the workflows of a space
 * Answers with the workflows of one space; each of them is also in the list of the account.
 *
 * `GET /spaces/{spaceId}/workflows`
 */
export const listSpaceWorkflows: Call<operations["listSpaceWorkflows"]> = /* @__PURE__ */ operation({ method: "get", path: "/spaces/{spaceId}/workflows", security: [{ schemes: [oAuth2Scheme], scopes: ["Default"] }, { schemes: [oAuth2Scheme], scopes: ["amReadOnlyWorkflow"] }, { schemes: [oAuth2Scheme], scopes: ["amReadWriteWorkflow"] }, { schemes: [oAuth2Scheme], scopes: ["wsReadOnly"] }, { schemes: [oAuth2Scheme], scopes: ["wsReadWrite"] }] })

/**
 * Update a workflow
 * Sets the given fields of a workflow, leaves the others as they are, and answers with the workflow. `wsReadWrite` does not suffice.
 *
 * `PUT /workflows/{workflowId}`
 */
export const updateWorkflow: Call<operations["updateWorkflow"]> = /* @__PURE__ */ operation({ method: "put", path: "/workflows/{workflowId}", security: [{ schemes: [oAuth2Scheme], scopes: ["amReadWriteWorkflow"] }] })

/**
 * Read a user
 * Answers with one user. Only the update takes several ids.
 *
 * `GET /users/{userId}`
 */
export const getUser: Call<operations["getUser"]> = /* @__PURE__ */ operation({ method: "get", path: "/users/{userId}", security: [{ schemes: [oAuth2Scheme], scopes: ["amReadOnlyUser"] }, { schemes: [oAuth2Scheme], scopes: ["amReadWriteUser"] }] })

/**
 * Update one user or up to 100
 * Sets the given fields of every user whose id is in the path, and answers with those users. Separate the ids by commas, unencoded:
 * `/users/KUAAAA01,KUAAAA02`. An update of one user is a batch of one.
 *
 * `PUT /users/{userId}`
 */
export const updateUsers: Call<operations["updateUsers"]> = /* @__PURE__ */ operation({ method: "put", path: "/users/{userId}", security: [{ schemes: [oAuth2Scheme], scopes: ["amReadWriteUser"] }] })
