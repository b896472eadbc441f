import { expect } from '../../../../check/expect.ts'
import { answersStatus, changesBody, on, when } from '../../../../check/sabotage.ts'
import type { Checks } from '../session.ts'

export const health: Checks = {
  'CTL-061': {
    needs: { resources: ['guarded mock'] },
    async run(t) {
      for (const base of [undefined, t.resource('guarded mock')]) {
        for (const headers of [{}, { host: 'mock.example' }]) {
          const reply = await t.attempt('getHealth', { as: null, headers, ...(base !== undefined && { base }) })
          expect(reply.status, `status with ${JSON.stringify(headers)}`).toBe(200)
          expect(reply.body, 'health').toEqual({ live: true, ready: true })
        }
      }
    },
    sabotage: [
      on('getHealth', answersStatus(401)),
      when(
        ({ operation, headers }) => operation === 'getHealth' && headers.host === 'mock.example',
        answersStatus(403),
      ),
      on('getHealth', changesBody, (body: object) => ({ ...body, sessions: 3 })),
    ],
  },
}
