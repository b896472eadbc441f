import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { type RunningProxy, startProxy } from './proxy.ts'
import { sendBytes, startRawUpstream, statusesIn } from './raw-upstream.fixture.ts'
import { smugglings } from './smuggling.fixture.ts'

let upstream: Awaited<ReturnType<typeof startRawUpstream>>
let proxy: RunningProxy

beforeAll(async () => {
  upstream = await startRawUpstream()
  proxy = await startProxy({ interface: bundled.find('orders'), upstream: upstream.url, onFinding: () => {} })
})
afterAll(async () => {
  await proxy.close()
  upstream.close()
})

it.each(smugglings)('$title: one in, one out', async ({ bytes, requests, body }) => {
  upstream.forget()
  const before = proxy.tally.responses
  const statuses = statusesIn(await sendBytes(proxy.origin, bytes))
  const sent = upstream.requests()
  expect(sent.map((request) => request.body)).toEqual(Array.from({ length: requests }, () => body))
  expect(sent.filter(({ line }) => line.includes('smuggled'))).toEqual([])
  expect(statuses.filter((status) => status === 200)).toHaveLength(requests)
  // The report counts every request that reaches the upstream.
  expect(proxy.tally.responses - before).toBeGreaterThanOrEqual(requests)
  const forbidden = /^(connection: (?!keep-alive|close)|upgrade|te|trailer|expect|keep-alive|proxy-|http2-settings)/i
  const fields = sent.flatMap(({ headers }) => headers.map(([name, value]) => `${name}: ${value}`))
  expect(fields.filter((field) => forbidden.test(field))).toEqual([])
})
