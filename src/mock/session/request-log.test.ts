import { expect, it } from 'vitest'
import { startMock } from '../start-mock.ts'
import type { LoggedRequest } from './request-log.ts'

it('a request that leads to no interface or session is logged, without its path and the name', async () => {
  const logged: LoggedRequest[] = []
  const mock = await startMock({ interfaces: ['orders'], log: (request) => logged.push(request) })
  await fetch(`${mock.origin}/nothing/at-all`)
  await fetch(`${mock.origin}/orders/api/orders`, { headers: { 'x-mock-session': 'two words' } })
  await mock.close()
  const nowhere = { interface: null, operation: null, path: '/…', query: [], rules: [], faults: [], warnings: [] }
  const request = { ...nowhere, when: expect.stringMatching(/^\d{4}-/), method: 'GET', milliseconds: 0 }
  expect(logged).toEqual([
    { ...request, session: 'default', status: 404, reason: 'There is nothing at this path.' },
    { ...request, session: '…', status: 400, reason: expect.stringMatching(/^(?!.*two).*1 to 128/) },
  ])
})
