import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesAnswer, on, turnsStatus } from '../../../../check/sabotage.ts'
import type { Context } from '../context.ts'
import { assumeHalves } from './self-report.ts'

const halves = ['server', 'client'] as const

/** The health of the agent while one of its halves is unhealthy. */
async function healthWithout(t: Context, half: (typeof halves)[number]) {
  await t.control.setConditions({ serverHealthy: half !== 'server', clientHealthy: half !== 'client' })
  return t.call('getHealth')
}

/** All texts in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const unhealthy = (body: unknown, mediaType = 'application/json') =>
  on('getHealth', changesAnswer, (answer) =>
    answer.status === 500 ? { ...answer, headers: { 'content-type': mediaType }, body } : answer,
  )

type Report = Record<(typeof halves)[number], { ok: boolean }>

/** Ignores an unhealthy half. */
const overlooks = (half: (typeof halves)[number]) =>
  on('getHealth', changesAnswer, (answer) => ({
    ...answer,
    status: (answer.body as Report)[half].ok ? answer.status : 200,
  }))

export const health: Record<string, Check<operations>> = {
  'AGT-121': {
    needs: { control: true },
    async run(t) {
      expect((await t.call('getHealth')).status, 'status of a healthy agent').toBeLessThan(300)
      for (const half of halves) {
        const { status } = await healthWithout(t, half)
        expect(status, `status of an agent whose ${half} half is unhealthy`).toBe(500)
      }
      await assumeHalves(t)
    },
    sabotage: [
      on('getHealth', turnsStatus(500, 503)),
      on('getHealth', turnsStatus(500, 200)),
      on('getHealth', turnsStatus(200, 500)),
      ...halves.map(overlooks),
    ],
  },
  'AGT-122': {
    needs: { control: true },
    async run(t) {
      for (const half of halves) {
        const { status, headers, body, text } = await healthWithout(t, half)
        expect(status, `status of an agent whose ${half} half is unhealthy`).toBe(500)
        expect(headers['content-type'], 'media type of the 500').toMatch(/^application\/json\b/i)
        expect(body, 'body of the 500, which is JSON').not.toBe(text)
        const messages = textsIn(body).filter((message) => message !== '' && message !== 'ok')
        expect(messages.length, `error messages in ${text}`).toBeGreaterThan(0)
        t.assume('AGT-G20', () =>
          expect(body, 'body of the 500').toEqual({
            client: { ok: true, message: 'ok' },
            server: { ok: true, message: 'ok' },
            [half]: { ok: false, message: messages[0] },
          }),
        )
      }
    },
    sabotage: [
      unhealthy('no leader', 'text/plain'),
      unhealthy({}),
      unhealthy({ client: { ok: false, message: '' } }),
      unhealthy(Buffer.from('no leader')),
      unhealthy({ error: 'no leader' }),
    ],
  },
}
