import type { IHttpParam } from '@stoplight/types'
import { loadRuntime } from '../contract/registry.ts'
import type { RuntimeOperation } from '../contract/runtime.ts'
import type { RunningMock } from './start-mock.ts'

/** The request that an operation's own examples make. */
export interface DocumentedRequest {
  method: string
  /** Path template under the interface's prefix, and the values of its parameters. */
  template: string
  path: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  /** Undefined when the operation documents no body. */
  mediaType: string | undefined
  body: unknown
}

export function documentedRequest(name: string, operation: RuntimeOperation): DocumentedRequest {
  const { prefix } = loadRuntime(name)
  const { request } = operation.http
  const query = Object.entries(examplesOf(request?.query?.filter(({ required }) => required)))
  const headers = Object.entries(examplesOf(request?.headers?.filter(({ required }) => required)))
  const content = request?.body?.contents?.[0]
  const example = content?.examples?.[0]
  return {
    method: operation.method.toUpperCase(),
    template: `/${prefix}${operation.template.replace('{member}', 'm1')}`,
    path: Object.fromEntries(Object.entries(examplesOf(request?.path)).map(([key, value]) => [key, String(value)])),
    query: [
      ...query.flatMap(([key, value]) => [value].flat().map((item): [string, string] => [key, String(item)])),
      // Directories are listed, and addresses that only take writes explain themselves, when the query says so.
      ...(operation.listVerb ? [['list', 'true'] as [string, string]] : []),
      ...(operation.id.startsWith('describe') ? [['help', '1'] as [string, string]] : []),
    ],
    headers: {
      accept: 'application/json',
      ...Object.fromEntries(headers.map(([key, value]) => [key.toLowerCase(), String(value)])),
    },
    mediaType: content?.mediaType,
    body: example && 'value' in example ? example.value : undefined,
  }
}

/** Request target, percent-encoded. */
export function targetOf({ template, path, query }: DocumentedRequest): string {
  const filled = Object.entries(path).reduce(
    (target, [name, value]) => target.replace(`{${name}}`, value.split('/').map(encodeURIComponent).join('/')),
    template,
  )
  const search = new URLSearchParams(query)
  return search.size > 0 ? `${filled}?${search}` : filled
}

export function bodyOf({ mediaType, body }: DocumentedRequest): string | undefined {
  if (body === undefined) return undefined
  const isForm = mediaType === 'application/x-www-form-urlencoded' && typeof body === 'object' && !Array.isArray(body)
  return isForm ? new URLSearchParams({ ...body } as Record<string, string>).toString() : JSON.stringify(body)
}

/** What `fetch` sends for it, with the full credentials of its interface, in a session. */
export async function initOf(
  request: DocumentedRequest,
  { mock, name, session }: { mock: RunningMock; name: string; session: string },
): Promise<RequestInit> {
  return {
    method: request.method,
    headers: {
      ...request.headers,
      ...(request.mediaType ? { 'content-type': request.mediaType } : {}),
      ...(await fullCredentials(mock, name, session)),
      'x-mock-session': session,
    },
    body: bodyOf(request) ?? null,
  }
}

function examplesOf(parameters: readonly IHttpParam[] = []): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map(({ name, examples, schema }) => {
      const [example] = examples ?? []
      return [
        name,
        example && 'value' in example ? example.value : (schema as { default?: unknown } | undefined)?.default,
      ]
    }),
  )
}

/** Headers of the seeded credential that may do everything; a token is requested where the credential is a form. */
export async function fullCredentials(
  mock: RunningMock,
  name: string,
  session: string,
): Promise<Record<string, string>> {
  const seeded = mock.interfaces.find((candidate) => candidate.name === name)?.credentials ?? []
  const full = seeded.find(({ role }) => role === 'full') ?? seeded[0]
  if (!full?.form) return full?.headers ?? {}
  const response = await fetch(`${mock.origin}/oauth-token/realms/merchants/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'x-mock-session': session },
    body: new URLSearchParams(full.form),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}
