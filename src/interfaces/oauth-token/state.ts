import type { operations } from '../../../generated/oauth-token/types.ts'

export type Environment = operations['callPayments']['parameters']['path']['environment']

export const environments: readonly Environment[] = ['sandbox', 'production']

/** A client that may request tokens; the key of the record is its id. */
export interface ClientRecord {
  secret: string
  /** The environment that its tokens open (OAT-023). */
  environment: Environment
}

/** An issued token; the key of the record is the token itself. */
export interface TokenRecord {
  client: string
  environment: Environment
  /** ISO 8601, UTC; absent if the mock did not issue it. */
  issuedAt?: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

/** The client whose credentials a token request has, or that the token was issued to. */
export type Caller = Pick<TokenRecord, 'client' | 'environment'>

/** Ten minutes (OAT-016). */
export const lifetimeSeconds = 600

/** A token for a client and its environment, issued at that moment. */
export function issueFor({ client, environment }: Caller, now: Date): TokenRecord {
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000)
  return { client, environment, issuedAt: now.toISOString(), expiresAt: expiresAt.toISOString() }
}
