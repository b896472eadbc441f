import type { CredentialFault } from '../../behaviour/credential-fault.ts'
import { Refusal, type RefusalKind } from '../../behaviour/refusal.ts'

type ErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_token' | 'unsupported_grant_type'

const kinds: Readonly<Record<ErrorCode, RefusalKind>> = {
  invalid_request: 'invalid-request',
  invalid_client: 'unauthenticated',
  invalid_token: 'unauthenticated',
  unsupported_grant_type: 'invalid-request',
}

interface Details {
  rules?: readonly string[]
  /** The request had no token, so the challenge names no error (RFC 6750, 3.1). */
  withoutToken?: boolean
  operation?: string | undefined
  credentials?: CredentialFault | undefined
}

/** A refusal with a code of OAuth 2.0. */
export class OAuthRefusal extends Refusal {
  readonly error: ErrorCode
  readonly withoutToken: boolean

  constructor(error: ErrorCode, detail: string, details: Details = {}) {
    super(kinds[error], detail, details)
    this.error = error
    this.withoutToken = details.withoutToken ?? false
  }

  override of(operation: string | undefined): OAuthRefusal {
    return new OAuthRefusal(this.error, this.detail, { ...this, operation })
  }
}
