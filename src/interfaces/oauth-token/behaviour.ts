import { randomBytes } from 'node:crypto'
import type { operations } from '../../../generated/oauth-token/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Store } from '../../behaviour/store.ts'
import type { Caller } from './admission.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { type ClientRecord, isExpired, issueFor, lifetimeSeconds, type TokenRecord } from './state.ts'

export const behaviours: Behaviours<operations, object, Caller> = {
  /** Every call issues a new token; earlier ones stay valid until they expire (gap OAT-G06). */
  async requestToken(_, { caller, store, clock, because }) {
    const client = await store.collection<ClientRecord>('clients').get(caller.client)
    if (!client) return new OAuthRefusal('invalid_client', 'The client has just been removed.')
    const token = randomBytes(32)
    const now = clock.now()
    await store.collection<TokenRecord>('tokens').set(token.toString('base64url'), issueFor(caller.client, client, now))
    // Removes expired tokens at one call in 256, so that a caller that asks forever does not fill the memory.
    if (token[0] === 0) await dropExpired(store, now)
    because('OAT-001', 'OAT-016', 'OAT-022')
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        access_token: token.toString('base64url'),
        expires_in: lifetimeSeconds,
        refresh_expires_in: 0,
        token_type: 'Bearer',
        'not-before-policy': 0,
        scope: 'payments',
      },
    }
  },

  async callPayments({ path: { environment, endpoint } }, { because }) {
    if (endpoint === '') return new Refusal('not-found', 'The path names no endpoint.')
    because('OAT-021', 'OAT-024')
    return { status: 200, body: { environment, endpoint } }
  },
}

/** Tokens of a tester or the seed stay, because they exist to be refused. */
async function dropExpired(store: Store, now: Date): Promise<void> {
  const tokens = store.collection<TokenRecord>('tokens')
  const entries = await tokens.entries()
  const expired = entries.filter(([, token]) => token.issuedAt !== undefined && isExpired(token, now))
  for (const [token] of expired) await tokens.delete(token)
}
