import { randomUUID } from 'node:crypto'

/** A new cluster, and its operator. */
export function openCluster(origin: string) {
  const session = randomUUID()
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/_control/sessions/${session}/interfaces/kv-cluster${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  return {
    control,
    act: (action: string, input: object) => control('POST', `/actions/${action}`, input),
    get: (path: string, init: RequestInit = {}) =>
      fetch(`${origin}/kv-cluster${path}`, { ...init, headers: { 'x-mock-session': session, ...init.headers } }),
  }
}
