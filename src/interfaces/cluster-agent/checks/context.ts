import type { components, operations } from '../../../../generated/cluster-agent/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'
import { credentials } from '../seed.ts'

export const tokens = {
  management: tokenOf('full'),
  'node-read': tokenOf('node-read'),
  'agent-read': tokenOf('read-only'),
  'agent-write': tokenOf('agent-write'),
  'no-rights': tokenOf('none'),
} as const

export type Role = keyof typeof tokens

function tokenOf(seeded: string): string {
  return credentials.find(({ role }) => role === seeded)?.headers['x-cluster-token'] ?? ''
}

export type Context = CheckContext<operations>

/** An answer, or the beginning of a stream. */
export type Head = Pick<Reply, 'status' | 'headers' | 'text' | 'body'>

export type Member = components['schemas']['Member']

/** The gossip address of a member, in the form that a join takes; an IPv6 address is in brackets. */
export function addressOf({ Addr, Port }: Pick<Member, 'Addr' | 'Port'>): string {
  return Addr.includes(':') ? `[${Addr}]:${Port}` : `${Addr}:${Port}`
}
