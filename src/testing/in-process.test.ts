import { expect, it, vi } from 'vitest'
import type { MockAnswer, MockRequest } from '../mock/types.ts'
import { answerInProcess } from './in-process.ts'

const url = 'http://127.0.0.1:4010/x?a=b'

/** A gateway that gives one answer, and the requests that it received. */
function gatewayOf(answer: Partial<MockAnswer>) {
  const asked: MockRequest[] = []
  const release = vi.fn()
  const handle = async (request: MockRequest) => {
    asked.push(request)
    return { status: 200, headers: {}, body: undefined, release, ...answer }
  }
  return { gateway: { handle }, asked, release }
}

async function* endless() {
  for (;;) yield Buffer.from('line\n')
}

it('asks as a request off a socket would', async () => {
  const { gateway, asked } = gatewayOf({})
  await answerInProcess(gateway, new Request(url, { method: 'PUT', headers: { 'X-Name': 'value' }, body: '' }))
  await answerInProcess(gateway, new Request(url))
  expect(asked[0]).toMatchObject({
    method: 'PUT',
    path: '/x',
    query: 'a=b',
    headers: { host: '127.0.0.1:4010', 'x-name': 'value' },
  })
  expect(asked.map(({ body }) => body)).toEqual([Buffer.from(''), null])
})

it('ends what makes a stream when its reader goes', async () => {
  const { gateway, asked, release } = gatewayOf({ body: endless() })
  const { body } = await answerInProcess(gateway, new Request(url))
  const reader = body?.getReader()
  await reader?.read()
  expect(release).not.toHaveBeenCalled()
  await reader?.cancel()
  expect(release).toHaveBeenCalledOnce()
  expect(asked[0]?.peer.signal.aborted).toBe(true)
})

it('lets go when a stream has ended, and when there was none', async () => {
  const brief = gatewayOf({ body: (async function* () {})() })
  expect(await (await answerInProcess(brief.gateway, new Request(url))).text()).toBe('')
  expect(brief.release).toHaveBeenCalledOnce()
  const whole = gatewayOf({ body: 'text', headers: { 'content-type': 'text/plain' } })
  await answerInProcess(whole.gateway, new Request(url))
  expect(whole.release).toHaveBeenCalledOnce()
})

it('rejects where the connection is dropped, and lets go', async () => {
  const { gateway, release } = gatewayOf({ delivery: 'dropped' })
  await expect(answerInProcess(gateway, new Request(url))).rejects.toThrow(new TypeError('fetch failed'))
  expect(release).toHaveBeenCalledOnce()
})

it('reports a body beyond what the mock takes instead of handing it on', async () => {
  const { gateway, asked } = gatewayOf({ status: 413 })
  await answerInProcess(gateway, new Request(url, { method: 'PUT', body: new Uint8Array(64 * 1024 * 1024 + 1) }))
  expect(asked[0]).toMatchObject({ oversize: true, body: null })
})
