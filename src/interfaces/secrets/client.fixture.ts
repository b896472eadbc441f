import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { TestClock } from '../../client/test-clock.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { createSecretsClient, type SecretsClientOptions } from './client.ts'

export const token = 'svc.example-full-access'

/** Runs the mock for the tests of the calling file, and opens clients that have a service each. */
export function serveSecrets() {
  const mock = openMock('secrets')
  return (options?: Partial<SecretsClientOptions>) => openService(mock.origin, options)
}

/** A client with its own service, and the requests that it sent. */
function openService(origin: string, options: Partial<SecretsClientOptions> = {}) {
  const session = randomUUID()
  const sent: Request[] = []
  const clock = new TestClock()
  const secrets = createSecretsClient({
    baseUrl: `${origin}/secrets`,
    credentials: { ClientToken: token },
    clock,
    headers: { 'X-Mock-Session': session },
    fetch: (request) => {
      sent.push(request)
      return fetch(request)
    },
    ...options,
  })
  const control = (path: string, method: string, body: unknown) =>
    fetch(`${origin}/_control/sessions/${session}/interfaces/secrets/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => expect(response.ok).toBe(true))
  return {
    secrets,
    sent,
    clock,
    methods: () => sent.map(({ method }) => method),
    set: (conditions: object) => control('conditions', 'PATCH', conditions),
    act: (action: string, input: object) => control(`actions/${action}`, 'POST', input),
  }
}
