import { createApi } from './api.ts'
import { bearer, type Credential } from './credential.ts'
import type { ClientOptions } from './options.ts'
import type { InterfaceRules } from './rules.ts'

interface Problem {
  detail: string
}

interface LampOperation<Body, Request = never> {
  parameters: { query?: { colour?: string; room?: string[] }; header?: never; path: { lamp: string }; cookie?: never }
  requestBody: [Request] extends [never] ? never : { content: { 'application/json': Request } }
  responses: {
    200: { content: { 'application/json': Body } }
    204: { content?: never }
    404: { content: { 'application/json': Problem } }
    409: { content: { 'text/plain': string } }
  }
}

export interface LampPaths {
  '/lamps/{lamp}': {
    get: Omit<LampOperation<{ lit: boolean }>, 'requestBody'> & { requestBody?: never }
    put: LampOperation<{ lit: boolean }, { lit: boolean }>
    post: LampOperation<{ lit: boolean }, { lit: boolean }>
    delete: Omit<LampOperation<{ lit: boolean }>, 'requestBody'> & { requestBody?: never }
    patch?: never
  }
}

/** An interface with a few operations, for tests of the behaviour that all clients share. */
export function createLamps(
  options: ClientOptions,
  { token = 'lamp-token', rules = {} }: { token?: Credential; rules?: InterfaceRules } = {},
) {
  return createApi<LampPaths>(options, { credential: bearer, ...rules }, token)
}

export const desk = { params: { path: { lamp: 'desk' } } }
