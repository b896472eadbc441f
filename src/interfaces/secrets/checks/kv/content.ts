import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import { on, seesBody } from '../../../../check/sabotage.ts'
import { type Checks, version1, version2 } from '../context.ts'
import { expectToHold } from '../expectations.ts'
import { makeKey, makeSecret, scratchDirectory } from '../scratch.ts'

export const content: Checks = {
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
      for (const body of [['a', 'b'], 'text', 17]) {
        for (const operation of ['writeSecret', 'writeSecretByPut'] as const) {
          const text = JSON.stringify(body)
          expectRefused(
            await t.attempt(operation, { path, body: text }),
            `${operation} of ${text}, which is not an object`,
          )
        }
      }
    },
    sabotage: [
      on('writeSecret', seesBody, (body) =>
        typeof body === 'object' && !Array.isArray(body)
          ? Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]))
          : body,
      ),
      ...['writeSecret', 'writeSecretByPut'].flatMap((operation) => [
        on(operation, seesBody, (body) => (Array.isArray(body) ? {} : body)),
        on(operation, seesBody, (body) => (typeof body === 'object' ? body : {})),
      ]),
    ],
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
}
