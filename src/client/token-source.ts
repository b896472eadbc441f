import type { CredentialRequest } from './credential.ts'

export interface IssuedToken {
  value: string
  /** Milliseconds after its issue during which the token may be sent. */
  usableFor: number
}

/**
 * Keeps one token for all callers, and gets another one when the token expires or a server refuses it. All callers that ask during the
 * request share it. If the request fails, it fails for all of them, and the next caller starts a new request.
 */
export function createTokenSource(
  issue: () => Promise<IssuedToken>,
  now: () => number,
): (request?: Pick<CredentialRequest, 'rejected'>) => Promise<string> {
  let current: { value: string; from: number; until: number } | undefined
  let renewal: Promise<string> | undefined

  const renew = async () => {
    // The time counts from before the request, because the answer does not say when the server issued the token.
    const from = now()
    const { value, usableFor } = await issue()
    current = { value, from, until: from + usableFor }
    return value
  }

  return async ({ rejected } = { rejected: undefined }) => {
    const time = now()
    if (current?.value === rejected) current = undefined
    // A clock that was set back makes a token look younger than it is.
    if (current && time >= current.from && time < current.until) return current.value
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }
}
