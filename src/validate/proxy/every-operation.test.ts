import { expect, it } from 'vitest'
import { advanceUntilAnswered } from '../../mock/advance-clock.fixture.ts'
import { documentedRequest, initOf, targetOf } from '../../mock/documented-request.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { bundled } from '../../workspace/bundled.ts'
import { proxyBefore } from './proxy.fixture.ts'

const names = bundled.interfaces.map(({ name }) => name).filter((name) => name !== 'mock-control')
const mock = openMock()

it.each(names)('every operation of %s passes before the mock, and none breaks its contract', async (name) => {
  const { prefix, operations } = bundled.find(name).contract
  const { proxy, findings, close } = await proxyBefore(name, new URL(`${mock.origin}/${prefix}`))
  const statuses: number[] = []
  for (const operation of operations.values()) {
    const request = documentedRequest(name, operation)
    const session = `proxied-${name}-${operation.id}`
    const gone = new AbortController()
    const init = { ...(await initOf(request, { mock, name, session })), signal: gone.signal }
    const asked = fetch(proxy.origin + targetOf(request).slice(prefix.length + 1), init)
    const response = await advanceUntilAnswered(mock.origin, session, asked)
    statuses.push(response.status)
    if (operation.id === 'streamLogs') await response.body?.getReader().read()
    else await response.arrayBuffer()
    gone.abort()
  }
  await close()
  expect(statuses.filter((status) => status >= 300)).toEqual([])
  expect(findings).toEqual([])
  expect(proxy.tally).toMatchObject({ responses: operations.size, checked: operations.size, violations: 0 })
})
