import type { components } from '../../../../../generated/mock-control/types.ts'
import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesAnswer, on, type Sabotage, when } from '../../../../check/sabotage.ts'
import { callInSession, ofSessions } from '../every-call.ts'
import { changes, inSessions } from '../session.ts'
import { list } from './access-calls.ts'

type Problem = components['schemas']['Problem']

const expectProblem = ({ status, headers, body }: Reply, expected: number, what: string): void => {
  expect(status, `status of ${what}`).toBe(expected)
  expect(headers['content-type'], `media type of ${what}`).toMatch(/^application\/problem\+json(;|$)/i)
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

export const problems = inSessions({
  'CTL-060': {
    needs: { ...changes, resources: ['guarded mock'] },
    async run({ t, session, control }) {
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
        ['an unknown interface', 404, control('getConditions', { path: { interface: 'none' } })],
        ['a path that leads nowhere', 404, t.send({ method: 'GET', target: '/nothing' })],
        ['a method that is not there', 405, t.send({ method: 'PATCH', target: clock })],
        ['a body that is broken', 400, t.send({ method: 'PUT', target: clock, headers: json, body: '{"now"' })],
        ['a body that does not fit', 400, control('setClock', { body: { now: 'noon' } })],
        ['a body that is missing', 400, t.send({ method: 'PUT', target: clock })],
        ['an unknown condition', 400, control('changeConditions', { path: { interface: 'orders' }, body: { a: 1 } })],
        ['an unknown fault', 404, control('deleteFault', { path: { fault: '9' } })],
        ['a time that no clock shows', 400, control('setClock', { body: { now: '0001-01-01T00:00:00Z' } })],
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
})
