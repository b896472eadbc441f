import { expect } from '../../../../check/expect.ts'
import {
  answersWith,
  changesAnswer,
  changesBody,
  on,
  remembersFirstAnswer,
  seesBody,
  turnsStatus,
} from '../../../../check/sabotage.ts'
import { andThen, doesRefused } from '../breaking.ts'
import { healthOf } from '../callers.ts'
import { type Context, detailOf, expectStatus, inSessions, servedInterface } from '../session.ts'

type Values = Record<string, unknown>

async function read(t: Context, session: string, name = 'secrets'): Promise<Values> {
  const body = await expectStatus(
    t.attempt('getConditions', { path: { session, interface: name } }),
    200,
    `status of the conditions of ${name}`,
  )
  return body as Values
}

const patch = (t: Context, session: string, body: unknown, name = 'secrets') =>
  t.attempt('changeConditions', { path: { session, interface: name }, body })

const path = '/interfaces/secrets/conditions'

export const conditions = inSessions({
  'CTL-028': {
    async run({ t, session }) {
      for (const name of ['secrets', 'kv-cluster', 'orders']) {
        const { conditions: declared } = await servedInterface(t, name)
        const values = Object.entries(declared).map(([condition, { value }]) => [condition, value])
        // As the list shows them for `default`, which no check changes for long, of a new session too.
        expect(Object.keys(await read(t, session, name)).sort(), `conditions of ${name}`).toEqual(
          values.map(([condition]) => condition).sort(),
        )
      }
      expect(await read(t, session), 'conditions of a new session').toMatchObject({
        sealed: false,
        initialized: true,
        node_role: 'active',
        cors_allowed_origins: null,
        warnings: [],
      })
      await patch(t, session, { sealed: true, warnings: ['one'] })
      expect(await read(t, session), 'conditions after a change').toMatchObject({
        sealed: true,
        initialized: true,
        warnings: ['one'],
      })
    },
    sabotage: [
      on('getConditions', changesBody, ({ sealed: _, ...others }: Values) => others),
      on('getConditions', changesBody, () => ({})),
      on('getConditions', changesBody, (values: Values) => ({ ...values, initialized: false })),
      on('getConditions', remembersFirstAnswer()),
      on('getConditions', changesBody, (values: Values) => ({ ...values, more: true })),
    ],
  },
  'CTL-029': {
    async run({ t, session }) {
      let expected = await read(t, session)
      for (const change of [
        { sealed: true },
        { warnings: ['one'], max_json_depth: 7 },
        {},
        { sealed: false, node_role: 'standby' },
      ]) {
        expected = { ...expected, ...change }
        const body = await expectStatus(
          patch(t, session, change),
          200,
          `status of the change ${JSON.stringify(change)}`,
        )
        expect(body, 'conditions in the answer').toEqual(expected)
        expect(await read(t, session), 'conditions read afterwards').toEqual(expected)
        const health = expected.sealed === true ? 503 : expected.node_role === 'standby' ? 429 : 200
        expect(await healthOf(t, session), 'health under these conditions').toBe(health)
      }
    },
    sabotage: [
      on('changeConditions', changesBody, () => ({ sealed: true })),
      on('changeConditions', changesBody, (values: Values) => ({ ...values, warnings: [] })),
      andThen('changeConditions', { method: 'PATCH', path, body: { warnings: [] } }),
      andThen('changeConditions', { method: 'PATCH', path, body: { sealed: false } }),
      on('changeConditions', seesBody, ({ max_json_depth: _, ...others }: Values) => others),
      on('readHealth', answersWith(200, {})),
    ],
  },
  'CTL-030': {
    async run({ t, session }) {
      const before = await read(t, session)
      for (const unknown of ['seald', 'toString', '__proto__', '']) {
        const entries: [string, unknown][] = [
          ['sealed', true],
          [unknown, true],
          ['maintenance', true],
        ]
        const reply = await patch(t, session, Object.fromEntries(entries))
        expect(reply.status, `status of a change of '${unknown}'`).toBe(400)
        for (const name of Object.keys(before)) expect(detailOf(reply), 'conditions that there are').toContain(name)
        expect(await read(t, session), 'conditions afterwards').toEqual(before)
      }
      await expectStatus(
        patch(t, session, { sealed: true }, 'orders'),
        400,
        'status of a change where there are no conditions',
      )
      const other = await patch(t, session, { sealed: true }, 'kv-cluster')
      expect(other.status, 'status of a change of a condition of another interface').toBe(400)
      expect(detailOf(other), 'conditions that there are').toContain('unhealthy')
    },
    sabotage: [
      on('changeConditions', turnsStatus(400, 200)),
      on('changeConditions', turnsStatus(400, 404)),
      on('changeConditions', changesAnswer, (answer) => ({
        ...answer,
        body: { ...(answer.body as object), detail: 'It is unknown.' },
      })),
      doesRefused('changeConditions', { method: 'PATCH', path, body: { sealed: true } }),
      on('changeConditions', seesBody, ({ seald: _, ...others }: Values) => others),
    ],
  },
  'CTL-031': {
    async run({ t, session }) {
      const before = await read(t, session)
      const wrong: Values[] = [
        { sealed: 'true' },
        { sealed: null },
        { node_role: 'leader' },
        { warnings: [1] },
        { max_json_depth: 0 },
        { max_json_depth: 1001 },
        { max_json_depth: 1.5 },
      ]
      for (const values of wrong) {
        const reply = await patch(t, session, { maintenance: true, ...values, hosted: true })
        expect(reply.status, `status of a change to ${JSON.stringify(values)}`).toBe(400)
        expect(detailOf(reply), 'what is wrong').toContain(Object.keys(values)[0])
        expect(await read(t, session), 'conditions afterwards').toEqual(before)
      }
      for (const body of [[], 'text', null, 1])
        await expectStatus(patch(t, session, JSON.stringify(body)), 400, `status of ${JSON.stringify(body)}`)
      await expectStatus(
        patch(t, session, { unhealthy: ['m3', 'm3'] }, 'kv-cluster'),
        400,
        'status of a list that names a member twice',
      )
      await expectStatus(
        patch(t, session, { max_json_depth: 1000, cors_allowed_origins: ['*'] }),
        200,
        'status of a change that fits',
      )
    },
    sabotage: [
      on('changeConditions', turnsStatus(400, 200)),
      on('changeConditions', turnsStatus(400, 422)),
      doesRefused('changeConditions', { method: 'PATCH', path, body: { maintenance: true } }),
      on('changeConditions', seesBody, (values: Values) =>
        'sealed' in values ? { ...values, sealed: Boolean(values.sealed) } : values,
      ),
    ],
  },
})
