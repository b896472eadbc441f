import type { components } from '../../../generated/work-management/types.ts'
import { ApiError } from '../../client/errors.ts'

type User = components['schemas']['User']

/** Most ids of one request (WRK-026). */
export const batchSize = 100

interface Progress {
  updated: readonly User[]
  failed: readonly string[]
  untried: readonly string[]
}

/** An update of many users stopped before its end; `cause` has the reason. */
export class BatchError extends ApiError {
  override readonly name = 'BatchError'
  readonly code = 'batch'
  /** The users of the successful requests after the update, in the order of the ids. */
  readonly updated: readonly User[]
  /** The ids of the failed request. If it got no answer, they may or may not have been updated. */
  readonly failed: readonly string[]
  /** The ids that were not sent. */
  readonly untried: readonly string[]

  constructor(operation: string, { updated, failed, untried }: Progress, cause: unknown) {
    const message = `updated ${updated.length} users, failed for ${failed.length}, and did not try ${untried.length}`
    const { status, body, requestId, retryable = false } = cause instanceof ApiError ? cause : {}
    super({ operation, message, body, requestId, retryable, cause, ...(status !== undefined && { status }) })
    this.updated = updated
    this.failed = failed
    this.untried = untried
  }
}
