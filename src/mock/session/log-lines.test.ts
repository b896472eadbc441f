import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { WriteStream } from 'node:tty'
import { expect, it } from 'vitest'
import { createRequestLog } from './log-lines.ts'
import type { LoggedRequest } from './request-log.ts'

const request: LoggedRequest = {
  when: '2031-01-01T12:34:56.789Z',
  session: 'checkout',
  interface: 'orders',
  operation: 'getOrder',
  method: 'GET',
  path: '/api/orders/{token}',
  query: ['limit'],
  status: 404,
  milliseconds: 1.234,
  reason: 'There is no order \u001b[31m….',
  rules: ['ORD-007'],
  faults: ['3'],
  warnings: ["The query parameter '…' is not documented."],
}

async function logged(requests: LoggedRequest[], options: Parameters<typeof createRequestLog>[1]): Promise<string> {
  const stream = new PassThrough()
  const log = createRequestLog(stream, options)
  for (const one of requests) log(one)
  await setImmediate()
  return String(stream.read() ?? '')
}

it('writes one line a request, and a line for each warning', async () => {
  expect(await logged([request], { form: 'text' })).toBe(
    '12:34:56.789 checkout GET /orders/api/orders/{token} 404 1.2 ms fault 3 There is no order \\u001b[31m…. (ORD-007)\n' +
      "  warning The query parameter '…' is not documented.\n",
  )
})

it('shows operation and parameters with --verbose, and says little of a path that leads nowhere', async () => {
  const lost = {
    ...request,
    interface: null,
    operation: null,
    path: '/…',
    status: null,
    reason: null,
    rules: [],
    faults: [],
    warnings: [],
    query: [],
  }
  expect(await logged([{ ...request, reason: null, warnings: [] }, lost], { form: 'text', verbose: true })).toBe(
    '12:34:56.789 checkout GET /orders/api/orders/{token} 404 1.2 ms fault 3 (ORD-007)\n' +
      '  operation getOrder\n  query limit\n' +
      '12:34:56.789 checkout GET /… dropped 1.2 ms\n',
  )
})

it('writes one object a line for a collector', async () => {
  const lines = (await logged([request, request], { form: 'json' })).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([request, request])
})

it('does not wait for a slow reader, and tells it what it has missed', async () => {
  const stream = new PassThrough({ highWaterMark: 10 })
  const log = createRequestLog(stream, { form: 'json' })
  log(request)
  await setImmediate()
  expect(stream.writableNeedDrain).toBe(true)
  for (let missed = 0; missed < 5; missed++) log(request)
  stream.read()
  await setImmediate()
  log(request)
  await setImmediate()
  expect(JSON.parse(String(stream.read()).split('\n')[0] ?? '')).toEqual({ missed: 5 })
})

it('colours lines on a terminal, unless NO_COLOR is set', async () => {
  // A stream of a terminal asks the environment how many colours there are.
  const { getColorDepth } = WriteStream.prototype
  const depthWith = (env: object) => () => getColorDepth.call(undefined, env)
  for (const [env, expected] of [
    [{ TERM: 'xterm' }, '\u001b[33m404\u001b[39m'],
    [{ TERM: 'xterm', NO_COLOR: '1' }, ' 404 '],
  ] as const) {
    const stream = Object.assign(new PassThrough(), { isTTY: true, getColorDepth: depthWith(env) })
    createRequestLog(stream, { form: 'text' })(request)
    await setImmediate()
    expect(String(stream.read())).toContain(expected)
  }
})
