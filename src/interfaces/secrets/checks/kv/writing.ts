import type { AttemptInput } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import {
  answersStatus,
  answersWith,
  changesAnswer,
  on,
  type Sabotage,
  seesBody,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, everything, type Operation } from '../context.ts'
import { among, entriesOf, everyWrite, gapOf, prepareEveryRequest, type Requests, writes } from '../every-operation.ts'
import { expectOrAssume, expectSuccess, expectToHold, holds } from '../expectations.ts'
import { success, uniquePairs } from '../scratch.ts'
import { maxVersionsIn } from './store-settings.ts'

const each = (sabotage: Sabotage) => everyWrite.map((operation) => on(operation, sabotage))

/** What writes do where the documents do not show their bodies. */
const assumedEffects: [gap: string, operation: Operation, effect: object][] = [
  ['SEC-G05', 'deleteVersions', { firstVersion: 404 }],
  ['SEC-G05', 'destroyVersions', { firstVersion: 404 }],
  ['SEC-G05', 'undeleteVersions', { firstVersion: 200 }],
  ['SEC-G01', 'writeKeySettings', { maxVersions: { ofKey: 7 } }],
  ['SEC-G01', 'writeStoreSettings', { maxVersions: { ofStore: 7 } }],
  ['SEC-G03', 'login', { status: 200 }],
]

const dataWrites = ['writeSecret', 'writeSecretByPut', 'writeVersion', 'writeVersionByPut'] as const

export const writing: Checks = {
  'SEC-019': {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const headers = { 'content-type': undefined }
      for (const operation of among(t, everyWrite)) {
        const one = await t.attempt(operation, requests[operation])
        const other = await t.attempt(operation, { ...requests[operation], headers })
        expect(other.status, `status of ${operation} without Content-Type, against that with it`).toBe(one.status)
        // An address that the documents do not show may be refused, with and without a media type.
        if (gapOf(operation) === undefined) expectSuccess(other, `${operation} without Content-Type`)
      }
      const { path = {}, body = {} } = requests.writeSecret
      await t.attempt('writeSecret', { ...requests.writeSecret, body: { value: 'another' } })
      await t.attempt('writeSecret', { ...requests.writeSecret, headers })
      const read = await t.attempt('readSecret', { path })
      expectToHold(read, body as object, 'what was written without Content-Type')
    },
    sabotage: [
      ...each(when(({ headers }) => headers['content-type'] === undefined, answersWith(415))),
      on('writeSecret', when, ({ headers }) => headers['content-type'] === undefined, answersWith(204)),
    ],
  },
  'SEC-047': {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const { post, put } of writes.filter(({ post }) => among(t, [post]).length > 0)) {
        const [byPost, byPut] = [await t.attempt(post, requests[post]), await t.attempt(put, requests[put])]
        expect(success.includes(byPut.status), `whether ${put} succeeds (${byPut.status}), against ${post}`).toBe(
          success.includes(byPost.status),
        )
        expectOrAssume(gapOf(post), t, () => expectSuccess(byPost, post))
        expectOrAssume(gapOf(put), t, () => expectSuccess(byPut, put))
      }
    },
    sabotage: [...each(answersWith(405)), ...writes.map(({ post, put }) => on([post, put], answersWith(405)))],
  },
  'SEC-048': {
    needs: everything,
    async run(t) {
      for (const { post, put } of writes.filter(({ post }) => among(t, [post]).length > 0)) {
        const byPost = await writeAndLook(t, post)
        expect(await writeAndLook(t, put), `answer and effect of ${put}, against those of ${post}`).toEqual(byPost)
      }
    },
    sabotage: [
      ...writes.map(({ put }) => on(put, answersWith(204))),
      on('writeSecret', answersWith(204)),
      on('writeSecretByPut', turnsStatus(204, 200)),
      on('loginByPut', turnsStatus(200, 204)),
    ],
  },
  'SEC-057': {
    needs: { ...everything, control: 'where offered' },
    async run(t) {
      for (const operation of ['writeSecret', 'writeVersion'] as const) {
        const { isKept } = await writeAndLook(t, operation)
        expect(isKept, `that ${operation} keeps the members of the body`).toBe(true)
      }
      for (const [gap, operation, effect] of assumedEffects) {
        // Elsewhere a login leaves a token.
        if (operation === 'login' && !t.hasControl) continue
        const seen = await writeAndLook(t, operation)
        t.assume(gap, () => expect(seen, `effects of ${operation}`).toMatchObject(effect))
      }
    },
    sabotage: [
      on('writeSecret', seesBody, () => ({})),
      on('writeVersion', seesBody, () => ({ data: {} })),
      on(['deleteVersions', 'destroyVersions', 'undeleteVersions'], seesBody, () => ({ versions: [99] })),
      on('undeleteVersions', seesBody, () => ({ versions: [99] })),
      on('writeKeySettings', seesBody, () => ({})),
      on('writeStoreSettings', seesBody, () => ({})),
      on('login', seesBody, () => ({ password: '' })),
    ],
  },
  'SEC-066': {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const time of ['first', 'second']) {
        for (const operation of dataWrites) {
          const reply = await t.attempt(operation, requests[operation])
          expect(reply.status, `status of the ${time} ${operation}`).toBeOneOf(success)
        }
      }
    },
    sabotage: dataWrites.flatMap((operation) => [201, 202].map((status) => on(operation, answersStatus(status)))),
  },
  'SEC-092': {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const changing = entriesOf(t, requests).filter(([operation]) =>
        /^(write|delete|undelete|destroy)/.test(operation),
      )
      let seen = false
      for (const [operation, input] of changing) {
        const { status, text, headers } = await t.attempt(operation, input)
        if (status !== 204) continue
        seen = true
        expect(text, `body of ${operation}, which answered 204`).toBe('')
        expect(headers['content-length'] ?? '0', `Content-Length of ${operation}, which answered 204`).toBe('0')
      }
      if (!seen) t.inconclusive('no write answered 204')
      const { status, isKept } = await writeAndLook(t, 'writeSecret')
      if (status === 204) expect(isKept, 'that a write that answered 204 has succeeded').toBe(true)
    },
    sabotage: [
      changesAnswer((answer) => (answer.status === 204 ? { ...answer, headers: { 'content-length': '2' } } : answer)),
      on('writeSecret', when, ({ body }) => !String(body).includes('contract-checks'), answersWith(204)),
    ],
  },
}

interface WriteEffect {
  status: number
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
async function writeAndLook(t: Context, operation: Operation): Promise<WriteEffect> {
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
