import { expect } from '../../../../check/expect.ts'
import { changesAnswer, type Sabotage } from '../../../../check/sabotage.ts'
import { callAt, ordersOf } from '../callers.ts'
import { inSessions, journalOf, servedInterface } from '../session.ts'

/** The reason of a refusal is another one. */
const gives = (change: (reason: string) => string | undefined): Sabotage =>
  changesAnswer((answer) => {
    const { 'x-mock-reason': reason, ...headers } = answer.headers
    const changed = reason === undefined ? undefined : change(reason)
    return { ...answer, headers: changed === undefined ? headers : { ...headers, 'x-mock-reason': changed } }
  })

export const reasons = inSessions({
  'CTL-073': {
    async run({ t, session }) {
      const { baseUrls, credentials } = await servedInterface(t, 'secrets')
      const [base = ''] = baseUrls
      const tokenOf = (role: string) =>
        credentials.find((one) => one.role === role)?.headers['x-svc-token'] ??
        t.inconclusive(`needs a mock whose secrets service has the credential ${role}`)
      const ask = (headers: Record<string, string>) =>
        callAt(t, base, { 'x-mock-session': session, ...headers }, { method: 'GET', target: '/v1/secret/foo' })

      const causes = [
        ['no token', {}, /^The request carries no credentials/],
        ['a malformed token', { authorization: 'Nonsense 7c41d9e0' }, /^The credentials are malformed/],
        ['an unknown token', { 'x-svc-token': 'svc.7c41d9e0' }, /^The token is not known/],
        [
          'an expired token',
          { 'x-svc-token': tokenOf('expired') },
          /^The token expired at \d{4}-.*; the clock .*\d{4}-/,
        ],
        ['a token without rights', { 'x-svc-token': tokenOf('none') }, /lacks the capability read .*\(SEC-089\)/],
      ] as const
      const bodies: unknown[] = []
      for (const [what, headers, cause] of causes) {
        const reply = await ask(headers)
        expect(reply.status, `status with ${what}`).toBe(403)
        expect(reply.headers['x-mock-reason'], `the reason with ${what}`).toMatch(cause)
        expect(reply.headers['x-mock-reason'], `the reason with ${what}`).not.toContain('7c41d9e0')
        expect(reply.headers['x-mock-reason'], 'where the credentials are').toContain('GET /_control/interfaces')
        bodies.push(reply.body)
      }
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size, 'different bodies of the refusals').toBe(1)

      const { call } = await ordersOf(t, session)
      const wrong = await call('GET /orders?limit=0')
      expect(wrong.headers['x-mock-reason'], 'the reason with a limit of 0').toMatch(/limit.*[.]$/)
      const good = await call('GET /orders')
      expect(good.headers['x-mock-reason'], 'the reason of a success').toBe(undefined)
      const told = (await journalOf(t, session)).map(({ reason }) => reason)
      expect(
        causes.map(([, , cause], index) => cause.test(told[index] ?? '')),
        'whether the journal has the same causes',
      ).toEqual(causes.map(() => true))
    },
    sabotage: [
      gives(() => undefined),
      gives((reason) => reason.replace(/^The (credentials|token|request) .*?[.:]/, 'The credentials are malformed:')),
      gives((reason) => reason.replace('GET /_control/interfaces', 'somebody')),
      gives((reason) => `${reason} 7c41d9e0`),
      changesAnswer((answer, { headers }) =>
        answer.status === 403 && headers['x-svc-token']?.includes('7c41d9e0')
          ? { ...answer, body: { errors: ['no such token'] } }
          : answer,
      ),
    ],
  },
})
