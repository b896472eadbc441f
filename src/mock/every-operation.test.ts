import { describe, expect, it } from 'vitest'
import { bundled } from '../workspace/bundled.ts'
import { advanceUntilAnswered } from './advance-clock.fixture.ts'
import { documentedRequests, initOf, targetOf } from './documented-request.fixture.ts'
import { openMock } from './open-mock.fixture.ts'

const names = bundled.interfaces.map(({ name }) => name)
const mock = openMock()

/** Creates a session with the first snapshot and fault, which the examples of an operation refer to. */
async function prepareSession(name: string): Promise<void> {
  if (name !== 'mock-control') return
  const session = `${mock.origin}/_control/sessions/checkout-test-7`
  const post = (path: string, body: object) =>
    fetch(`${session}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await fetch(session, { method: 'DELETE' })
  await post('snapshots', {})
  await post('faults', { interface: 'orders', kind: 'status', status: 503 })
}

describe.each(names)('%s', (name) => {
  const requests = [...bundled.find(name).contract.operations.values()].flatMap((operation) =>
    documentedRequests(name, operation).map(([shown, request]) => [operation.id, shown, operation, request] as const),
  )

  it.each(requests)('%s accepts the examples of its document: %s', async (id, shown, { responses }, request) => {
    const session = `${id}-${shown}`.replaceAll(/\W/g, '-').slice(0, 64)
    await prepareSession(name)
    const controller = new AbortController()
    const init = { ...(await initOf(request, { mock, name, session })), signal: controller.signal }
    const response = await advanceUntilAnswered(mock.origin, session, fetch(mock.origin + targetOf(request), init))
    const seen = response.ok ? '' : await response.text()
    controller.abort()
    expect(`${response.status} ${seen}`).toMatch(/^2\d\d $/)
    expect([...responses.keys()]).toContain(String(response.status))
  })
})
