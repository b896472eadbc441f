import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { on, type SabotagedRequest, seesHeaders, turnsStatus, when } from '../../../../check/sabotage.ts'
import { type Checks, type Context, everything, has, reaches, version1 } from '../context.ts'
import { entriesOf, gapOf, prepareEveryRequest } from '../every-operation.ts'
import { expectNoSuccess, expectOrAssume, expectSuccess, expectToHold } from '../expectations.ts'
import { makeSecret, scratchDirectory, success, uniquePairs } from '../scratch.ts'

const namespaces = ['outer namespace', 'inner namespace'] as const
const needs = { ...version1, resources: [...version1.resources, ...namespaces] } as const

/** A way to an object: a part of `ns1/ns2/` in the header, and the rest in the path. */
interface Way {
  header: string | undefined
  inPath: string
}

function waysOf(t: Context): Record<'byHeader' | 'byPath' | 'split', Way> {
  const [outer, inner] = [t.resource('outer namespace'), t.resource('inner namespace')]
  return {
    byHeader: { header: outer + inner, inPath: '' },
    byPath: { header: undefined, inPath: outer + inner },
    split: { header: outer, inPath: inner },
  }
}

/** Requests the same path below the mount in this way. */
async function go(t: Context, { header, inPath }: Way, path: string, body?: object): Promise<Reply> {
  const target = `/v1/${inPath}${t.resource('version 1 mount')}/${path}`
  const headers = { 'x-svc-namespace': header }
  if (body === undefined) return t.send({ method: 'GET', target, headers })
  return t.send({ method: 'POST', target, headers, body: JSON.stringify(body) })
}

/** A value that is written in one way is read in the other, and not without a namespace. */
async function expectOneObject(t: Context, [written, read]: readonly [Way, Way], what: string): Promise<void> {
  const [path, pairs] = [scratchDirectory(), uniquePairs()]
  expectSuccess(await go(t, written, path, pairs), `a write with ${describe(written)}`)
  expectToHold(
    await go(t, read, path),
    pairs,
    `${what}: a read with ${describe(read)}, of what was written with ${describe(written)}`,
  )
  expectNoSuccess(await go(t, { header: undefined, inPath: '' }, path), 'a read of the same path in the root namespace')
}

function describe({ header, inPath }: Way): string {
  return `${header ?? 'nothing'} in the header and ${inPath || 'nothing'} in the path`
}

const named = has('x-svc-namespace')
const withoutHeader = seesHeaders({ 'x-svc-namespace': undefined })
const inFull = (request: SabotagedRequest) => request.path.startsWith('/v1/ns1/ns2/') && !named(request)
const isSplit = (request: SabotagedRequest) =>
  request.path.startsWith('/v1/ns2/') && has('x-svc-namespace', 'ns1/')(request)

