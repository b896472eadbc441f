import { isObject } from '../contract/json-pointer.ts'
import { type Operation, shownParameters } from '../contract/operation.ts'
import { bundled } from '../workspace/bundled.ts'
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

/** The request with the required parameters and the first example of the body. */
export function documentedRequest(name: string, operation: Operation): DocumentedRequest {
  return compose(name, operation, requiredParameters(operation))
}

/**
 * Every request that the examples of an operation make, by its description: with the required parameters only, with each other example of a
 * parameter or of the body, and with the examples of all parameters at once.
 */
export function documentedRequests(name: string, operation: Operation): [shown: string, DocumentedRequest][] {
  const required = requiredParameters(operation)
  const parameters = parametersOf(operation)
  const neededBy = (parameter: Parameter): FilledParameter[] => {
    const needs = Object(operation.parameters.find(({ name }) => name === parameter.name)?.node['x-requires'])
    return parameters.flatMap((other) => (other.name in needs ? [{ ...other, value: needs[other.name] }] : []))
  }
  const bodies = operation.contents.flatMap(({ mediaType, examples }) =>
    examples.map((example) => ({ mediaType, example })),
  )
  return [
    ['what is required', compose(name, operation, required)],
    ...parameters.flatMap((parameter) =>
      examplesOf(parameter).map((value): [string, DocumentedRequest] => [
        `${parameter.in} ${parameter.name}=${value}`,
        compose(name, operation, [
          ...required.filter(({ node }) => node !== parameter.node),
          ...neededBy(parameter),
          { ...parameter, value },
        ]),
      ]),
    ),
    ['all parameters', compose(name, operation, withFirstExample(parameters))],
    ...bodies.map(({ mediaType, example }): [string, DocumentedRequest] => [
      `body ${example.key}`,
      { ...compose(name, operation, required), mediaType, body: example.value },
    ]),
  ]
}

type Parameter = ReturnType<typeof shownParameters>[number]

type FilledParameter = Parameter & { value: unknown }

function parametersOf(operation: Operation): Parameter[] {
  return (['path', 'query', 'header'] as const).flatMap((place) => shownParameters(operation, place))
}

function withFirstExample(parameters: Parameter[]): FilledParameter[] {
  return parameters.flatMap((parameter) =>
    examplesOf(parameter)
      .slice(0, 1)
      .map((value) => ({ ...parameter, value })),
  )
}

/** Also `list=true` if a GET lists a directory as the verb `LIST` does. */
function requiredParameters(operation: Operation): FilledParameter[] {
  const isNeeded = ({ name, required }: Parameter) => required || (operation.listVerb && name === 'list')
  return withFirstExample(parametersOf(operation).filter(isNeeded))
}

function examplesOf({ examples, schema }: Parameter): unknown[] {
  const values = examples.map(({ value }) => value)
  const { default: fallback } = schema
  return values.length === 0 && fallback !== undefined ? [fallback] : values
}

function compose(name: string, operation: Operation, parameters: FilledParameter[]): DocumentedRequest {
  const { prefix } = bundled.find(name).contract
  const [content] = operation.contents
  const valuesIn = (place: Parameter['in']) =>
    parameters.filter((parameter) => parameter.in === place).map(({ name, value }) => [name, value] as const)
  return {
    method: operation.method.toUpperCase(),
    template: `/${prefix}${operation.template.replace('{member}', 'm1')}`,
    path: Object.fromEntries(valuesIn('path').map(([key, value]) => [key, String(value)])),
    query: valuesIn('query').flatMap(([key, value]) =>
      [value].flat().map((item): [string, string] => [key, String(item)]),
    ),
    headers: {
      accept: 'application/json',
      ...Object.fromEntries(valuesIn('header').map(([key, value]) => [key.toLowerCase(), String(value)])),
    },
    mediaType: content?.mediaType,
    body: content?.examples[0]?.value,
  }
}

/** Request target, percent-encoded. */
export function targetOf({ template, path, query }: DocumentedRequest): string {
  const filled = Object.entries(path).reduce(
    // A comma stands between the elements of a list.
    (target, [name, value]) =>
      target.replace(`{${name}}`, encodeURIComponent(value).replaceAll(/%2[CF]/g, decodeURIComponent)),
    template,
  )
  const search = new URLSearchParams(query)
  return search.size > 0 ? `${filled}?${search}` : filled
}

export function bodyOf({ mediaType, body }: DocumentedRequest): string | undefined {
  if (body === undefined) return undefined
  const isForm = mediaType === 'application/x-www-form-urlencoded' && typeof body === 'object' && !Array.isArray(body)
  if (!isForm) return JSON.stringify(body)
  // A generated object may have a member `toString`, and would throw when it is converted to text.
  const fields = Object.entries(body ?? {}).map(([name, value]) => [
    name,
    isObject(value) ? JSON.stringify(value) : `${value}`,
  ])
  return new URLSearchParams(fields).toString()
}

/** The arguments of `fetch` for it, with the full credentials of its interface, in a session. */
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
