import { randomUUID } from 'node:crypto'
import { credentials } from './seed.ts'

export const formOf = (role: string) => credentials.find((credential) => credential.role === role)?.form ?? {}

/** A provider of its own: its tokens and its time are no other test's. */
export function openProvider(origin: string) {
  const session = randomUUID()
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${origin}/oauth-token${path}`, {
      method: 'POST',
      body,
      headers: { 'x-mock-session': session, ...headers },
    })
  const request = (form: Record<string, string> | string[][], realm = 'merchants') =>
    post(`/realms/${realm}/protocol/openid-connect/token`, new URLSearchParams(form))
  return {
    post,
    request,
    issue: async (role = 'sandbox'): Promise<string> => (await (await request(formOf(role))).json()).access_token,
    call: (token: string, environment = 'sandbox', endpoint = 'transactions') =>
      post(`/payments/${environment}/${endpoint}`, '{"amount":1250}', {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }),
    control: (method: string, path: string, body: unknown) =>
      fetch(`${origin}/_control/sessions/${session}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}
