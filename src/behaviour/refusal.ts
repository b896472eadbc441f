import type { CredentialFault } from './credential-fault.ts'

/** Why the mock refuses a request, before an interface gives it its own words. */
export type RefusalKind =
  | 'malformed-request'
  | 'invalid-request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'length-required'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'internal'
  | 'unavailable'

/** A part of a request that its document does not allow, by its place: `['query', 'limit']`, `['body', 'status']`. */
export interface InvalidPart {
  path: string[]
  message: string
}

interface RefusalDetails {
  violations?: readonly InvalidPart[]
  /** Methods that the path supports; set when the kind is `method-not-allowed`. */
  allow?: readonly string[]
  /** Rules of the catalogue that decided. */
  rules?: readonly string[]
  /** `operationId`, once the request has been routed. */
  operation?: string | undefined
  /** Set when it is not the status of the kind. */
  status?: number | undefined
  /** What exactly is wrong with the credentials, for the mock's own explanation. */
  credentials?: CredentialFault | undefined
}

/** A refusal, before an interface gives it the status, headers and body that its clients expect. */
export class Refusal {
  readonly kind: RefusalKind
  /** A sentence for the caller: what is wrong and, where it helps, what to send instead. */
  readonly detail: string
  readonly violations: readonly InvalidPart[]
  readonly allow: readonly string[]
  readonly rules: readonly string[]
  readonly operation: string | undefined
  readonly status: number | undefined
  readonly credentials: CredentialFault | undefined

  constructor(kind: RefusalKind, detail: string, more: RefusalDetails = {}) {
    this.kind = kind
    this.detail = detail
    this.violations = more.violations ?? []
    this.allow = more.allow ?? []
    this.rules = more.rules ?? []
    this.operation = more.operation
    this.status = more.status
    this.credentials = more.credentials
  }

  /** The same refusal, with this status. */
  as(status: number): Refusal {
    return new Refusal(this.kind, this.detail, { ...this, status })
  }

  /** The same refusal, met by this operation. */
  of(operation: string | undefined): Refusal {
    return new Refusal(this.kind, this.detail, { ...this, operation })
  }
}
