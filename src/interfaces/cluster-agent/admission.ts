import type { operations } from '../../../generated/cluster-agent/types.ts'
import type { CredentialFault } from '../../behaviour/credential-fault.ts'
import type { Admission, AdmissionContext, IncomingRequest } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Conditions } from './conditions.ts'
import { type AclToken, type Permission, tokensIn } from './state.ts'

interface Requirement {
  permission: Permission
  rule: string
}

const requirements: Record<keyof operations, Requirement | undefined> = {
  listMembers: { permission: 'node:read', rule: 'AGT-054' },
  listServers: { permission: 'agent:read', rule: 'AGT-057' },
  replaceServers: { permission: 'agent:write', rule: 'AGT-060' },
  getSelf: { permission: 'agent:read', rule: 'AGT-063' },
  joinCluster: undefined, // AGT-006, AGT-066
  forceLeaveMember: { permission: 'agent:write', rule: 'AGT-069' },
  getHealth: undefined, // AGT-006, AGT-072
  getHost: { permission: 'agent:read', rule: 'AGT-075' },
  streamLogs: { permission: 'agent:read', rule: 'AGT-078' },
  getPprofCmdline: { permission: 'agent:write', rule: 'AGT-081' },
  getPprofProfile: { permission: 'agent:write', rule: 'AGT-084' },
  getPprofTrace: { permission: 'agent:write', rule: 'AGT-087' },
  getPprofNamed: { permission: 'agent:write', rule: 'AGT-090' },
  listSchedulers: { permission: 'agent:read', rule: 'AGT-093' },
  getSchedulerConfig: { permission: 'agent:read', rule: 'AGT-096' },
  updateSchedulerConfig: { permission: 'agent:write', rule: 'AGT-099' },
}

/** If ACLs are on, the token in `X-Cluster-Token` must grant the operation's permission (AGT-005, AGT-007; gaps AGT-G32, AGT-G33). */
export async function admit(
  { headers }: IncomingRequest,
  { operation, store, conditions }: AdmissionContext<Conditions>,
): Promise<Admission<undefined>> {
  const requirement = requirementOf(operation)
  if (!requirement || !conditions.aclsEnabled) return { caller: undefined }
  const secret = headers['x-cluster-token']
  const token = secret ? await tokensIn(store).get(secret) : undefined
  if (token && grants(token.permissions, requirement.permission)) return { caller: undefined }
  const detail = secret && !token ? 'ACL token not found' : 'Permission denied'
  return new Refusal('forbidden', detail, {
    rules: ['AGT-005', requirement.rule],
    credentials: faultOf(secret, token, requirement),
  })
}

function faultOf(
  secret: string | undefined,
  token: AclToken | undefined,
  { permission }: Requirement,
): CredentialFault {
  if (!secret) return { fault: 'missing', expected: 'a token in X-Cluster-Token' }
  return token
    ? { fault: 'lacking', credential: 'token', right: `the permission ${permission}` }
    : { fault: 'unknown', credential: 'token' }
}

/** `agent:write` includes `agent:read`, but not `node:read` (gap AGT-G34). */
function grants(granted: readonly Permission[], needed: Permission): boolean {
  return granted.includes(needed) || (needed === 'agent:read' && granted.includes('agent:write'))
}

function requirementOf(operation: string | undefined): Requirement | undefined {
  return new Map<string, Requirement | undefined>(Object.entries(requirements)).get(operation ?? '')
}
