import type { IHttpParam } from '@stoplight/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listInterfaces, loadRuntime } from '../interfaces/registry.ts'
import { type RunningMock, startMock } from './start-mock.ts'

const names = listInterfaces()
  .map(({ name }) => name)
  .filter((name) => name !== 'mock-control')
const faults: string[] = []
let mock: RunningMock

beforeAll(async () => {
  mock = await startMock({ onFault: (reason) => faults.push(reason) })
})

afterAll(() => mock.close())

describe.each(names)('%s', (name) => {
  it.each(loadRuntime(name).operations.map(({ id }) => id))(
    '%s takes the request that its document shows',
    async (id) => {
      const { method, url, headers, body } = documentedRequest(name, id)
      const session = `example-${name}-${id}`
      const controller = new AbortController()
      const response = await fetch(mock.origin + url, {
        method,
        headers: { ...headers, ...(await credentials(name, session)), 'x-mock-session': session },
        body: body ?? null,
        signal: controller.signal,
      })
      const seen =
        response.headers.get('content-type')?.includes('json') && id !== 'streamLogs'
          ? await response.clone().text()
          : ''
      controller.abort()
      expect(faults).toEqual([])
      expect(`${response.status} ${seen}`).toMatch(/^2\d\d /)
    },
  )

  it('refuses broken JSON, an unknown path and a wrong method as its documents say', async () => {
    const { template, method } = loadRuntime(name).operations[0] ?? { template: '/', method: 'get' }
    const path = `/${name}${template.replace(/\{[^}]+\}/g, 'x')}`
    const headers = { ...(await credentials(name)), accept: 'application/json', 'docs-version': '2025.0' }
    const unknown = await fetch(`${mock.origin}/${name}/no/such/path/at/all`, { headers })
    expect([400, 403, 404, 405]).toContain(unknown.status)
    const wrong = await fetch(mock.origin + path, {
      method: method === 'patch' ? 'TRACE' : 'PATCH',
      headers,
      body: '{}',
    })
    expect([400, 403, 404, 405, 411, 415]).toContain(wrong.status)
    if (wrong.status === 405) expect(wrong.headers.get('allow')).toContain(method.toUpperCase())
    expect(faults).toEqual([])
  })
})

/** The request that an operation's own examples make. */
function documentedRequest(name: string, id: string) {
  const { prefix, operations } = loadRuntime(name)
  const operation = operations.find((candidate) => candidate.id === id)
  if (!operation) throw new Error(`${name} has no operation ${id}`)
  const { request } = operation.http
  const path = Object.entries(examplesOf(request?.path)).reduce(
    (template, [parameter, value]) => template.replace(`{${parameter}}`, encode(value)),
    operation.template.replace('{member}', 'm1'),
  )
  const query = new URLSearchParams()
  for (const [parameter, value] of Object.entries(examplesOf(request?.query?.filter(({ required }) => required)))) {
    for (const item of [value].flat()) query.append(parameter, String(item))
  }
  // Directories are listed, and addresses that only take writes explain themselves, when the query says so.
  if (operation.listVerb) query.set('list', 'true')
  if (id.startsWith('describe')) query.set('help', '1')
  const content = request?.body?.contents?.[0]
  const example = content?.examples?.[0]
  const headers = Object.entries(examplesOf(request?.headers?.filter(({ required }) => required))).map(
    ([header, value]) => [header, String(value)] as const,
  )
  const value = example && 'value' in example ? example.value : undefined
  return {
    method: operation.method.toUpperCase(),
    url: `/${prefix}${path}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      accept: 'application/json',
      ...Object.fromEntries(headers),
      ...(content ? { 'content-type': content.mediaType } : {}),
    },
    body: value === undefined ? undefined : serialize(content?.mediaType, value),
  }
}

function examplesOf(parameters: readonly IHttpParam[] = []) {
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

function encode(value: unknown): string {
  return [value]
    .flat()
    .map((item) => String(item).split('/').map(encodeURIComponent).join('/'))
    .join(',')
}

function serialize(mediaType: string | undefined, value: unknown): string {
  return mediaType === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(value as Record<string, string>).toString()
    : JSON.stringify(value)
}

/** Headers of the seeded credential that may do everything; a token is requested where the credential is a form. */
async function credentials(name: string, session = 'default'): Promise<Record<string, string>> {
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
