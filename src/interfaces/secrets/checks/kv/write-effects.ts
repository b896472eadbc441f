import type { AttemptInput, Reply } from '../../../../check/check.ts'
import type { Context, Operation } from '../context.ts'
import { prepareEveryRequest, type Requests } from '../every-operation.ts'
import { holds } from '../expectations.ts'
import { uniquePairs } from '../scratch.ts'

/** The answer to a write, and its effects. */
export interface WriteEffect {
  status: number
  /** Names of the answer's members. */
  members: string[]
  /** True if the secret, or the version, holds the written data. */
  isKept: boolean
  /** Status of a read of the first version of a key with two. */
  firstVersion: number
  maxVersions: { ofKey: unknown; ofStore: unknown }
  /** True if the answer names a token. */
  givesToken: boolean
}

/** Makes a write in a new directory, and reads its effects. */
export async function writeAndLook(t: Context, operation: Operation): Promise<WriteEffect> {
  const requests = await prepareEveryRequest(t)
  const pairs = uniquePairs()
  await bringAbout(t, operation, requests)
  const reply = await t.attempt(operation, { ...requests[operation], ...withBody(operation, pairs) })
  const { path: known = {} } = requests.readVersion
  const { path: written = {} } = requests.writeVersion
  return {
    status: reply.status,
    members: typeof reply.body === 'object' ? Object.keys(reply.body ?? {}).sort() : [],
    isKept:
      holds((await t.attempt('readSecret', { path: requests.writeSecret.path ?? {} })).body, pairs) ||
      holds((await t.attempt('readVersion', { path: written })).body, pairs),
    firstVersion: (await t.attempt('readVersion', { path: known, query: { version: 1 } })).status,
    maxVersions: {
      ofKey: maxVersionsIn(await t.attempt('readKeySettings', { path: written })),
      ofStore: maxVersionsIn(await t.attempt('readStoreSettings', requests.readStoreSettings)),
    },
    givesToken: /token/.test(reply.text),
  }
}

function withBody(operation: Operation, pairs: object): AttemptInput {
  if (/^writeSecret/.test(operation)) return { body: pairs }
  if (/^writeVersion/.test(operation)) return { body: { data: pairs } }
  return /Settings/.test(operation) ? { body: { max_versions: 7 } } : {}
}

/** Creates the state that the write changes. */
async function bringAbout(t: Context, operation: Operation, requests: Requests): Promise<void> {
  if (/^undelete/.test(operation)) await t.attempt('deleteVersions', requests.deleteVersions)
  if (!/^writeStoreSettings/.test(operation)) return
  const { path = {} } = requests.readStoreSettings
  const before = maxVersionsIn(await t.attempt('readStoreSettings', { path }))
  t.afterwards(() => t.attempt('writeStoreSettings', { path, body: { max_versions: before } }))
  await t.attempt('writeStoreSettings', { path, body: { max_versions: 6 } })
}

function maxVersionsIn({ body }: Reply): unknown {
  return (body as { data?: { max_versions?: unknown } }).data?.max_versions
}
