import type { operations } from '../../../../../generated/mock-control/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { answersWith, on, seesPath, turnsStatus } from '../../../../check/sabotage.ts'
import { anOrder, ordersOf } from '../callers.ts'
import { changes, ownSession } from '../session.ts'
import { all, get, keysIn, ordersIn, remove } from './record-calls.ts'

export const recordKeys: Record<string, Check<operations>> = {
  'CTL-035': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const at = ordersIn(session)
      const before = await all(t, at)
      const token = await anOrder(t)
      const { [token]: deleted, ...others } = before
      expect(deleted, 'the record before').toBeDefined()
      expect((await remove(t, at, token)).status, 'status of the deletion').toBe(204)
      expect((await get(t, at, token)).status, 'status of reading it then').toBe(404)
      expect((await remove(t, at, token)).status, 'status of deleting it again').toBe(404)
      expect((await remove(t, at, 'none')).status, 'status of deleting what never was').toBe(404)
      expect(await all(t, at), 'records left').toEqual(others)
      expect((await (await ordersOf(t, session)).get(token)).status, 'status that callers get').toBe(404)
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
    needs: changes,
    async run(t) {
      const session = ownSession(t)
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
        const created = await t.send({ method: 'PUT', target, headers, body: JSON.stringify(body) })
        expect(created.status, `status of '${key}' when it is put`).toBe(201)
        const found = await all(t, at)
        expect(Object.hasOwn(found, key), `whether '${key}' is among the keys`).toBe(true)
        expect((await t.send({ method: 'GET', target })).body, `the record of '${key}'`).toEqual(body)
        expect((await t.send({ method: 'DELETE', target })).status, `status of deleting '${key}'`).toBe(204)
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
}
