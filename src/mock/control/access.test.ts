import { expect, it } from 'vitest'
import { ControlTokenError, startMock } from '../start-mock.ts'

it.each(['0.0.0.0', '::', ''])('CTL-058: does not start on %j without a token', async (host) => {
  await expect(startMock({ interfaces: ['orders'], host })).rejects.toThrow(ControlTokenError)
  await expect(startMock({ interfaces: ['orders'], host, controlToken: '' })).rejects.toThrow(ControlTokenError)
})

it('CTL-058: starts anywhere with one', async () => {
  const mock = await startMock({ interfaces: ['orders'], host: '0.0.0.0', controlToken: 'example-control' })
  const port = new URL(mock.origin).port
  expect((await fetch(`http://127.0.0.1:${port}/_control/interfaces`)).status).toBe(401)
  await mock.close()
})
