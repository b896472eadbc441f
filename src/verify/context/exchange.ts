import type { OutgoingRequest } from './wire.ts'

/** One request of a check, and its response. */
export interface Exchange {
  /** `operationId`, if the request calls an operation of the document. */
  operation: string | undefined
  /** Role of its credential. */
  role: string | null
  request: OutgoingRequest
  /** Its documented query and header parameters: `query limit`. */
  parameters: string[]
  /** Undefined if the target did not answer. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Text of the body, as far as it was read; of a long one the beginning. */
  text?: string
}
