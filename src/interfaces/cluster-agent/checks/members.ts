import type { components } from '../../../../generated/cluster-agent/types.ts'

export type Member = components['schemas']['Member']

/** Where a member gossips, as a join takes it; an IPv6 address stands in brackets. */
export function addressOf({ Addr, Port }: Pick<Member, 'Addr' | 'Port'>): string {
  return Addr.includes(':') ? `[${Addr}]:${Port}` : `${Addr}:${Port}`
}
