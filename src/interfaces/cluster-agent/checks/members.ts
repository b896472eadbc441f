import type { components } from '../../../../generated/cluster-agent/types.ts'

export type Member = components['schemas']['Member']

/** The gossip address of a member, in the form that a join takes; an IPv6 address is in brackets. */
export function addressOf({ Addr, Port }: Pick<Member, 'Addr' | 'Port'>): string {
  return Addr.includes(':') ? `[${Addr}]:${Port}` : `${Addr}:${Port}`
}
