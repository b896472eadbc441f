import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { token as order } from '../../src/mock/storage/valkey/order-calls.fixture.ts'
import { readDockerfile, readModel, startServices, whyNoServices } from './compose.fixture.ts'
import { install, keptFolder } from './installed.fixture.ts'

const token = 'token-of-the-test'
const library = keptFolder('compose-library')
const reason =
  whyNoServices() ??
  ((await install(library, readDockerfile(readModel(token).services['many-1'] ?? {}).library)) || undefined)

describe.skipIf(reason !== undefined)(`compose.yaml${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  /** Starts the services of a profile, and waits until these mocks are healthy and answer through the published port. */
  async function start(profile: string, control: string, port: number, ...mocks: string[]) {
    const sources = {
      'dist/package': inject('packed').built,
      '/library/node_modules': join(library, 'node_modules'),
    }
    const running = await startServices(readModel(control), profile, sources)
    onTestFinished(() => running.stop())
    const isReady = () =>
      mocks.every(running.isHealthy) && running.ask(`http://127.0.0.1:${port}/_control/health`).status === 200
    for (let waited = 0; !isReady(); waited++) {
      if (waited > 50) throw new Error(`not healthy: ${running.log()}`)
      await sleep(200)
    }
    return running
  }
  const bearer = ['-H', `Authorization: Bearer ${token}`]

  it('control: has a control plane for who sends the token', async () => {
    const { ask } = await start('control', token, 4011, 'controlled-mock')
    const sessions = 'http://127.0.0.1:4011/_control/sessions'
    expect(ask(sessions).status).toBe(401)
    expect(ask(sessions, '-H', 'Authorization: Bearer other').status).toBe(401)
    expect(ask(sessions, ...bearer)).toEqual({ status: 200, body: '{"sessions":[]}' })
  })

  it('control: has no control plane without a token', async () => {
    const { ask } = await start('control', '', 4011, 'controlled-mock')
    expect(ask('http://127.0.0.1:4011/_control/sessions').status).toBe(404)
    expect(ask('http://127.0.0.1:4011/_control/sessions', '-H', 'Authorization: Bearer ').status).toBe(404)
    expect(ask('http://127.0.0.1:4011/orders/api/orders').status).toBe(401)
  })

  it('many: two mocks behind one port share a session', async () => {
    const { ask } = await start('many', token, 4012, 'many-1', 'many-2')
    const url = `http://127.0.0.1:4012/orders/api/orders/${order}`
    const headers = ['-u', 'orders.example-key:', '-H', 'Accept: application/json', '-H', 'X-Mock-Session: shared']
    for (const number of ['T-1', 'T-2', 'T-3']) {
      const body = JSON.stringify({ status: 'InProgress', trackingNumber: number })
      const update = ['-X', 'PUT', '-H', 'Content-Type: application/json', '-d', body]
      expect(ask(url, ...headers, ...update).status).toBe(200)
      for (const host of ['127.0.0.1:4012', 'many-1:4010', 'many-2:4010']) {
        const { body } = ask(url.replace('127.0.0.1:4012', host), ...headers)
        expect(JSON.parse(body).trackingNumber, host).toBe(number)
      }
    }
    expect(ask('http://127.0.0.1:4012/_control/sessions').status).toBe(401)
    expect(JSON.parse(ask('http://127.0.0.1:4012/_control/sessions', ...bearer).body).sessions).toHaveLength(1)
  })
})
