import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import { isPlainObject } from '../../../../check/pattern.ts'
import { answersStatus, answersWith, changesBody, on, seesBody, when } from '../../../../check/sabotage.ts'
import { bothVersions, type Checks, type Context, everyRead, toRead, version1, version2 } from '../context.ts'
import { among, entriesOf, gapOf, prepareEveryRequest } from '../every-operation.ts'
import { expectOrAssume, expectToHold } from '../expectations.ts'
import { makeKey, makeSecret, scratchDirectory, uniquePairs } from '../scratch.ts'

const reads = ['readSecret', 'readStoreSettings', 'readVersion', 'readKeySettings', 'readHealth'] as const
const lists = ['listMount', 'listDirectory', 'listKeys', 'listKeyDirectory'] as const

export const reading: Checks = {
  'SEC-023': {
    needs: version1,
    async run(t) {
      const path = { mount: t.resource('version 1 mount'), path: scratchDirectory() }
      const pairs = {
        text: 'contract check',
        number: 8.25,
        yes: true,
        nothing: null,
        list: [1, 'two'],
        object: { a: {} },
        constructor: 'é \u0000 😀',
        '': 'no name',
      }
      await makeSecret(t, path.path, pairs)
      const reply = await t.call('readSecret', { path })
      expectToHold(reply, pairs, 'the secret')
      t.assume('SEC-G11', () => expect(reply.body, 'body of a read').toMatchObject({ data: pairs }))
    },
    // That nothing else is taken is SEC-065.
    sabotage: on('writeSecret', seesBody, (body: object) =>
      Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)])),
    ),
  },
  'SEC-025': {
    needs: version2,
    async run(t) {
      const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
      const pairs = { text: 'contract check', number: 8.25, object: { a: [] } }
      await makeKey(t, path.path, [pairs])
      expectToHold(await t.call('readVersion', { path }), pairs, 'the key')
      for (const body of [{}, pairs, { data: 'text' }, { data: ['a'] }, { data: 17 }]) {
        for (const operation of ['writeVersion', 'writeVersionByPut'] as const) {
          const what = `${operation} of ${JSON.stringify(body)}`
          expectRefused(await t.attempt(operation, { path, body }), `${what}, which has no object in data`)
        }
      }
      expectToHold(await t.call('readVersion', { path }), pairs, 'the key after writes that were refused')
    },
    sabotage: ['writeVersion', 'writeVersionByPut'].flatMap((operation) => [
      on(operation, seesBody, (body: object) => ('data' in body ? body : { data: body })),
      on(operation, seesBody, (body: { data?: unknown }) =>
        typeof body.data === 'object' ? { data: { ...body.data } } : body,
      ),
      on(operation, seesBody, (body: { data?: unknown }) => (typeof body.data === 'string' ? { data: {} } : body)),
    ]),
  },
  'SEC-046': {
    needs: everyRead,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, reads)) {
        const { status } = await t.attempt(operation, requests[operation])
        expectOrAssume(gapOf(operation), t, () => expect(status, `status of ${operation}, a GET`).toBe(200))
      }
    },
    sabotage: reads.map((operation) => on(operation, when, ({ method }) => method === 'GET', answersWith(405))),
  },
  'SEC-062': {
    needs: { ...version1, ...toRead },
    async run(t) {
      const { path, pairs } = await secretToRead(t)
      const reply = await t.call('readSecret', { path })
      expect(reply.status, 'status of a read without a body').toBe(200)
      if (pairs) expectToHold(reply, pairs, 'a read without a body')
    },
    sabotage: on('readSecret', when, ({ body }) => body === null, answersWith(400, { errors: ['a body is missing'] })),
  },
  'SEC-063': {
    needs: { ...version1, ...toRead, control: 'where offered' },
    async run(t) {
      const { path, pairs } = await secretToRead(t)
      const { status, headers, body } = await t.call('readSecret', { path })
      expect(status, 'status of a read that succeeds').toBe(200)
      expect(headers['content-type'], 'Content-Type of a read that succeeds').toEqual(
        expect.stringMatching(/^application\/(.*\+)?json\b/i),
      )
      expect(isPlainObject(body), `whether the body of a read is an object, seen ${JSON.stringify(body)}`).toBe(true)
      // The rule says nothing of the members around the pairs.
      if (!t.hasControl) return
      const lease = { lease_id: '', renewable: false, lease_duration: expect.any(Number) }
      const answer = { request_id: expect.stringMatching(/./), ...lease, data: pairs, warnings: null, auth: null }
      t.assume('SEC-G11', () => expect(body, 'body of a read').toEqual(answer))
    },
    sabotage: [
      on('readSecret', answersStatus(203)),
      on('readSecret', changesBody, (body) => [body]),
      on('readSecret', changesBody, (body) => JSON.stringify(body)),
      on('readSecret', changesBody, () => null),
    ],
  },
  'SEC-064': {
    needs: bothVersions,
    onlyAssumed: 'SEC-G51',
    async run(t) {
      const [path, pairs] = [scratchDirectory(), uniquePairs()]
      await makeSecret(t, path, pairs)
      await makeKey(t, path, [pairs])
      const one = await t.call('readSecret', { path: { mount: t.resource('version 1 mount'), path } })
      const two = await t.call('readVersion', { path: { mount: t.resource('version 2 mount'), path } })
      expectToHold(one, pairs, 'a read of kv version 1')
      expectToHold(two, pairs, 'a read of kv version 2')
      const metadata = { version: 1, created_time: expect.any(String), deletion_time: '', destroyed: false }
      t.assume('SEC-G51', () => {
        expect(two.body, 'body of a read of kv version 2').toMatchObject({ data: { data: pairs, metadata } })
        const fields = fieldsOf(one.body)
        expect(fieldsOf(two.body), 'fields of a read of kv version 2, against those of version 1').not.toEqual(fields)
      })
    },
    sabotage: on('readVersion', changesBody, (body: { data: { data: object } }) => ({ ...body, data: body.data.data })),
  },
  'SEC-094': {
    needs: everyRead,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const [operation, input] of entriesOf(t, requests)) {
        const { status, text, body } = await t.attempt(operation, input)
        if (status !== 200) continue
        expect(text, `body of ${operation}, which answered 200`).not.toBe('')
        expect(Object.keys(Object(body)), `members of the body of ${operation}, which answered 200`).not.toEqual([])
      }
      for (const operation of ['readSecret', ...lists] as const) {
        const { status } = await t.attempt(operation, requests[operation])
        expectOrAssume(gapOf(operation), t, () => expect(status, `status of ${operation}, which has data`).toBe(200))
      }
    },
    sabotage: [...['readSecret', 'readVersion', 'writeVersion', 'login', 'describeLogin'], ...lists]
      .flatMap((operation) => [on(operation, changesBody, () => ({})), on(operation, changesBody, () => undefined)])
      .concat(['readSecret', ...lists].map((operation) => on(operation, answersWith(204)))),
  },
}

/** A secret of the check with its pairs, or the one that the target names to be read. */
async function secretToRead(t: Context) {
  const [mount, pairs] = [t.resource('version 1 mount'), uniquePairs()]
  if (!t.mayChange) return { path: { mount, path: t.resource('secret to read') } }
  const path = { mount, path: scratchDirectory() }
  await makeSecret(t, path.path, pairs)
  return { path, pairs }
}

/** Names of the members, and of the members of their objects. */
function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fieldsOf(member)]))
}
