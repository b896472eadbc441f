/** An order that the mock starts with. */
export const token = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
const credentials = { authorization: 'Basic b3JkZXJzLmV4YW1wbGUta2V5Og==', accept: 'application/json' }

export const inSession = (session: string) => ({ headers: { ...credentials, 'x-mock-session': session } })
export const order = (origin: string, session: string) =>
  fetch(`${origin}/orders/api/orders/${token}`, inSession(session))
export const update = (origin: string, session: string, body: object) =>
  fetch(`${origin}/orders/api/orders/${token}`, {
    method: 'PUT',
    headers: { ...inSession(session).headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A call of the control plane about a session. */
export async function control(origin: string, method: string, path: string, body?: object) {
  const response = await fetch(`${origin}/_control/sessions/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
