import type { OutgoingRequest } from './wire.ts'

/** One request of a check, and what came back. */
export interface Exchange {
  /** `operationId`, where the request means one. */
  operation: string | undefined
  /** Role of the credential that it carried. */
  role: string | null
  request: OutgoingRequest
  /** Query and header parameters of the document that it carried, by `query limit`. */
  parameters: string[]
  /** Undefined when none came. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Text of the body, as far as it was read. */
  text?: string
}
