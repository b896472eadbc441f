import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../generated/mock-control/types.ts'

export type ControlPlane = Client<paths>

export function openControlPlane(origin: string, send: (request: Request) => Promise<Response>): ControlPlane {
  return createClient<paths>({ baseUrl: `${origin}/_control`, fetch: send })
}

/** The control plane refused a call, for example because the mock does not have the named interface or record kind. */
export class ControlRefusedError extends Error {
  override readonly name = 'ControlRefusedError'
  readonly status: number

  constructor(status: number, detail: string) {
    super(`The mock's control plane answered ${status}: ${detail}`)
    this.status = status
  }
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
