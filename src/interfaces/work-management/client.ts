import { type Schemas, unwrap, updateUsers } from '../../../generated/work-management/client.ts'
import { ApiError } from '../../client/errors.ts'
import type { AnyClient } from '../../client/operation.ts'
import type { CallOptions } from '../../client/options.ts'

export * from '../../../generated/work-management/client.ts'

type User = Schemas['User']

/** Most ids of one request (WRK-026). */
const batchSize = 100

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

  constructor({ updated, failed, untried }: Progress, cause: unknown) {
    const message = `updated ${updated.length} users, failed for ${failed.length}, and did not try ${untried.length}`
    const { status, body, requestId, retryable = false } = cause instanceof ApiError ? cause : {}
    const operation = 'PUT /users/{userId}'
    super({ operation, message, body, requestId, retryable, cause, ...(status !== undefined && { status }) })
    this.updated = updated
    this.failed = failed
    this.untried = untried
  }
}

/**
 * Sets the same fields of any number of users, and returns them in the order of the ids. More than 100 ids are sent in several requests, one
 * after another.
 *
 * @throws {BatchError} when a request fails: it says which users are updated, and which are not
 */
export async function updateAllUsers(
  client: AnyClient,
  ids: readonly string[],
  fields: Schemas['UserFields'],
  options?: CallOptions,
): Promise<User[]> {
  const updated: User[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    const userId = ids.slice(from, from + batchSize)
    try {
      updated.push(...((await unwrap(updateUsers(client, { userId, body: fields }, options))).data ?? []))
    } catch (cause) {
      throw new BatchError({ updated, failed: userId, untried: ids.slice(from + batchSize) }, cause)
    }
  }
  return updated
}
