import { anOrder, callerOf, ordersOf } from '../callers.ts'
import type { Context } from '../session.ts'

/** Values that stand for secrets. None is one; each is sent in a place of its own, and all have the same part. */
export const mark = {
  part: '7c41d9e0',
  path: 'check-path-7c41d9e0',
  query: 'check-query-7c41d9e0',
  header: 'check-header-7c41d9e0',
  user: 'check-user-7c41d9e0',
  body: 'check-body-7c41d9e0',
} as const

/** Any eight characters in a row of one of the values. */
export function partsOfMarks(): string[] {
  return Object.values(mark).flatMap((value) =>
    Array.from({ length: value.length - 7 }, (_, start) => value.slice(start, start + 8)),
  )
}

export type MarkedRequest = typeof mark

/** Sends requests of many kinds that hold these values; says how many. */
export async function sendMarked(t: Context, session: string): Promise<number> {
  const { path, query, header, user, body } = mark
  const token = await anOrder(t)
  const { call } = await ordersOf(t, session)
  const secrets = await callerOf(t, 'secrets', session)
  const basic = `Basic ${Buffer.from(`${user}:${header}`).toString('base64')}`
  const sent = [
    await call(`GET /orders/${path}`),
    await call(`GET /orders/${path}/digital?${query}=${query}`),
    await call(`GET /${path}/orders?limit=${query}`),
    await call(`GET /orders?from=${query}&status=${query}`),
    await call('GET /orders', { headers: { authorization: basic } }),
    await call('GET /orders', { headers: { authorization: `Bearer ${header}`, cookie: `session=${header}` } }),
    await call('GET /orders', { headers: { accept: header, prefer: `example=${header}` } }),
    await call(`PUT /orders/${token}`, { body: JSON.stringify({ status: body }) }),
    await call(`PUT /orders/${token}`, { body: JSON.stringify({ status: 'Pending', [body]: body, metadata: [body] }) }),
    await call(`PUT /orders/${token}`, { body: `{"status": ${body}` }),
    await call(`PUT /orders/${token}`, { body, headers: { 'content-type': header } }),
    await call(`DELETE /orders/${path}`),
    await secrets(`GET /v1/secret/${path}`, { headers: { 'x-svc-token': header } }),
    await secrets(`GET /v1/${path}/foo`, { headers: { 'x-svc-namespace': header } }),
    await secrets(`POST /v1/secret/${path}`, { body: JSON.stringify({ [body]: body }) }),
    await secrets(`POST /v1/auth/userpass/login/${path}`, { body: JSON.stringify({ password: body }) }),
    await secrets(`PUT /v1/kv/data/${path}`, { body: JSON.stringify({ data: body, options: { cas: body } }) }),
  ]
  return sent.length
}
