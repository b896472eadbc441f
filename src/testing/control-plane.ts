import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../generated/mock-control/types.ts'
import { ControlRefusedError } from './session.ts'

export type ControlPlane = Client<paths>

export function openControlPlane(origin: string, send: (request: Request) => Promise<Response>): ControlPlane {
  return createClient<paths>({ baseUrl: `${origin}/_control`, fetch: send })
}

interface Result<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/**
 * The data of an answer.
 *
 * @throws {ControlRefusedError} when the control plane refused the call
 */
export async function answerOf<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (response.ok) return data as Data
  throw new ControlRefusedError(response.status, detailOf(error))
}

function detailOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'detail' in error ? String(error.detail) : String(error)
}
