import type { components } from '../../../generated/work-management/types.ts'
import { ApiError } from '../../client/errors.ts'

type User = components['schemas']['User']

/** Ids in one request (WRK-026). */
export const batchSize = 100

interface Progress {
  updated: readonly User[]
  failed: readonly string[]
  untried: readonly string[]
}

/** An update of many users stopped part of the way; `cause` is why. */
export class BatchError extends ApiError {
  override readonly name = 'BatchError'
  readonly code = 'batch'
  /** The users after the update, of the requests that succeeded, in the order of the ids. */
  readonly updated: readonly User[]
  /** The ids of the request that failed. Where it was not answered, they may or may not have been updated. */
  readonly failed: readonly string[]
  /** The ids that were not sent any more. */
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
