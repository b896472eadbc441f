import type { Answer } from '../../../behaviour/definition.ts'
import { changesAnswer, changesBody, on, type Sabotage, type SabotagedRequest, when } from '../../../check/sabotage.ts'
import type { Version } from './cluster.ts'

type Forward = (request: SabotagedRequest) => Promise<Answer>

const members = ['m1', 'm2', 'm3']

/** Calls of one member. */
export const of = (member: string, sabotage: Sabotage): Sabotage =>
  when(({ path }) => path.startsWith(`/${member}/`), sabotage)

/** A member tells other versions of itself or its cluster. */
export const says = (member: string, changed: Partial<Version>): Sabotage =>
  of(
    member,
    on('getVersion', changesBody, (version: Version) => ({ ...version, ...changed })),
  )

/** The metrics of a member read otherwise. */
export const shows = (member: string, change: (text: string) => string): Sabotage =>
  of(member, on('getMetrics', changesBody(change)))

/** What every member runs; undefined for one that does not answer. */
function binariesOf(request: SabotagedRequest, forward: Forward): Promise<(string | undefined)[]> {
  return Promise.all(
    members.map(async (member) => {
      const { body } = await forward({ ...request, path: `/${member}/version` })
      return (body as Partial<Version> | undefined)?.kvserver
    }),
  )
}

/** The cluster version follows the binaries of the members by another rule than the lowest. */
export const clusterVersionIs = (rule: (binaries: string[], own: string) => string): Sabotage =>
  on('getVersion', async (request, forward) => {
    const binaries = await binariesOf(request, forward)
    const known = binaries.filter((binary) => binary !== undefined)
    const change = changesBody((version: Version) => ({ ...version, kvcluster: rule(known, version.kvserver) }))
    return change(request, forward)
  })

/** What a member once said of a version, it goes on to say when it is lower. */
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

/** The cluster is of the new version for good, as soon as one member was. */
export function clusterStaysNew(): Sabotage {
  const upgraded = new Set<string>()
  return on('getVersion', changesAnswer, (answer, { headers }) => {
    const version = answer.body as Version
    const session = headers['x-mock-session'] ?? ''
    if (version.kvserver?.startsWith('3.6')) upgraded.add(session)
    return upgraded.has(session) ? { ...answer, body: { ...version, kvcluster: '3.6.0' } } : answer
  })
}

/** What happens only while one of the members is stopped. */
export const whileOneIsStopped =
  (sabotage: Sabotage): Sabotage =>
  async (request, forward) => {
    const binaries = await binariesOf(request, forward)
    return binaries.includes(undefined) ? sabotage(request, forward) : forward(request)
  }
