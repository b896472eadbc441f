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
  operation?: string | undefined
  credentials?: CredentialFault | undefined
}

/** A refusal with a code of OAuth 2.0. */
export class OAuthRefusal extends Refusal {
  readonly error: ErrorCode

  constructor(error: ErrorCode, detail: string, details: Details = {}) {
    super(kinds[error], detail, details)
    this.error = error
  }

  override of(operation: string | undefined): OAuthRefusal {
    return new OAuthRefusal(this.error, this.detail, { ...this, operation })
  }
}
