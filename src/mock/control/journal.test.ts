import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'

let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps()
})
afterEach(() => expect(mock.faults.splice(0)).toEqual([]))
afterAll(() => mock.close())

const journal = async (session: string) => (await mock.control('GET', `/sessions/${session}/journal`)).body.requests

it('ends the stream of a follower when the mock stops', async () => {
  const stopping = await startLamps()
  const response = await fetch(`${stopping.origin}/_control/sessions/a/journal?follow=true`)
  await stopping.lamps('a', 'GET', '/lamps/hall')
  const started = performance.now()
  const text = response.text()
  await stopping.close()
  expect(await text).toMatch(/^: .*\n\nevent: request\ndata: \{"when":.*\}\n\n$/)
  expect(performance.now() - started).toBeLessThan(1000)
  expect(stopping.faults).toEqual([])
})

/** Nothing here is one; each is sent in its own place, and is to be found in none. */
const secret = (place: string) => `svc.example-${place}-9d41c7`

it('holds no value that a caller sent, and neither does the log', async () => {
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    fetch(`${mock.origin}/lamps/v1${path}`, {
      method,
      headers: { 'x-mock-session': 'f', ...headers },
      body: body ?? null,
    })
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  await send('GET', `/lamps/hall?room=${secret('query')}`, { authorization: `Bearer ${secret('bearer')}` })
  await send('GET', `/lamps/${secret('path')}?${secret('name')}=1`, { 'x-svc-token': secret('header') })
  await send('GET', `/auth/${secret('elsewhere')}/login`, { cookie: `session=${secret('cookie')}` })
  await send('GET', '/lamps/hall', { authorization: basic(`${secret('user')}:${secret('password')}`) })
  await send('GET', '/lamps/hall', { prefer: `example=${secret('prefer')}`, accept: secret('accept') })
  await send('POST', `/login/${secret('login')}`, form, `client_secret=${secret('form')}`)
  await send('POST', `/login/x`, { 'content-type': secret('type') }, secret('text'))
  await send('PUT', '/lamps/hall', json, JSON.stringify({ lit: secret('json') }))
  await send('PUT', '/lamps/hall', json, JSON.stringify({ [secret('member')]: 1 }))
  await send('PUT', '/lamps/hall', json, `{"lit": ${secret('broken')}`)
  await send('PUT', '/lamps/hall', json, `{"lit": true, "note": "${secret('kept')}"}`)
  await send('DELETE', `/lamps/${secret('method')}`, {})
  // What a behaviour throws may repeat the request too, whole or in part.
  await send('POST', '/breakage', json, JSON.stringify({ note: secret('thrown') }))
  await send('POST', '/breakage', json, JSON.stringify([secret('thrown'), 1234567890]))
  await mock.control('PUT', `/sessions/f/interfaces/lamps/records/lamps/${secret('key')}`, { lit: true })
  const socket = connect(mock.port, '127.0.0.1')
  await new Promise((resolve) => socket.once('data', resolve).write(`GET /${secret('raw')} HTTP/9\r\n\r\n`))
  socket.destroy()

  const entries = await journal('f')
  expect(entries).toHaveLength(14)
  const log = mock.faults.splice(0)
  expect(log.slice(0, -2)).toEqual([])
  expect(log[0]).toMatch(/^lamps: breakLamps: Error: cannot break \{"note":"…"\}\n +at /)
  const kept = JSON.stringify([entries, log])
  expect(kept).not.toContain('9d41c7')
  expect(kept).not.toContain('svc.exa')
  expect(kept).not.toContain('1234567890')
  expect(kept).not.toContain(Buffer.from(secret('user')).toString('base64').slice(0, 12))
})
