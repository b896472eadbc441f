import { explore, type StateDiagram } from '../../behaviour/state-diagram.ts'
import { issueFor, lifetimeSeconds, type TokenRecord } from './state.ts'

interface HeldToken {
  token: TokenRecord | undefined
  now: Date
}

const client = { client: '', environment: 'sandbox' } as const

/** A token over time. */
export const diagram: StateDiagram = {
  title: 'A token',
  about: `There is no refresh token: to renew is to request another, which a client does in time (OAT-018, OAT-019). The one before lives on until its own end.`,
  ...explore<HeldToken>({
    initial: { token: undefined, now: new Date(0) },
    nameOf: ({ token, now }) =>
      token ? (isExpired(token, now) ? 'expired' : `valid\nin ${token.environment} alone`) : 'none',
    events: [
      {
        event: 'request a token',
        rules: ['OAT-016', 'OAT-023'],
        apply: ({ now }) => ({ token: issueFor(client, now), now }),
      },
      {
        event: `${lifetimeSeconds} s after its issue`,
        rules: ['OAT-016', 'OAT-G15'],
        apply: ({ token, now }) =>
          token && { token, now: new Date(Date.parse(token.issuedAt ?? now.toISOString()) + lifetimeSeconds * 1000) },
      },
    ],
  }),
}

/** Expired from the exact end of its ten minutes (gap OAT-G15). */
function isExpired({ expiresAt }: TokenRecord, now: Date): boolean {
  return now.getTime() >= Date.parse(expiresAt)
}
