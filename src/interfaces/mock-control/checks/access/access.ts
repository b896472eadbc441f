import { expect } from '../../../../check/expect.ts'
import {
  answersStatus,
  changesHeader,
  on,
  type Sabotage,
  seesHeaders,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { callAt } from '../callers.ts'
import { type Checks, changes, expectStatus, ownSession, servedInterface } from '../session.ts'
import { expectAllRefused, list } from './access-calls.ts'

/** A program of this machine, where the header says something else. */
const takesForLocal = (pattern: RegExp): Sabotage =>
  when(({ headers }) => pattern.test(headers.host ?? ''), seesHeaders({ host: 'localhost' }))

export const access: Checks = {
  'CTL-055': {
    needs: changes,
    async run(t) {
      await expectAllRefused(t, 403, { headers: { host: 'mock.example' } })
      for (const host of [
        'localhost.mock.example',
        '127.0.0.1.mock.example',
        '10.0.0.1',
        '[::2]:80',
        'mock.example:4010',
        '128.0.0.1',
        '126.0.0.1',
        '0.0.0.0',
        '127.0.0.1@mock.example',
      ])
        await expectStatus(list(t, { host }), 403, `status with Host: ${host}`)
      for (const host of [
        'localhost',
        'localhost:4010',
        'LOCALHOST',
        '127.0.0.1',
        '127.1.2.3:80',
        '[::1]',
        '[::1]:4010',
      ])
        await expectStatus(list(t, { host }), 200, `status with Host: ${host}`)
    },
    sabotage: [
      on('listInterfaces', seesHeaders({ host: 'localhost' })),
      on('putRecord', seesHeaders({ host: 'localhost' })),
      on('clearJournal', turnsStatus(403, 204)),
      takesForLocal(/^localhost\./),
      takesForLocal(/^127\.0\.0\.1\./),
      takesForLocal(/^10\./),
      when(({ headers }) => /:4010$/.test(headers.host ?? ''), answersStatus(403)),
      when(({ headers }) => headers.host?.startsWith('[::1]') === true, answersStatus(403)),
      on('listInterfaces', turnsStatus(403, 401)),
    ],
  },
  'CTL-056': {
    needs: { ...changes, resources: ['guarded mock'] },
    async run(t) {
      const base = t.resource('guarded mock')
      await expectAllRefused(t, 401, { base, as: null })
      const refused = await list(t, {}, { base, as: null })
      expect(refused.headers['www-authenticate'], 'challenge of the refusal').toMatch(/^Bearer\b/)
      const wrong = ['Bearer wrong', 'Bearer', 'Bearer ', 'Basic d3Jvbmc6', 'bearer', `Bearer ${'x'.repeat(200)}`]
      for (const authorization of wrong)
        await expectStatus(list(t, { authorization }, { base, as: null }), 401, `status with ${authorization}`)

      await expectStatus(list(t, {}, { base }), 200, 'status with the token')
      await expectStatus(list(t, { host: 'mock.example' }, { base }), 200, 'status with the token, by any name')
      const { baseUrls, credentials } = await servedInterface(t, 'orders', base)
      const session = ownSession(t, { base })
      const sent = { ...credentials[0]?.headers, 'x-mock-session': session }
      await expectStatus(
        callAt(t, baseUrls[0] ?? '', sent, { method: 'GET', target: '/orders?limit=1' }),
        200,
        'status of a mocked interface without the token',
      )
    },
    sabotage: [
      on('listInterfaces', turnsStatus(401, 200)),
      on('deleteFaults', turnsStatus(401, 204)),
      on('listInterfaces', turnsStatus(401, 403)),
      changesHeader('www-authenticate', undefined),
      when(({ headers }) => headers.host === 'mock.example', answersStatus(403)),
      when(({ headers }) => headers.authorization === 'Basic d3Jvbmc6', answersStatus(200)),
      when(
        ({ operation, headers }) => operation === 'listOrders' && headers['x-mock-session'] !== undefined,
        answersStatus(401),
      ),
    ],
  },
}
