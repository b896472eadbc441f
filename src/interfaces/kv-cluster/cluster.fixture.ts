import { randomUUID } from 'node:crypto'
import parsePrometheus from 'parse-prometheus-text-format'

export const everyMember = ['m1', 'm2', 'm3']

/** A cluster of its own, and its operator. */
export function openCluster(origin: string) {
  const session = randomUUID()
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/kv-cluster${path}`, { ...init, headers: { 'x-mock-session': session, ...init.headers } })
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/_control/sessions/${session}/interfaces/kv-cluster${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const act = (action: string, input: object) => control('POST', `/actions/${action}`, input)
  const version = async (member: string): Promise<{ kvserver: string; kvcluster: string }> =>
    (await get(`/${member}/version`)).json()
  return {
    get,
    control,
    act,
    version,
    versions: async () => (await Promise.all(everyMember.map(version))).map(({ kvserver }) => kvserver),
    clusterVersions: async () => (await Promise.all(everyMember.map(version))).map(({ kvcluster }) => kvcluster),
    health: async (member: string) => (await get(`/${member}/health`)).status,
    leads: async (member: string) => {
      const families = parsePrometheus(await (await get(`/${member}/metrics`)).text())
      return families.find(({ name }) => name === 'kv_server_is_leader')?.metrics[0]?.value
    },
    replace: async (member: string, binary: string) => {
      await act('stop', { member })
      return act('start', { member, version: binary })
    },
  }
}
