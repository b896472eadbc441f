import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { AttemptInput, Needs } from '../../../check/check.ts'
import type { Context, Head } from './context.ts'
import { openLog, silence } from './log-stream.ts'
import { addressOf } from './members.ts'
import type { Role } from './tokens.ts'

/** A row of the endpoint table. */
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
const nobody = 'nobody.of-this-pool'

export const endpoints: readonly Endpoint[] = [
  row('listMembers', 53, 'application/json', 'node-read', 'servers'),
  row('listServers', 56, 'application/json', 'agent-read', 'clients'),
  {
    ...row('replaceServers', 59, 'nothing', 'agent-write', 'clients'),
    input: async (t) => ({ query: { address: await knownServers(t) } }),
    changes: true,
  },
  row('getSelf', 62, 'application/json', 'agent-read', 'any'),
  {
    ...row('joinCluster', 65, 'application/json', 'none', 'servers'),
    input: async (t) => ({ query: { address: [await addressOfAliveMember(t)] } }),
    changes: true,
  },
  {
    ...row('forceLeaveMember', 68, 'application/json', 'agent-write', 'servers'),
    input: async () => ({ query: { node: nobody } }),
    changes: true,
    uncertain: 'AGT-G10',
  },
  row('getHealth', 71, 'application/json', 'none', 'any'),
  row('getHost', 74, 'application/json', 'agent-read', 'any'),
  { ...row('streamLogs', 77, 'application/json', 'agent-read', 'any'), answers: 'as a stream' },
  { ...row('getPprofCmdline', 80, 'text/plain', 'agent-write', 'any'), input: profile({}) },
  { ...row('getPprofProfile', 83, 'application/octet-stream', 'agent-write', 'any'), ...recording() },
  { ...row('getPprofTrace', 86, 'application/octet-stream', 'agent-write', 'any'), ...recording() },
  {
    ...row('getPprofNamed', 89, 'application/octet-stream', 'agent-write', 'any'),
    input: profile({ path: { profile: 'goroutine' } }),
  },
  row('listSchedulers', 92, 'application/json', 'agent-read', 'servers'),
  row('getSchedulerConfig', 95, 'application/json', 'agent-read', 'servers'),
  {
    ...row('updateSchedulerConfig', 98, 'application/json', 'agent-write', 'servers'),
    input: async (t) => ({ body: (await t.call('getSchedulerConfig')).body }),
    changes: true,
  },
]

/** Calls an endpoint. Of a stream, only the beginning is read. */
export async function ask(t: Context, { operation, answers }: Endpoint, input: AttemptInput): Promise<Head> {
  if (answers === 'after a recording') return t.overTime(t.attempt(operation, input))
  if (answers !== 'as a stream') return t.attempt(operation, input)
  const { status, headers, close } = (await openLog(t, input)) ?? t.inconclusive(silence)
  close()
  return { status, headers, text: '', body: undefined }
}

export async function inputOf(t: Context, { input }: Endpoint): Promise<AttemptInput> {
  return (await input?.(t)) ?? {}
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

/** The rules of each row: the media type, the permission and the mode. */
function row(
  operation: Endpoint['operation'],
  first: number,
  produces: Endpoint['produces'],
  permission: Endpoint['permission'],
  appliesTo: Endpoint['appliesTo'],
): Endpoint {
  const rule = (number: number) => `AGT-${String(number).padStart(3, '0')}`
  const rules = { mediaType: rule(first), permission: rule(first + 1), mode: rule(first + 2) }
  return { operation, rules, produces, permission, appliesTo }
}

function recording(): Pick<Endpoint, 'input' | 'answers'> {
  return { input: profile({ query: { seconds: 1 } }), answers: 'after a recording' }
}

/** Profiles are available if ACLs are on or `enable_debug` is true (AGT-148 to AGT-151). Otherwise the check can see nothing of them. */
function profile(input: AttemptInput): NonNullable<Endpoint['input']> {
  return async (t) => {
    await assureProfiles(t)
    return input
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
