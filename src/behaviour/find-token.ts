import { bearerToken } from './bearer-token.ts'
import { type CredentialFault, missingOrMalformed } from './credential-fault.ts'
import type { Collection } from './store.ts'

interface Presented<Token> {
  tokens: Collection<Token>
  /** The token that the request carries. */
  value: string | undefined
  /** The header that carries it. */
  sent: string | undefined
  /** What to send: `an access token as Authorization: Bearer`. */
  expected: string
  /** The name of the credential; `access token` when absent. */
  credential?: string
  /** The moment from which the token is refused (RFC 3339). */
  endOf(token: Token): string | undefined
  now: Date
}

/** The record of a token; what is wrong with the token if it is missing, unknown or has expired. */
export async function findToken<Token extends object>(presented: Presented<Token>): Promise<Token | CredentialFault> {
  const { tokens, value, sent, expected, credential = 'access token', endOf, now } = presented
  if (!value) return missingOrMalformed(sent, expected)
  const token = await tokens.get(value)
  if (!token) return { fault: 'unknown', credential }
  const since = endOf(token)
  // A moment that cannot be parsed counts as past.
  const hasEnded = since !== undefined && !(now.getTime() < Date.parse(since))
  return hasEnded ? { fault: 'expired', credential, since, now } : token
}

/** The record of the access token in `Authorization: Bearer`; what is wrong with it, as of any token. */
export function findAccessToken<Token extends object>(
  { authorization }: { authorization?: string | undefined },
  presented: Pick<Presented<Token>, 'tokens' | 'endOf' | 'now'>,
): Promise<Token | CredentialFault> {
  const expected = 'an access token as Authorization: Bearer'
  return findToken({ ...presented, value: bearerToken(authorization), sent: authorization, expected })
}
