import { expect } from '../../../../check/expect.ts'
import { changesAnswer, type Sabotage } from '../../../../check/sabotage.ts'
import { anOrder, ordersOf } from '../callers.ts'
import { detailOf, inSessions, journalOf, ownSession } from '../session.ts'

/** An explaining header of every answer is another one, or is not there. */
const tells = (name: string, change: (value: string) => string | undefined): Sabotage => {
  return async (request, forward) => {
    const { headers, ...answer } = await forward(request)
    const { [name]: value, ...others } = headers
    const changed = value === undefined ? undefined : change(value)
    return { ...answer, headers: changed === undefined ? others : { ...others, [name]: changed } }
  }
}

/** A refusal with 404 says something else. */
const whereNothingIs = (change: (detail: string) => string): Sabotage =>
  changesAnswer((answer) => {
    if (answer.status !== 404) return answer
    const body = answer.body as { detail: string }
    return { ...answer, body: { ...body, detail: change(body.detail) } }
  })

export const explanation = inSessions({
  'CTL-070': {
    async run({ t, session }) {
      const token = await anOrder(t, (path) => path.endsWith('/digital'))
      const { call, update } = await ordersOf(t, session)
      const downloads = await call(`GET /orders/${token}/digital`)
      const wrong = await update(token, {})
      const entries = await journalOf(t, session)
      for (const [index, { headers }] of [downloads, wrong].entries()) {
        const entry = entries[index]
        expect(headers['x-mock-operation'], 'the operation').toBe(entry?.operation)
        expect(headers['x-mock-rules'], 'the rules that decided').toBe(entry?.rules.join(', '))
        for (const rule of entry?.rules ?? [])
          expect(headers.link, 'links to the rules').toContain(`</docs/orders/rules/#${rule}>; rel="describedby"`)
      }
      expect(downloads.headers['x-mock-rules'], 'the rules of downloads').toContain('ORD-054')
      expect(downloads.headers['x-mock-assumptions'], 'assumptions of a documented answer').toBe(undefined)
      expect(wrong.headers['x-mock-rules'], 'the rules of an update without a status').toContain('ORD-082')
      expect(wrong.headers['x-mock-assumptions'], 'assumptions of an error').toMatch(/^ORD-G04\b/)
    },
    sabotage: [
      tells('x-mock-operation', () => undefined),
      tells('x-mock-operation', () => 'listOrders'),
      tells('x-mock-rules', () => undefined),
      tells('x-mock-rules', (rules) => `${rules}, ORD-001`),
      tells('x-mock-assumptions', () => undefined),
      tells('link', () => undefined),
      tells('link', (links) => links.replaceAll('/docs/orders/', '/docs/')),
    ],
  },
  'CTL-072': {
    async run({ t }) {
      const { call } = await ordersOf(t, ownSession(t))
      for (const [target, meant] of [
        ['/ordres', 'GET /orders/api/orders?'],
        ['/orders/', 'GET /orders/api/orders?'],
        ['/ordres/1', 'GET /orders/api/orders/{token}?'],
      ] as const) {
        const reply = await call(`GET ${target}`)
        expect(reply.status, `status of ${target}`).toBe(404)
        expect(detailOf(reply), `the path as it was sent, of ${target}`).toContain(`/orders/api${target};`)
        expect(detailOf(reply), `the operation that ${target} probably means`).toContain(meant)
      }
    },
    sabotage: [
      whereNothingIs((detail) => detail.replace('/orders/api', '/api')),
      whereNothingIs((detail) => detail.replace(/;.*/, '.')),
      whereNothingIs((detail) => detail.replace('/{token}', '')),
    ],
  },
})
