import { expect } from 'vitest'
import type { components, operations } from '../../../../generated/mock-control/types.ts'
import type { AttemptInput, Check, Reply } from '../../check.ts'
import {
  answersStatus,
  changesAnswer,
  changesHeader,
  on,
  type Sabotage,
  seesHeaders,
  turnsStatus,
  when,
} from '../../sabotage.ts'
import { callAt } from './callers.ts'
import { callAll, callInSession, ofSessions } from './every-call.ts'
import { type Context, changes, ownSession, servedInterface } from './session.ts'

type Problem = components['schemas']['Problem']

/** No operation of the document is let through. */
async function expectAllRefused(t: Context, status: number, options: AttemptInput): Promise<void> {
  const session = ownSession(t, options.base === undefined ? {} : { base: options.base })
  for (const [operation, reply] of await callAll(t, session, options))
    expect(reply.status, `status of ${operation} with ${JSON.stringify(options.headers ?? {})}`).toBe(status)
}

const list = (t: Context, headers: AttemptInput['headers'], options: AttemptInput = {}): Promise<Reply> =>
  t.attempt('listInterfaces', { ...options, ...(headers ? { headers } : {}) })

/** A program of this machine, where the header says something else. */
const takesForLocal = (pattern: RegExp): Sabotage =>
  when(({ headers }) => pattern.test(headers.host ?? ''), seesHeaders({ host: 'localhost' }))

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

const expectProblem = ({ status, headers, body }: Reply, expected: number, what: string): void => {
  expect(status, `status of ${what}`).toBe(expected)
  expect(headers['content-type'], `media type of ${what}`).toMatch(/^application\/problem\+json(;|$)/)
  const { type, title, status: told, detail } = body as Problem
  expect([typeof type, typeof title, told], `type, title and status in the problem of ${what}`).toEqual([
    'string',
    'string',
    expected,
  ])
  expect(title, `title of ${what}`).toMatch(/^[A-Z]/)
  expect(detail, `detail of ${what}`).toMatch(/\w+ \w+/)
}

const saysWrongly = (change: (problem: Problem) => object): Sabotage =>
  changesAnswer((answer) =>
    answer.status >= 400 ? { ...answer, body: change({ ...(answer.body as Problem) }) } : answer,
  )

export const access: Record<string, Check<operations>> = {
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
      ])
        expect((await list(t, { host })).status, `status with Host: ${host}`).toBe(403)
      for (const host of [
        'localhost',
        'localhost:4010',
        'LOCALHOST',
        '127.0.0.1',
        '127.1.2.3:80',
        '[::1]',
        '[::1]:4010',
      ])
        expect((await list(t, { host })).status, `status with Host: ${host}`).toBe(200)
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
        expect((await list(t, { authorization }, { base, as: null })).status, `status with ${authorization}`).toBe(401)

      const { request } = { request: await list(t, {}, { base }) }
      expect(request.status, 'status with the token').toBe(200)
      expect((await list(t, { host: 'mock.example' }, { base })).status, 'status with the token, by any name').toBe(200)
      const { baseUrls, credentials } = await servedInterface(t, 'orders', base)
      const session = ownSession(t, { base })
      const sent = { ...credentials[0]?.headers, 'x-mock-session': session }
      const served = await callAt(t, baseUrls[0] ?? '', sent, { method: 'GET', target: '/orders?limit=1' })
      expect(served.status, 'status of a mocked interface without the token').toBe(200)
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
        const asking = { origin, 'access-control-request-method': 'DELETE' }
        const asked = await t.send({ method: 'OPTIONS', target: '/sessions/default', headers: asking })
        expect(readableBy(asked), `who may send, when a page of ${origin} asks`).toBe(origin)
      }
      const origin = 'https://mock.example:4010'
      const own = await list(t, { origin, host: 'mock.example:4010' }, { base })
      expect([own.status, readableBy(own)], 'status for a page of the mock’s own name, and who may read').toEqual([
        200,
        origin,
      ])
      const other = await list(t, { origin: 'https://mock.example', host: 'mock.example:4010' }, { base })
      expect(other.status, 'status for a page of its name at another port').toBe(403)
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
    ],
  },
  'CTL-060': {
    needs: { ...changes, resources: ['guarded mock'] },
    async run(t) {
      const session = ownSession(t)
      const base = t.resource('guarded mock')
      for (const operation of ofSessions)
        expectProblem(await callInSession(t, operation, 'two words'), 400, `${operation} in a session of two words`)
      const json = { 'content-type': 'application/json' }
      const clock = `/sessions/${session}/clock`
      const sent: [string, number, Promise<Reply>][] = [
        ['a call without the token', 401, list(t, {}, { base, as: null })],
        ['a call from another machine', 403, list(t, { host: 'mock.example' })],
        ['a call of a foreign page', 403, list(t, { origin: 'https://pages.example' })],
        ['a session that is not there', 404, t.attempt('getSession', { path: { session: `${session}.none` } })],
        ['an unknown interface', 404, t.attempt('getConditions', { path: { session, interface: 'none' } })],
        ['a path that leads nowhere', 404, t.send({ method: 'GET', target: '/nothing' })],
        ['a method that is not there', 405, t.send({ method: 'PATCH', target: clock })],
        ['a body that is broken', 400, t.send({ method: 'PUT', target: clock, headers: json, body: '{"now"' })],
        ['a body that does not fit', 400, t.attempt('setClock', { path: { session }, body: { now: 'noon' } })],
        ['a body that is missing', 400, t.send({ method: 'PUT', target: clock })],
        [
          'an unknown condition',
          400,
          t.attempt('changeConditions', { path: { session, interface: 'orders' }, body: { a: 1 } }),
        ],
        ['an unknown fault', 404, t.attempt('deleteFault', { path: { session, fault: '9' } })],
        [
          'a time that no clock shows',
          400,
          t.attempt('setClock', { path: { session }, body: { now: '0001-01-01T00:00:00Z' } }),
        ],
      ]
      for (const [what, status, reply] of sent) expectProblem(await reply, status, what)
      for (let faults = 0; faults < 100; faults++) await callInSession(t, 'createFault', session)
      expectProblem(await callInSession(t, 'createFault', session), 409, 'one fault too many')
    },
    sabotage: [
      when(
        () => true,
        changesAnswer((answer) =>
          answer.status >= 400
            ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/json' } }
            : answer,
        ),
      ),
      on(
        'deleteFault',
        saysWrongly(({ detail: _, ...problem }) => problem),
      ),
      on(
        'createFault',
        saysWrongly(({ title: _, ...problem }) => problem),
      ),
      on(
        'setClock',
        saysWrongly((problem) => ({ ...problem, status: 500 })),
      ),
      saysWrongly(({ detail }) => ({ error: detail })),
      on(
        'changeConditions',
        saysWrongly((problem) => ({ ...problem, detail: '' })),
      ),
    ],
  },
}
