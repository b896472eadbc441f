import { expect } from '../../../../check/expect.ts'
import { answersWith, on, seesPath, turnsStatus } from '../../../../check/sabotage.ts'
import { anOrder, ordersOf } from '../callers.ts'
import { expectStatus, inSessions } from '../session.ts'
import { all, get, keysIn, ordersIn, remove } from './record-calls.ts'

export const recordKeys = inSessions({
  'CTL-035': {
    async run({ t, session }) {
      const at = ordersIn(session)
      const before = await all(t, at)
      const token = await anOrder(t)
      const { [token]: deleted, ...others } = before
      expect(deleted, 'the record before').toBeDefined()
      await expectStatus(remove(t, at, token), 204, 'status of the deletion')
      await expectStatus(get(t, at, token), 404, 'status of reading it then')
      await expectStatus(remove(t, at, token), 404, 'status of deleting it again')
      await expectStatus(remove(t, at, 'none'), 404, 'status of deleting what never was')
      expect(await all(t, at), 'records left').toEqual(others)
      await expectStatus((await ordersOf(t, session)).get(token), 404, 'status that callers get')
    },
    sabotage: [
      on('deleteRecord', answersWith(204)),
      on('deleteRecord', turnsStatus(404, 204)),
      on('deleteRecord', turnsStatus(204, 200)),
      on('getRecord', turnsStatus(404, 200)),
      on('getOrder', answersWith(200, {})),
      on('deleteRecord', async (request, forward) => {
        const answer = await forward(request)
        await forward({ ...request, path: request.path.replace(/[^/]+$/, 'e6f03a4d-92c1-47b8-a5de-1b7c8f90d243') })
        return answer
      }),
    ],
  },
  'CTL-036': {
    async run({ t, session }) {
      const at = keysIn(session)
      for (const key of [
        'team/deploy/',
        '%',
        'ä 💡',
        'a?b#c',
        '%2F',
        '..',
        'a+b',
        'a\0b',
        'constructor',
        '__proto__',
      ]) {
        const body = { owner: `check of ${key}` }
        const target = `/sessions/${session}/interfaces/orders/records/api-keys/${encodeURIComponent(key).replaceAll('.', '%2E')}`
        const headers = { 'content-type': 'application/json' }
        await expectStatus(
          t.send({ method: 'PUT', target, headers, body: JSON.stringify(body) }),
          201,
          `status of '${key}' when it is put`,
        )
        const found = await all(t, at)
        expect(Object.hasOwn(found, key), `whether '${key}' is among the keys`).toBe(true)
        expect((await t.send({ method: 'GET', target })).body, `the record of '${key}'`).toEqual(body)
        await expectStatus(t.send({ method: 'DELETE', target }), 204, `status of deleting '${key}'`)
        expect(Object.hasOwn(await all(t, at), key), `whether '${key}' is among the keys then`).toBe(false)
      }
    },
    sabotage: [
      on(['putRecord', 'getRecord', 'deleteRecord'], seesPath, (path) => path.replaceAll('%', '%25')),
      on('putRecord', seesPath, (path) => path.replace(/%252F$/, '%2F')),
      on('getRecord', seesPath, (path) => path.replaceAll('%2F', '.')),
      on('deleteRecord', turnsStatus(204, 404)),
    ],
  },
})
