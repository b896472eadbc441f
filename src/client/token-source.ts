import type { CredentialRequest } from './credential.ts'

export interface IssuedToken {
  value: string
  /** Milliseconds from its issue for which it may be sent. */
  usableFor: number
}

/**
 * Keeps one token for all callers, and gets another when its time is up or a server has refused it. Whoever asks meanwhile shares that one request;
 * if it fails, it fails for them, and the next to ask tries again.
 */
export function createTokenSource(
  issue: () => Promise<IssuedToken>,
  now: () => number,
): (request?: Pick<CredentialRequest, 'rejected'>) => Promise<string> {
  let held: { value: string; from: number; until: number } | undefined
  let renewal: Promise<string> | undefined

  const renew = async () => {
    // Counted from before the request, as nothing tells when the server issued the token.
    const from = now()
    const { value, usableFor } = await issue()
    held = { value, from, until: from + usableFor }
    return value
  }

  return async ({ rejected } = { rejected: undefined }) => {
    const time = now()
    if (held?.value === rejected) held = undefined
    // A clock that was set back makes a token look younger than it is.
    if (held && time >= held.from && time < held.until) return held.value
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }
}
