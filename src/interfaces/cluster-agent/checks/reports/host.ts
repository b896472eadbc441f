import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesBody, ignoresQuery, on, turnsStatus, when } from '../../../../check/sabotage.ts'
import type { Context } from '../context.ts'
import { assertServed } from '../outcomes.ts'

type Environment = Record<string, string>
type Report = { HostData: { Environment: Environment } }

async function hostOf(t: Context, query: { server_id?: string; node_id?: string }) {
  const reply = await t.call('getHost', { query })
  assertServed(t, reply, `the host with ${JSON.stringify(query)}`)
  return reply.body
}

/** The parameter selects the report of another agent. */
function targets(parameter: 'server_id' | 'node_id', resource: string): Check<operations> {
  const given = ({ query }: { query: string }) => query.includes(parameter)
  return {
    needs: { resources: [resource] },
    async run(t) {
      const own = await hostOf(t, {})
      const name = t.resource(resource)
      const other = await hostOf(t, { [parameter]: name })
      expect(other.AgentID, `AgentID of the host with ${parameter}=${name}, beside the agent's own`).not.toBe(
        own.AgentID,
      )
      t.assume('AGT-G21', () => expect(other.AgentID, 'AgentID').toBe(name))
      const { status } = await t.attempt('getHost', { query: { [parameter]: 'nobody' } })
      t.assume('AGT-G21', () => expect(status, `status with ${parameter}=nobody`).toBe(404))
      const leader = await t.attempt('getHost', { query: { [parameter]: 'leader' } })
      t.assume('AGT-G21', () => expect(leader.status, `status with ${parameter}=leader`).toBe(404))
      const both = await t.attempt('getHost', { query: { server_id: 'nobody', node_id: 'nobody' } })
      t.assume('AGT-G21', () => expect(both.status, 'status with two targets').toBe(400))
    },
    sabotage: [
      on('getHost', ignoresQuery(parameter)),
      on('getHost', when(given, turnsStatus(200, 404))),
      on('getHost', turnsStatus(400, 404)),
      on('getHost', when, ({ query }) => /nobody$/.test(query) && !query.includes('&'), ignoresQuery(parameter)),
      on('getHost', when, ({ query }) => query.endsWith('leader'), ignoresQuery(parameter)),
      // The parameter is required.
      on('getHost', when, ({ query }) => query === '', turnsStatus(200, 400)),
    ],
  }
}

const shows = (change: (environment: Environment) => Environment) =>
  on('getHost', changesBody, ({ HostData, ...report }: Report) => ({
    ...report,
    HostData: { ...HostData, Environment: change(HostData.Environment) },
  }))

/** Names of environment variables that the check has set, and whether they sound secret (gap AGT-G07). */
const variables = {
  API_TOKEN: true,
  my_secret: true,
  DB_PASSWORD_FILE: true,
  KEYRING: true,
  LANG: false,
  HOME: false,
  constructor: false,
}

async function assumeRedacted(t: Context): Promise<void> {
  const { AgentID, HostData } = await hostOf(t, {})
  const names = Object.entries(variables)
  const environment = Object.fromEntries(names.map(([name]) => [name, 'a value']))
  await t.control.putRecord('hosts', AgentID, { ...HostData, Environment: environment })
  const seen = (await hostOf(t, {})).HostData.Environment
  const expected = Object.fromEntries(names.map(([name, isSecret]) => [name, isSecret ? '<redacted>' : 'a value']))
  t.assume('AGT-G07', () => expect(seen, 'an environment that a tester has put there').toEqual(expected))
}

export const host: Record<string, Check<operations>> = {
  'AGT-042': {
    needs: { resources: ['sensitive variable'], control: 'where offered' },
    async run(t) {
      const { HostData } = await hostOf(t, {})
      if (typeof HostData?.Environment !== 'object') t.inconclusive('the host report has no Environment (AGT-035)')
      const name = t.resource('sensitive variable')
      expect(HostData.Environment[name], `value of ${name}`).toBe('<redacted>')
      const sensitive = Object.entries(HostData.Environment).filter(([name]) => /TOKEN|SECRET|PASSWORD|KEY/i.test(name))
      t.assume('AGT-G07', () => {
        for (const [name, value] of sensitive) expect(value, `value of ${name}`).toBe('<redacted>')
      })
      if (t.hasControl) await assumeRedacted(t)
    },
    sabotage: [
      shows((environment) => ({ ...environment, CLUSTER_TOKEN: 'a token' })),
      shows(({ CLUSTER_TOKEN: _, ...environment }) => environment),
      shows((environment) => ({ ...environment, API_KEY: 'a key' })),
    ],
  },
  'AGT-123': targets('server_id', 'another server'),
  'AGT-124': targets('node_id', 'client node'),
}
