import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import { acceptsRefused, answersWith, on, turnsStatus, when } from '../../../../check/sabotage.ts'
import {
  admits,
  bothVersions,
  type Checks,
  type Context,
  carries,
  everything,
  type Operation,
  tokenOf,
  version1,
} from '../context.ts'
import { expectSameAnswer, expectStatus, expectSuccess, expectToHold } from '../expectations.ts'
import { makeKey, makeSecret, scratchDirectory, uniquePairs } from '../scratch.ts'
import { assumeCoverage, assumeHidden, assumeRights } from './access-rules.ts'

/** The answers to a token that may only create. */
interface Creation {
  version: string
  created: { POST: Reply; PUT: Reply }
  updated: { POST: Reply; PUT: Reply }
}

const creator = { ...bothVersions, roles: ['create-only'] } as const

async function writeAsCreator(t: Context): Promise<Creation[]> {
  const directory = scratchDirectory()
  const [one, other, existing] = [`${directory}/one`, `${directory}/other`, `${directory}/existing`]
  await makeSecret(t, existing)
  await makeKey(t, existing)
  const [as, pairs] = ['create-only', uniquePairs()]
  const creations: Creation[] = []
  for (const [post, put, version, body] of [
    ['writeSecret', 'writeSecretByPut', t.resource('version 1 mount'), pairs],
    ['writeVersion', 'writeVersionByPut', t.resource('version 2 mount'), { data: pairs }],
  ] as const) {
    const write = (operation: Operation, path: string) =>
      t.attempt(operation, { path: { mount: version, path }, body, as })
    creations.push({
      version,
      created: { POST: await write(post, one), PUT: await write(put, other) },
      updated: { POST: await write(post, existing), PUT: await write(put, existing) },
    })
  }
  return creations
}

/** An engine that does not look up stored data denies every write of a token that may only create. */
function looksUp(t: Context, { version, created, updated }: Creation): boolean {
  const replies = [created.POST, created.PUT, updated.POST, updated.PUT]
  const statuses = replies.map(({ status }) => status)
  const differ = new Set(statuses.map((status) => status < 300)).size > 1
  t.assume('SEC-G38', () =>
    expect(differ, `that ${version} tells creating from updating (${statuses.join(', ')})`).toBe(true),
  )
  return differ
}

const byVerb = ['writeSecret', 'writeSecretByPut', 'writeVersion', 'writeVersionByPut'].flatMap((operation) => [
  on(operation, admits(tokenOf('create-only'))),
  on(operation, when, carries(tokenOf('create-only')), answersWith(403, { errors: ['permission denied'] })),
])

const denials = [403, 404]
const writes = ['writeSecret', 'writeSecretByPut'] as const

export const policies: Checks = {
  'SEC-049': {
    needs: creator,
    async run(t) {
      for (const creation of await writeAsCreator(t)) {
        if (!looksUp(t, creation)) continue
        const { version, created, updated } = creation
        for (const [does, { POST, PUT }] of Object.entries({ created, updated })) {
          expect(PUT.status, `status of a PUT of what is ${does} in ${version}, against a POST`).toBe(POST.status)
        }
      }
    },
    sabotage: byVerb,
  },
  'SEC-050': {
    needs: creator,
    async run(t) {
      for (const creation of await writeAsCreator(t)) {
        if (!looksUp(t, creation)) continue
        for (const method of ['POST', 'PUT'] as const) {
          const what = `a ${method} in ${creation.version} with a token that may only create`
          expectSuccess(creation.created[method], `${what}, of what is not there`)
          expectRefused(creation.updated[method], `${what}, of what is there`)
        }
      }
    },
    sabotage: [...byVerb, when(carries(tokenOf('create-only')), answersWith(403)), admits(tokenOf('create-only'))],
  },
  'SEC-089': {
    needs: {
      ...everything,
      roles: [...everything.roles, 'without rights', 'read-only'],
      control: 'where offered',
    },
    async run(t) {
      const [path, pairs] = [{ mount: t.resource('version 1 mount'), path: scratchDirectory() }, uniquePairs()]
      await makeSecret(t, path.path, pairs)
      const denied = await t.call('readSecret', { path, as: 'without rights' })
      expect(denied.status, 'status of a read without rights').toBeOneOf(denials)
      expectToHold(await t.call('readSecret', { path, as: 'read-only' }), pairs, 'a read with the right to read')
      for (const operation of writes) {
        for (const as of ['without rights', 'read-only']) {
          const reply = await t.call(operation, { path, body: { value: 'not allowed' }, as })
          expect(reply.status, `status of ${operation} by ${as}`).toBeOneOf(denials)
        }
      }
      expectToHold(await t.call('readSecret', { path }), pairs, 'the secret, after writes that were denied')
      if (!t.hasControl) return
      await assumeCoverage(t)
      await assumeRights(t)
    },
    sabotage: [
      ...['readSecret', ...writes].map((operation) => on(operation, admits(tokenOf('none')))),
      ...writes.map((operation) => on(operation, admits(tokenOf('read-only')))),
      ...['readSecret', ...writes].map((operation) => on(operation, turnsStatus(403, 400))),
      on('readSecret', when(carries(tokenOf('read-only')), answersWith(403))),
    ],
  },
  'SEC-090': {
    needs: { ...version1, roles: ['hidden'], control: 'where offered' },
    async run(t) {
      const [path, mount] = [scratchDirectory(), t.resource('version 1 mount')]
      await makeSecret(t, `${path}/known`)
      const known = await t.call('readSecret', { path: { mount, path: `${path}/known` }, as: 'hidden' })
      expectStatus(known, 404, 'a read of what is there and hidden')
      const unknown = { path: { mount, path: `${path}/unknown` }, as: 'hidden' }
      const unknowns = [await t.call('readSecret', unknown), await t.call('readSecret', unknown)] as const
      expectSameAnswer(known, unknowns, 'a read of what is hidden, against one of what is not there')
      const written = await t.attempt('writeSecret', { path: { mount, path: `${path}/known` }, body: {}, as: 'hidden' })
      t.assume('SEC-G40', () => expectStatus(written, 404, 'a write of what is hidden'))
      const listed = await t.attempt('listDirectory', { path: { mount, path }, query: { list: true }, as: 'hidden' })
      expectStatus(listed, 404, 'a list of what is hidden')
      if (t.hasControl) await assumeHidden(t)
    },
    sabotage: [
      on('readSecret', when, ({ path }) => path.endsWith('/known'), turnsStatus(404, 403)),
      on('readSecret', when(carries(tokenOf('hidden-path')), acceptsRefused({ data: {} }))),
      on('readSecret', admits(tokenOf('hidden-path'))),
      on('readSecret', when, ({ path }) => path.endsWith('/known'), answersWith(404, { errors: ['hidden'] })),
    ],
  },
}
