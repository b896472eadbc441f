import type { Session } from './session.ts'

/** Values in the place of secrets. Each is sent in another part of a request. */
export const mark = {
  path: 'check-path-7c41d9e0',
  query: 'check-query-7c41d9e0',
  header: 'check-header-7c41d9e0',
  user: 'check-user-7c41d9e0',
  body: 'check-body-7c41d9e0',
} as const

/** Every run of eight characters of the values. */
export function partsOfMarks(): string[] {
  return Object.values(mark).flatMap((value) =>
    Array.from({ length: value.length - 7 }, (_, start) => value.slice(start, start + 8)),
  )
}

/** Sends requests of many kinds with these values, and returns their number. */
export async function sendMarked(s: Session): Promise<number> {
  const { path, query, header, user, body } = mark
  const update = `PUT /orders/${await s.anOrder()}`
  const json = (value: unknown) => ({ body: JSON.stringify(value) })
  const basic = `Basic ${Buffer.from(`${user}:${header}`).toString('base64')}`
  const sent: [string, string, Parameters<Session['ask']>[2]?][] = [
    ['orders', `GET /orders/${path}`],
    ['orders', `GET /orders/${path}/digital?${query}=${query}`],
    ['orders', `GET /${path}/orders?limit=${query}`],
    ['orders', `GET /orders?from=${query}&status=${query}`],
    ['orders', 'GET /orders', { headers: { authorization: basic } }],
    ['orders', 'GET /orders', { headers: { authorization: `Bearer ${header}`, cookie: `session=${header}` } }],
    ['orders', 'GET /orders', { headers: { accept: header, prefer: `example=${header}` } }],
    ['orders', update, json({ status: body })],
    ['orders', update, json({ status: 'Pending', [body]: body, metadata: [body] })],
    ['orders', update, { body: `{"status": ${body}` }],
    ['orders', update, { body, headers: { 'content-type': header } }],
    ['orders', `DELETE /orders/${path}`],
    ['secrets', `GET /v1/secret/${path}`, { headers: { 'x-svc-token': header } }],
    ['secrets', `GET /v1/${path}/foo`, { headers: { 'x-svc-namespace': header } }],
    ['secrets', `POST /v1/secret/${path}`, json({ [body]: body })],
    ['secrets', `POST /v1/auth/userpass/login/${path}`, json({ password: body })],
    ['secrets', `PUT /v1/kv/data/${path}`, json({ data: body, options: { cas: body } })],
  ]
  for (const request of sent) await s.ask(...request)
  return sent.length
}
