import type { SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { type ClientRecord, environments, type TokenRecord } from './state.ts'

const expiredToken = 'sandbox.example-expired-token'

/** A client of each environment, whose form gets a token; and an expired token. */
export const credentials: SeededCredential[] = [
  ...environments.map((environment) => ({
    role: environment,
    headers: {},
    form: {
      client_id: `shop-${environment}`,
      client_secret: secretOf(environment),
      grant_type: 'client_credentials',
    },
  })),
  { role: 'expired', headers: { authorization: `Bearer ${expiredToken}` } },
]

export const records: SeededRecord[] = environments.map((environment) => ({
  key: `shop-${environment}`,
  description: `a client whose tokens open the ${environment} environment`,
}))

export async function seed(store: Store): Promise<void> {
  const clients = store.collection<ClientRecord>('clients')
  for (const environment of environments) {
    await clients.set(`shop-${environment}`, { secret: secretOf(environment), environment })
  }
  // Long before any likely time of a session's clock.
  const expiresAt = '2000-01-01T00:10:00.000Z'
  const expired: TokenRecord = { client: 'shop-sandbox', environment: 'sandbox', expiresAt }
  await store.collection<TokenRecord>('tokens').set(expiredToken, expired)
}

function secretOf(environment: string): string {
  return `shop-${environment}.example-secret`
}
