import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import {
  acceptsRefused,
  answersWith,
  on,
  type Sabotage,
  type SabotagedRequest,
  seesHeaders,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, during, everythingWithControl, has, reaches } from '../context.ts'
import { entriesOf, prepareEveryRequest, withoutToken } from '../every-operation.ts'
import { expectStatus, expectSuccess, expectToHold } from '../expectations.ts'
import { scratchDirectory, uniquePairs } from '../scratch.ts'

const needs = { resources: ['version 1 mount'], changes: 'reversible', control: true } as const
const names = ['readSecret', 'writeSecret', 'writeSecretByPut'] as const

/** Turns the hosted dedicated offering on during an action. */
const onHosted = (t: Context, action: () => Promise<void>) => during(t, { hosted: true }, action)

interface Namespace {
  header?: string
  prefix?: string
}

/** Reads and writes one secret in every way, with a namespace in the header or in the path. */
function useSecret(t: Context, path: string, { header, prefix = '' }: Namespace) {
  const target = `/v1/${prefix}${t.resource('version 1 mount')}/${path}`
  const headers = { 'x-svc-namespace': header }
  const write = (method: string, pairs: object) => t.send({ method, target, headers, body: JSON.stringify(pairs) })
  return {
    write,
    read: (): Promise<Reply> => t.send({ method: 'GET', target, headers }),
    remove: () => t.send({ method: 'DELETE', target, headers }),
  }
}

async function expectUsable(t: Context, namespace: Namespace, what: string): Promise<void> {
  const secret = useSecret(t, scratchDirectory(), namespace)
  for (const method of ['POST', 'PUT']) {
    const pairs = uniquePairs()
    expectSuccess(await secret.write(method, pairs), `a ${method} ${what}`)
    expectToHold(await secret.read(), pairs, `a read ${what}`)
  }
  await secret.remove()
}

async function expectUnusable(t: Context, namespace: Namespace, what: string): Promise<void> {
  const secret = useSecret(t, 'contract-checks', namespace)
  for (const reply of [await secret.read(), await secret.write('POST', {}), await secret.write('PUT', {})]) {
    expectRefused(reply, `a request ${what}`)
    t.assume('SEC-G28', () => expectStatus(reply, 403, `a request ${what}`))
  }
}

const byHeader = has('x-svc-namespace')
const byPath = ({ path }: SabotagedRequest) => path.startsWith('/v1/admin/')
const namesNone = (request: SabotagedRequest) => !byHeader(request) && !byPath(request)
const refuses = answersWith(403, { errors: [] })
const reachesAdmin: Sabotage = seesHeaders({ 'x-svc-namespace': 'admin/' })

export const hosted: Checks = {
  'SEC-079': {
    needs: everythingWithControl,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      await onHosted(t, async () => {
        for (const [operation, input] of entriesOf(t, requests)) {
          // An operation without a token does not depend on a namespace.
          if (withoutToken.has(operation)) continue
          const reply = await t.attempt(operation, input)
          expectRefused(reply, `${operation} without a namespace`)
        }
        await expectUsable(t, { header: 'admin/' }, 'with a namespace')
      })
    },
    sabotage: [
      ...[...names, 'listDirectory', 'readVersion'].map((operation) =>
        on(operation, when, namesNone, acceptsRefused()),
      ),
      when(byHeader, refuses),
    ],
  },
  'SEC-080': {
    needs,
    async run(t) {
      const path = scratchDirectory()
      const inRoot = useSecret(t, path, {})
      expectSuccess(await inRoot.write('POST', uniquePairs()), 'a write in the root namespace, before')
      await onHosted(t, async () => {
        await expectUnusable(t, {}, 'without a namespace')
        const reply = await inRoot.read()
        expectRefused(reply, 'a read without a namespace, of what is there')
        await expectUnusable(t, { header: '' }, 'with an empty namespace')
      })
      await inRoot.remove()
    },
    sabotage: [
      ...names.map((operation) => on(operation, when(namesNone, reachesAdmin))),
      on('readSecret', when, has('x-svc-namespace', ''), acceptsRefused()),
      when(namesNone, turnsStatus(403, 200)),
      on('readSecret', turnsStatus(403, 404)),
    ],
  },
  'SEC-081': {
    needs: { ...needs, resources: [...needs.resources, 'outer namespace'] },
    async run(t) {
      await onHosted(t, async () => {
        await expectUsable(t, { header: 'admin/' }, 'in admin')
        const outside = t.resource('outer namespace')
        await expectUnusable(t, { header: outside }, 'in a namespace that is not in admin')
        await expectUnusable(t, { prefix: outside }, 'in a namespace that is not in admin, by its path')
      })
    },
    sabotage: [
      when(has('x-svc-namespace', 'admin/'), refuses),
      when(has('x-svc-namespace', 'ns1/'), reachesAdmin),
      reaches(/^\/v1\/ns1\//, '/v1/admin/'),
    ],
  },
  'SEC-082': {
    needs,
    async run(t) {
      await onHosted(t, async () => {
        await expectUsable(t, { header: 'admin/' }, 'with admin in the header')
        await expectUsable(t, { prefix: 'admin/' }, 'with admin as the first segment of the path')
        const [path, pairs] = [scratchDirectory(), uniquePairs()]
        const inHeader = useSecret(t, path, { header: 'admin/' })
        const inPath = useSecret(t, path, { prefix: 'admin/' })
        expectSuccess(await inHeader.write('POST', pairs), 'a write with admin in the header')
        expectToHold(await inPath.read(), pairs, 'a read with admin in the path')
        await inHeader.remove()
      })
    },
    sabotage: [
      when(byHeader, refuses),
      when(byPath, refuses),
      on('readSecret', when, byPath, reaches(/contract-checks/, 'other')),
    ],
  },
  'SEC-097': {
    needs: everythingWithControl,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const headers = { 'x-svc-namespace': 'ns1/' }
      await during(t, { namespaces_available: false }, async () => {
        for (const [operation, input] of entriesOf(t, requests)) {
          const reply = await t.attempt(operation, { ...input, headers })
          expectStatus(reply, 403, `${operation} with a namespace, where there is no access to them`)
        }
        const byPath = await t.attempt('readSecret', { path: { mount: 'ns1', path: 'secret/foo' } })
        t.assume('SEC-G37', () => expectStatus(byPath, 403, 'a read with a namespace in the path'))
        const read = await t.attempt('readSecret', requests.readSecret)
        expect(read.status, 'status of readSecret without a namespace').toBe(200)
        for (const empty of ['', '/']) {
          const reply = await t.attempt('readSecret', { ...requests.readSecret, headers: { 'x-svc-namespace': empty } })
          t.assume('SEC-G26', () => expectSuccess(reply, `readSecret with an empty namespace, '${empty}'`))
        }
      })
    },
    sabotage: [
      ...['readSecret', 'writeSecret', 'listMount', 'login', 'readHealth'].flatMap((operation) => [
        on(operation, when(byHeader, turnsStatus(403, 404))),
        on(operation, seesHeaders({ 'x-svc-namespace': undefined })),
      ]),
      on('readSecret', when, (request) => !byHeader(request), turnsStatus(200, 403)),
    ],
  },
}
