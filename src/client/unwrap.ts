import type { ApiError } from './errors.ts'

/**
 * The data of a call, for code that catches errors instead of testing for them: `await unwrap(orders.GET('/orders'))`.
 *
 * @throws the `HttpError` of the result, and whatever the call rejects with
 */
export async function unwrap<Result extends { data?: unknown; error?: ApiError }>(
  result: PromiseLike<Result>,
): Promise<Extract<Result, { error?: never }>['data']> {
  const { data, error } = await result
  if (error) throw error
  return data
}
