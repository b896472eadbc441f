import type { Answer } from '../../../behaviour/definition.ts'
import { changesAnswer, changesBody, on, type Sabotage, type SabotagedRequest, when } from '../../../check/sabotage.ts'
import type { Version } from './cluster.ts'

type Forward = (request: SabotagedRequest) => Promise<Answer>

const members = ['m1', 'm2', 'm3']

/** Limits a sabotage to calls of one member. */
export const of = (member: string, sabotage: Sabotage): Sabotage =>
  when(({ path }) => path.startsWith(`/${member}/`), sabotage)

/** Changes the version answer of one member. */
export const answers = (member: string, change: (version: Version) => Partial<Version>): Sabotage =>
  of(member, on('getVersion', changesBody(change)))

export const says = (member: string, changed: Partial<Version>): Sabotage =>
  answers(member, (version) => ({ ...version, ...changed }))

export const shows = (member: string, change: (text: string) => string): Sabotage =>
  of(member, on('getMetrics', changesBody(change)))

/** Writes another value of the gauge that tells who leads. */
export const leads = (value: string) => (text: string) =>
  text.replace(/^kv_server_is_leader .*$/m, `kv_server_is_leader ${value}`)

/** The binary of every member; undefined for a member that does not answer. */
function binariesOf(request: SabotagedRequest, forward: Forward): Promise<(string | undefined)[]> {
  return Promise.all(
    members.map(async (member) => {
      const { body } = await forward({ ...request, path: `/${member}/version` })
      return (body as Partial<Version> | undefined)?.kvserver
    }),
  )
}

/** Computes the cluster version by another rule than the lowest binary. */
export const clusterVersionIs = (rule: (binaries: string[], own: string) => string): Sabotage =>
  on('getVersion', async (request, forward) => {
    const binaries = await binariesOf(request, forward)
    const known = binaries.filter((binary) => binary !== undefined)
    const change = changesBody((version: Version) => ({ ...version, kvcluster: rule(known, version.kvserver) }))
    return change(request, forward)
  })

/** Never lowers a version that a member has reported. */
export function neverGoesDown(field: keyof Version): Sabotage {
  const highest = new Map<string, string>()
  return on('getVersion', changesAnswer, (answer, { path, headers }) => {
    const version = answer.body as Version
    if (typeof version?.[field] !== 'string') return answer
    const key = `${headers['x-mock-session']} ${path}`
    const known = highest.get(key) ?? ''
    const seen = version[field] > known ? version[field] : known
    highest.set(key, seen)
    return { ...answer, body: { ...version, [field]: seen } }
  })
}

/** Reports cluster version 3.6 from then on, once one member has reported a 3.6 binary. */
export function clusterStaysNew(): Sabotage {
  const upgraded = new Set<string>()
  return on('getVersion', changesAnswer, (answer, { headers }) => {
    const version = answer.body as Version
    const session = headers['x-mock-session'] ?? ''
    if (version.kvserver?.startsWith('3.6')) upgraded.add(session)
    return upgraded.has(session) ? { ...answer, body: { ...version, kvcluster: '3.6.0' } } : answer
  })
}

/** Limits a sabotage to the time while a member is stopped. */
export const whileOneIsStopped =
  (sabotage: Sabotage): Sabotage =>
  async (request, forward) => {
    const binaries = await binariesOf(request, forward)
    return binaries.includes(undefined) ? sabotage(request, forward) : forward(request)
  }
