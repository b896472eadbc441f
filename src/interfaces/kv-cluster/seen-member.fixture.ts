import parsePrometheus from 'parse-prometheus-text-format'

/** Everything that a member reports; undefined for a member that does not answer. */
export type MemberSnapshot =
  | { server: string; cluster: string; leads: boolean; healthy: boolean; peers: number }
  | undefined

export async function seeMember(get: (path: string) => Promise<Response>, name: string): Promise<MemberSnapshot> {
  const [version, metrics, health] = await Promise.allSettled(
    ['version', 'metrics', 'health'].map((path) => get(`/${name}/${path}`)),
  )
  if (version?.status !== 'fulfilled' || metrics?.status !== 'fulfilled' || health?.status !== 'fulfilled') {
    if ([version, metrics, health].some((asked) => asked?.status === 'fulfilled'))
      throw new Error(`${name} half answers`)
    return undefined
  }
  const { kvserver: server, kvcluster: cluster } = await version.value.json()
  const families = parsePrometheus(await metrics.value.text())
  const samples = (wanted: string) => families.find((family) => family.name === wanted)?.metrics ?? []
  const { health: says } = await health.value.json()
  if ((says === 'true') !== (health.value.status === 200)) throw new Error(`${name} contradicts its status`)
  return {
    server,
    cluster,
    leads: samples('kv_server_is_leader')[0]?.value === '1',
    healthy: says === 'true',
    peers: samples('kv_network_known_peers').length,
  }
}
