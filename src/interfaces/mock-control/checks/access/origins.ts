import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { answersStatus, changesHeader, on, type Sabotage, seesHeaders, when } from '../../../../check/sabotage.ts'
import { type Checks, changes, expectStatus } from '../session.ts'
import { expectAllRefused, list } from './access-calls.ts'

const takesOriginForOwn = (pattern: RegExp): Sabotage =>
  when(({ headers }) => pattern.test(headers.origin ?? ''), seesHeaders({ origin: undefined }))

/** Of an answer to a page: the origin that may read it. */
const readableBy = ({ headers }: Reply) => headers['access-control-allow-origin']

const foreignOrigins = [
  'https://pages.example',
  'http://localhost.pages.example',
  'http://127.0.0.1.pages.example',
  'null',
  'http://10.0.0.1',
]

export const origins: Checks = {
  'CTL-057': {
    needs: { ...changes, resources: ['guarded mock'] },
    async run(t) {
      const base = t.resource('guarded mock')
      await expectAllRefused(t, 403, { headers: { origin: 'https://pages.example' } })
      for (const origin of foreignOrigins) {
        for (const [place, options] of [
          ['without a token', {}],
          ['with a token', { base }],
        ] as const) {
          const reply = await list(t, { origin }, options)
          expect(reply.status, `status for a page of ${origin}, ${place}`).toBe(403)
          expect(readableBy(reply), `who may read the answer to a page of ${origin}, ${place}`).toBeUndefined()
        }
        const asking = { origin, 'access-control-request-method': 'DELETE' }
        const asked = await t.send({ method: 'OPTIONS', target: '/sessions/default', headers: asking })
        expect(readableBy(asked), `who may send, when a page of ${origin} asks`).toBeUndefined()
      }
      for (const origin of [
        'http://localhost:3000',
        'http://127.0.0.1:4010',
        'https://localhost',
        'http://[::1]:8080',
      ]) {
        const reply = await list(t, { origin })
        expect([reply.status, readableBy(reply)], `status for a page of ${origin}, and who may read`).toEqual([
          200,
          origin,
        ])
        expect(reply.headers.vary, `by what the answer to a page of ${origin} varies`).toMatch(/\bOrigin\b/i)
        expect(reply.headers['access-control-expose-headers'], 'headers that it may read').toMatch(/\bcontent-type\b/i)
        for (const named of [undefined, 'authorization, content-type']) {
          const asking = { origin, 'access-control-request-method': 'DELETE', 'access-control-request-headers': named }
          const asked = await t.send({ method: 'OPTIONS', target: '/sessions/default', headers: asking })
          expect([asked.status, readableBy(asked)], `status and who may send, when a page of ${origin} asks`).toEqual([
            204,
            origin,
          ])
          expect(asked.headers['access-control-allow-methods'], 'methods that it may send').toMatch(/\bDELETE\b/)
          expect(asked.headers['access-control-allow-headers'], 'headers that it may send').toBe(named)
        }
      }
      const program = await list(t, {})
      expect(readableBy(program), 'who may read the answer to a program').toBeUndefined()
      const origin = 'https://mock.example:4010'
      const own = await list(t, { origin, host: 'mock.example:4010' }, { base })
      expect([own.status, readableBy(own)], 'status for a page of the mock’s own name, and who may read').toEqual([
        200,
        origin,
      ])
      await expectStatus(
        list(t, { origin: 'https://mock.example', host: 'mock.example:4010' }, { base }),
        403,
        'status for a page of its name at another port',
      )
    },
    sabotage: [
      on('listInterfaces', seesHeaders({ origin: undefined })),
      on('seedSession', seesHeaders({ origin: undefined })),
      takesOriginForOwn(/^http:\/\/localhost\./),
      takesOriginForOwn(/^null$/),
      when(({ headers }) => headers.origin !== undefined, changesHeader('access-control-allow-origin', '*')),
      when(({ headers }) => headers.origin === 'http://[::1]:8080', answersStatus(403)),
      when(({ headers }) => headers.host === 'mock.example:4010' && headers.origin !== undefined, answersStatus(403)),
      takesOriginForOwn(/^https:\/\/mock\.example$/),
      on('listInterfaces', changesHeader('access-control-expose-headers', 'date')),
    ],
  },
}
