import type { Arguments, Result } from './call-types.ts'
import { type ApiClientOptions, type Call, createApiClient, operation } from './operation.ts'
import type { CallOptions } from './options.ts'
import type { Credential } from './security.ts'

interface LampOperation<Body = never> {
  parameters: { query?: { colour?: string; room?: string[] }; header?: never; path: { lamp: string }; cookie?: never }
  requestBody: [Body] extends [never] ? never : { content: { 'application/json': Body } }
  responses: {
    200: { content: { 'application/json': { lit: boolean } } }
    204: { content?: never }
    404: { content: { 'application/json': { detail: string } } }
    409: { content: { 'text/plain': string } }
    520: { content: { 'application/json': { edge: string } } }
    '5XX': { content: { 'application/problem+json': { title: string } } }
  }
}

type Read = Omit<LampOperation, 'requestBody'> & { requestBody?: never }
type Write = LampOperation<{ lit: boolean }>

const form = {
  path: '/lamps/{lamp}',
  parameters: { lamp: { in: 'path' } },
  accept: ['application/json', 'text/plain', 'application/octet-stream'],
} as const

const readLamp: Call<Read> = operation({ ...form, method: 'get' })
const replaceLamp: Call<Write> = operation({ ...form, method: 'put' })
const switchLamp: Call<Write> = operation({ ...form, method: 'post' })
const removeLamp: Call<Read> = operation({ ...form, method: 'delete' })

type Bound<Operation> = (args: Arguments<Operation>, options?: CallOptions) => Promise<Result<Operation>>

/** A client of an interface with a few operations, for tests of the behaviour that all clients share. */
export function createLamps(options: ApiClientOptions, { token = 'lamp-token' }: { token?: Credential } = {}) {
  const bearer = { name: 'bearer', in: 'header', key: 'Authorization', prefix: 'Bearer' } as const
  const client = createApiClient<object>({ credentials: { bearer: token }, ...options }, [{ schemes: [bearer] }])
  const bind =
    <Operation>(call: Call<Operation>): Bound<Operation> =>
    (...args) =>
      (call as unknown as (...all: unknown[]) => Promise<Result<Operation>>)(client, ...args)
  return { client, get: bind(readLamp), put: bind(replaceLamp), post: bind(switchLamp), remove: bind(removeLamp) }
}

export const desk = { lamp: 'desk' }
