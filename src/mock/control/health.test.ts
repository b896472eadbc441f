import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startMock } from '../start-mock.ts'

it('answers when the control plane is off, and the control plane itself does not', async () => {
  const mock = await startMock({ interfaces: ['orders'], control: false, host: '0.0.0.0' })
  onTestFinished(() => mock.close())
  // An address that callers can use.
  const { origin } = mock
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const health = await fetch(`${origin}/_control/health`)
  expect([health.status, await health.json()]).toEqual([200, { live: true, ready: true }])
  expect((await fetch(`${origin}/_control/sessions`)).status).toBe(404)
})

it('says on an open connection that the mock is stopping', async () => {
  const mock = await startMock({ interfaces: ['orders'] })
  const socket = connect(Number(new URL(mock.origin).port), '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  // A request under way keeps the connection open while the mock stops.
  socket.write('GET /_control/health HTTP/1.1\r\nHost: loc')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const closed = mock.close()
  socket.write('alhost\r\n\r\n')
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  await once(socket, 'close')
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"live":true,"ready":false\}/)
})
