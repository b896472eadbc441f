import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { AttemptInput, Needs } from '../../../check/check.ts'
import { addressOf, type Context, type Head, type Role } from './context.ts'
import { openLog, silence, speaking } from './log-stream.ts'

export interface Endpoint {
  operation: keyof operations & string
  rules: { mediaType: string; permission: string; mode: string }
  produces: 'application/json' | 'application/octet-stream' | 'text/plain' | 'nothing'
  permission: Exclude<Role, 'management' | 'no-rights'> | 'none'
  appliesTo: 'servers' | 'clients' | 'any'
  /** Its input, which changes nothing or sets a value that is already set. */
  input?(t: Context): Promise<AttemptInput>
  /** Set if the answer is a stream, or comes after a recording. */
  answers?: 'as a stream' | 'after a recording'
  changes?: true
  /** The gap that makes success with this input uncertain. */
  uncertain?: string
}

/** A name that no member has, so that no member is made to leave. */
export const nobody = 'nobody.of-this-pool'

export const goroutine = { path: { profile: 'goroutine' } }

const json = 'application/json'
const bytes = 'application/octet-stream'

export const endpoints: readonly Endpoint[] = [
  row('listMembers', ['AGT-053', 'AGT-054', 'AGT-055'], json, 'node-read', 'servers'),
  row('listServers', ['AGT-056', 'AGT-057', 'AGT-058'], json, 'agent-read', 'clients'),
  row('replaceServers', ['AGT-059', 'AGT-060', 'AGT-061'], 'nothing', 'agent-write', 'clients', {
    input: async (t) => ({ query: { address: await knownServers(t) } }),
    changes: true,
  }),
  row('getSelf', ['AGT-062', 'AGT-063', 'AGT-064'], json, 'agent-read', 'any'),
  row('joinCluster', ['AGT-065', 'AGT-066', 'AGT-067'], json, 'none', 'servers', {
    input: async (t) => ({ query: { address: [await addressOfAliveMember(t)] } }),
    changes: true,
  }),
  row('forceLeaveMember', ['AGT-068', 'AGT-069', 'AGT-070'], json, 'agent-write', 'servers', {
    input: async () => ({ query: { node: nobody } }),
    changes: true,
    uncertain: 'AGT-G10',
  }),
  row('getHealth', ['AGT-071', 'AGT-072', 'AGT-073'], json, 'none', 'any'),
  row('getHost', ['AGT-074', 'AGT-075', 'AGT-076'], json, 'agent-read', 'any'),
  row('streamLogs', ['AGT-077', 'AGT-078', 'AGT-079'], json, 'agent-read', 'any', { answers: 'as a stream' }),
  row('getPprofCmdline', ['AGT-080', 'AGT-081', 'AGT-082'], 'text/plain', 'agent-write', 'any', profile({})),
  row('getPprofProfile', ['AGT-083', 'AGT-084', 'AGT-085'], bytes, 'agent-write', 'any', recording()),
  row('getPprofTrace', ['AGT-086', 'AGT-087', 'AGT-088'], bytes, 'agent-write', 'any', recording()),
  row('getPprofNamed', ['AGT-089', 'AGT-090', 'AGT-091'], bytes, 'agent-write', 'any', profile(goroutine)),
  row('listSchedulers', ['AGT-092', 'AGT-093', 'AGT-094'], json, 'agent-read', 'servers'),
  row('getSchedulerConfig', ['AGT-095', 'AGT-096', 'AGT-097'], json, 'agent-read', 'servers'),
  row('updateSchedulerConfig', ['AGT-098', 'AGT-099', 'AGT-100'], json, 'agent-write', 'servers', {
    input: async (t) => ({ body: (await t.call('getSchedulerConfig')).body }),
    changes: true,
  }),
]

