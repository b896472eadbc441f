import type { ApiError } from './errors.ts'

/**
 * The data of a call, for code that catches errors instead of testing for them: `await unwrap(orders.GET('/orders'))`.
 *
 * @throws the `HttpError` of the result, and whatever the call rejects with
 */
export async function unwrap<Data>(
  result: PromiseLike<{ data: Data; error?: never } | { data?: never; error: ApiError }>,
): Promise<Data> {
  const { data, error } = await result
  if (error) throw error
  return data as Data
}
