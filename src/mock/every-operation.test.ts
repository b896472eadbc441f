import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listInterfaces, loadRuntime } from '../contract/registry.ts'
import { documentedRequest, fullCredentials, initOf, targetOf } from './documented-request.fixture.ts'
import { hurried } from './hurried.fixture.ts'
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
  it.each(loadRuntime(name).operations.map((operation) => [operation.id, operation] as const))(
    '%s takes the request that its document shows',
    async (id, operation) => {
      const request = documentedRequest(name, operation)
      const session = `example-${name}-${id}`
      const controller = new AbortController()
      const init = { ...(await initOf(request, { mock, name, session })), signal: controller.signal }
      const response = await hurried(mock.origin, session, fetch(mock.origin + targetOf(request), init))
      const isJson = response.headers.get('content-type')?.includes('json') && id !== 'streamLogs'
      const seen = isJson ? await response.clone().text() : ''
      controller.abort()
      expect(faults).toEqual([])
      expect(`${response.status} ${seen}`).toMatch(/^2\d\d /)
    },
  )

  it('refuses broken JSON, an unknown path and a wrong method as its documents say', async () => {
    const { template, method } = loadRuntime(name).operations[0] ?? { template: '/', method: 'get' }
    const path = `/${name}${template.replace(/\{[^}]+\}/g, 'x')}`
    const headers = {
      ...(await fullCredentials(mock, name, 'default')),
      accept: 'application/json',
      'docs-version': '2025.0',
    }
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