/** Calls an endpoint. Of a stream, only the beginning is read. */
export async function ask(t: Context, { operation, answers }: Endpoint, input: AttemptInput): Promise<Head> {
  if (answers === 'after a recording') return t.overTime(t.attempt(operation, input))
  if (answers !== 'as a stream') {
    const reply = await t.attempt(operation, input)
    return operation === 'getHealth' ? whileHealthy(t, reply) : reply
  }
  const query = { ...speaking, ...input.query }
  const { status, headers, close } = (await openLog(t, { ...input, query })) ?? t.inconclusive(silence)
  close()
  return { status, headers, text: '', body: undefined }
}

/** The health of an agent that is not healthy has no report (AGT-121). */
export function whileHealthy<R extends Pick<Head, 'status'>>(t: Context, reply: R): R {
  return reply.status === 500 ? t.inconclusive('the agent answers its health with 500: it is unhealthy') : reply
}

export async function inputOf(t: Context, { input }: Endpoint): Promise<AttemptInput> {
  return (await input?.(t)) ?? {}
}

export async function inputFor(t: Context, operation: Endpoint['operation']): Promise<AttemptInput> {
  const endpoint = endpoints.find((one) => one.operation === operation)
  return endpoint ? inputOf(t, endpoint) : {}
}

/** Like `inputOf`, but success is certain: the input names a failed member, which can be made to leave. */
export async function certainInputOf(t: Context, endpoint: Endpoint): Promise<AttemptInput> {
  return endpoint.uncertain ? { query: { node: t.resource('failed member') } } : inputOf(t, endpoint)
}

export function certainNeedsOf(endpoint: Endpoint): Needs {
  return endpoint.uncertain ? { resources: ['server mode', 'failed member'], changes: 'lasting' } : needsOf(endpoint)
}

/** The needs of a successful call of an endpoint. */
export function needsOf({ appliesTo, changes }: Endpoint): Needs {
  const modes = { servers: ['server mode'], clients: ['client mode'], any: [] }
  return { resources: modes[appliesTo], ...(changes ? { changes: 'reversible' } : {}) }
}

/** The needs of checks that go through the whole table. */
export const needsOfAll = { resources: ['server mode', 'client mode'], changes: 'reversible' } as const satisfies Needs

/** A row, with its rules of the media type, the permission and the mode. */
function row(
  operation: Endpoint['operation'],
  [mediaType, permissionRule, mode]: readonly [string, string, string],
  produces: Endpoint['produces'],
  permission: Endpoint['permission'],
  appliesTo: Endpoint['appliesTo'],
  more: Pick<Endpoint, 'input' | 'answers' | 'changes' | 'uncertain'> = {},
): Endpoint {
  const rules = { mediaType, permission: permissionRule, mode }
  return { operation, rules, produces, permission, appliesTo, ...more }
}

function recording(): Pick<Endpoint, 'input' | 'answers'> {
  return { ...profile({ query: { seconds: 1 } }), answers: 'after a recording' }
}

/** Profiles are available if ACLs are on or `enable_debug` is true (AGT-148 to AGT-151). Otherwise the check can see nothing of them. */
function profile(input: AttemptInput): Pick<Endpoint, 'input'> {
  return {
    async input(t) {
      await assureProfiles(t)
      return input
    },
  }
}

export async function assureProfiles(t: Context): Promise<void> {
  const { status, body } = await t.attempt('getSelf', { as: null })
  if (status < 300 && body.config.EnableDebug !== true)
    t.inconclusive('the agent has no profiles: its ACLs are off, and enable_debug is not true')
}

async function knownServers(t: Context): Promise<string[]> {
  const { body } = await t.call('listServers')
  if (!Array.isArray(body) || body.length === 0) return t.inconclusive('the agent knows no servers')
  return body
}

async function addressOfAliveMember(t: Context): Promise<string> {
  const { body } = await t.call('listMembers')
  const alive = body.Members.find(({ Status }) => Status === 'alive')
  return alive ? addressOf(alive) : t.inconclusive('no member is alive')
}