export const namespacing: Checks = {
  'SEC-020': {
    needs,
    async run(t) {
      const path = scratchDirectory()
      const [inRoot, inNamespace] = [uniquePairs(), uniquePairs()]
      const { byHeader, byPath } = waysOf(t)
      await makeSecret(t, path, inRoot)
      expectNoSuccess(await go(t, byHeader, path), 'a read in a namespace, of what stands in the root namespace')
      expectNoSuccess(await go(t, byPath, path), 'a read below a namespace, of what stands in the root namespace')
      expectSuccess(await go(t, byHeader, path, inNamespace), 'a write in a namespace')
      expectToHold(await go(t, byHeader, path), inNamespace, 'a read in the namespace')
      expectToHold(await go(t, { header: undefined, inPath: '' }, path), inRoot, 'a read in the root namespace')
      const other = { header: t.resource('outer namespace'), inPath: '' }
      expectNoSuccess(await go(t, other, path), 'a read in another namespace')
    },
    sabotage: [
      withoutHeader,
      reaches(/\/ns1\/ns2\//, '/'),
      when(has('x-svc-namespace', 'ns1/'), seesHeaders({ 'x-svc-namespace': 'ns1/ns2/' })),
    ],
  },
  'SEC-073': {
    needs: { ...everything, resources: [...everything.resources, ...namespaces] },
    async run(t) {
      const { byHeader, byPath } = waysOf(t)
      await expectOneObject(t, [byHeader, byPath], 'the namespace of the header stands before the path')
      const headers = { 'x-svc-namespace': byHeader.header }
      const requests = await prepareEveryRequest(t)
      for (const [operation, input] of entriesOf(t, requests)) {
        if (!/^(read|list)/.test(operation) || operation === 'readStoreSettings' || operation === 'readHealth') continue
        // The mounts of the namespace exist, but without data.
        if (operation === 'listMount' || operation === 'listKeys') continue
        const reply = await t.attempt(operation, { ...input, headers })
        const what = `${operation} in a namespace, of what stands in the root namespace`
        expectOrAssume(gapOf(operation), t, () => expectNoSuccess(reply, what))
      }
      for (const [operation, input] of entriesOf(t, requests)) {
        if (/^(read|list)/.test(operation)) continue
        const { status } = await t.attempt(operation, { ...input, headers })
        expectOrAssume(gapOf(operation), t, () =>
          expect(status, `status of ${operation} in a namespace`).toBeOneOf(success),
        )
      }
      const [path, pairs] = [scratchDirectory(), uniquePairs()]
      expectSuccess(await go(t, byHeader, path, pairs), 'a write in a namespace')
      for (const header of [`/${byPath.inPath}`, byPath.inPath.replace(/\/$/, '')]) {
        const reply = await go(t, { header, inPath: '' }, path)
        t.assume('SEC-G26', () => expectToHold(reply, pairs, `a read with ${header} in the header`))
      }
      const settings = await t.attempt('readStoreSettings', { ...requests.readStoreSettings, headers })
      t.assume('SEC-G05', () => expectSuccess(settings, 'readStoreSettings in a namespace'))
    },
    sabotage: [
      withoutHeader,
      ...['readSecret', 'listDirectory', 'readVersion', 'readKeySettings'].map((read) => on(read, withoutHeader)),
      ...['writeVersion', 'describeDeleteVersions', 'login'].map((each) =>
        on(each, when, named, turnsStatus(200, 404)),
      ),
      on('writeSecretByPut', when(named, turnsStatus(204, 404))),
      ...['ns1/ns2', '/ns1/ns2/'].map((other) => when(has('x-svc-namespace', other), turnsStatus(200, 404))),
    ],
  },
  'SEC-075': {
    needs,
    async run(t) {
      const { byHeader, byPath } = waysOf(t)
      await expectOneObject(t, [byHeader, byPath], 'the path is appended to the namespace')
      const twice = { header: byHeader.header, inPath: byPath.inPath }
      const [path, pairs] = [scratchDirectory(), uniquePairs()]
      expectSuccess(await go(t, byHeader, path, pairs), 'a write in a namespace')
      expectNoSuccess(await go(t, twice, path), 'a read with the namespace both in the header and in the path')
    },
    sabotage: [
      when(has('x-svc-namespace', 'ns1/ns2/'), seesHeaders({ 'x-svc-namespace': 'ns1/' })),
      when(named, withoutHeader),
      when((request) => named(request) && request.path.startsWith('/v1/ns1/'), withoutHeader),
    ],
  },
  'SEC-076': {
    needs,
    async run(t) {
      const { byHeader, byPath } = waysOf(t)
      await expectOneObject(t, [byHeader, byPath], 'the full path needs no header')
      await expectOneObject(t, [byPath, byHeader], 'the full path needs no header')
    },
    sabotage: [
      when(inFull, turnsStatus(200, 404)),
      when((request) => request.method === 'POST' && inFull(request), turnsStatus(204, 404)),
      when(inFull, reaches(/\/ns1\/ns2\//, '/')),
      when((request) => request.method === 'GET' && inFull(request), reaches(/\/ns1\/ns2\//, '/ns1/')),
    ],
  },
  'SEC-077': {
    needs,
    async run(t) {
      const { byHeader, byPath, split } = waysOf(t)
      for (const way of [byHeader, byPath]) {
        await expectOneObject(t, [way, split], 'a namespace may be split')
        await expectOneObject(t, [split, way], 'a namespace may be split')
      }
    },
    sabotage: [
      when(isSplit, turnsStatus(200, 404)),
      when((request) => request.method === 'POST' && isSplit(request), turnsStatus(204, 404)),
      when(isSplit, withoutHeader),
      when(isSplit, reaches(/^\/v1\/ns2\//, '/v1/')),
    ],
  },
}
