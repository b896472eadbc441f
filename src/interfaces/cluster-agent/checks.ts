import type { operations } from '../../../generated/cluster-agent/types.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import { type Role, tokens } from './checks/context.ts'
import { inputFor, whileHealthy } from './checks/endpoints.ts'
import { frames } from './checks/logs/frames.ts'
import { logs } from './checks/logs/logs.ts'
import { joining } from './checks/membership/joining.ts'
import { knownServers } from './checks/membership/known-servers.ts'
import { membership } from './checks/membership/membership.ts'
import { permissions } from './checks/permissions.ts'
import { availability, profileTargets, recordingTimes } from './checks/profiles/availability.ts'
import { profiles } from './checks/profiles/profiles.ts'
import { health, host } from './checks/reports/host.ts'
import { modes } from './checks/reports/modes.ts'
import { requests } from './checks/requests.ts'
import { schedulerConfig } from './checks/schedulers.ts'

const grants: Record<Role, { description: string; scopes: string[] }> = {
  management: {
    description: 'An ACL token that may do everything.',
    scopes: ['node:read', 'agent:read', 'agent:write'],
  },
  'node-read': { description: 'An ACL token that grants `node:read` and nothing else.', scopes: ['node:read'] },
  'agent-read': { description: 'An ACL token that grants `agent:read` and nothing else.', scopes: ['agent:read'] },
  'agent-write': { description: 'An ACL token that grants `agent:write` and nothing else.', scopes: ['agent:write'] },
  'no-rights': {
    description: 'An ACL token that grants nothing. Name it only where ACLs are on.',
    scopes: [],
  },
}

export const checks: InterfaceChecks<operations> = {
  roles: Object.fromEntries(
    Object.entries(tokens).map(([role, token]) => [
      role,
      {
        ...grants[role as Role],
        values: { token: 'the token' },
        onMock: { token },
        headers: ({ token = '' }) => ({ 'x-cluster-token': token }),
      },
    ]),
  ),
  resources: {
    'server mode': { description: 'Any word, where the agent runs as a server.', onMock: 'yes' },
    'client mode': { description: 'Any word, where the agent runs as a client.', onMock: 'yes' },
    'agent that is a server alone': {
      description: 'Base URL of an agent of the same cluster that runs as a server and not as a client.',
      onMock: 'set by a condition',
    },
    'agent that is a client alone': {
      description: 'Base URL of an agent of the same cluster that runs as a client and not as a server.',
      onMock: 'set by a condition',
    },
    'another server': {
      description: 'Name of another server that is alive and was started with another command line than this agent.',
      onMock: 'server2.global',
    },
    'client node': {
      description: 'Id of another client node, which was started with another command line than this agent.',
      onMock: '7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41',
    },
    'failed member': {
      description: 'Name of a member that is failed; a check forces it to leave, once a run.',
      onMock: 'server3.global',
    },
    'failed member to prune': { description: 'Name of another one; a check prunes it.', onMock: 'server3.global' },
    'failed member to make leave and prune': {
      description: 'Name of a third one; a check forces it to leave and then prunes it, once a run.',
      onMock: 'server3.global',
    },
    'sensitive variable': {
      description: 'Name of an environment variable of the agent that it is known to redact: that of a token.',
      onMock: 'CLUSTER_TOKEN',
    },
  },
  successGap: 'AGT-G12',
  samples: [
    { operation: 'listMembers', needs: { resources: ['server mode'] } },
    { operation: 'listServers', needs: { resources: ['client mode'] } },
    { operation: 'getSelf' },
    { operation: 'getHealth', arrange: async (t) => void whileHealthy(t, await t.attempt('getHealth')) },
    { operation: 'getHost' },
    { operation: 'listSchedulers', needs: { resources: ['server mode'] } },
    { operation: 'getSchedulerConfig', needs: { resources: ['server mode'] } },
    {
      operation: 'updateSchedulerConfig',
      needs: { resources: ['server mode'], changes: 'reversible' },
      input: (t) => inputFor(t, 'updateSchedulerConfig'),
    },
    {
      operation: 'joinCluster',
      needs: { resources: ['server mode'], changes: 'reversible' },
      input: (t) => inputFor(t, 'joinCluster'),
    },
  ],
  checks: {
    ...requests,
    ...permissions,
    ...modes,
    ...membership,
    ...joining,
    ...knownServers,
    ...health,
    ...host,
    ...frames,
    ...logs,
    ...profiles,
    ...availability,
    ...recordingTimes,
    ...profileTargets,
    ...schedulerConfig,
  },
}
