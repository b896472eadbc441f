import { expect } from '../../../../check/expect.ts'
import { changesAnswer, changesBody, ignoresQuery, on, turnsStatus, when } from '../../../../check/sabotage.ts'
import { type AgentCheck, assertServed, type Checks, type Context, type Member } from '../context.ts'
import { assumeHalves } from './self-report.ts'

type Environment = Record<string, string>
type Report = { HostData: { Environment: Environment } }

async function hostOf(t: Context, query: { server_id?: string; node_id?: string }) {
  const reply = await t.call('getHost', { query })
  assertServed(t, reply, `the host with ${JSON.stringify(query)}`)
  return reply.body
}

/** The parameter selects the report of another agent. */
function targets(parameter: 'server_id' | 'node_id', resource: string): AgentCheck {
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
      for (const [query, expected] of [
        [{ [parameter]: 'nobody' }, 404],
        [{ [parameter]: 'leader' }, 404],
        [{ server_id: 'nobody', node_id: 'nobody' }, 400],
      ] as const) {
        const { status } = await t.attempt('getHost', { query })
        t.assume('AGT-G21', () => expect(status, `status with ${JSON.stringify(query)}`).toBe(expected))
      }
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

export const host: Checks = {
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

const halves = ['server', 'client'] as const

/** The health of the agent while one of its halves is unhealthy. */
async function healthWithout(t: Context, half: (typeof halves)[number]) {
  await t.control.setConditions({ serverHealthy: half !== 'server', clientHealthy: half !== 'client' })
  return t.call('getHealth')
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const unhealthy = (body: unknown, mediaType = 'application/json') =>
  on('getHealth', changesAnswer, (answer) =>
    answer.status === 500 ? { ...answer, headers: { 'content-type': mediaType }, body } : answer,
  )

type Health = Record<(typeof halves)[number], { ok: boolean }>

/** Ignores an unhealthy half. */
const overlooks = (half: (typeof halves)[number]) =>
  on('getHealth', changesAnswer, (answer) => ({
    ...answer,
    status: (answer.body as Health)[half].ok ? answer.status : 200,
  }))

export const health: Checks = {
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
      unhealthy({ client: { ok: false, message: '' } }),
      unhealthy(Buffer.from('no leader')),
      unhealthy({ error: 'no leader' }),
    ],
  },
}

const addresses = { IPv4: '192.0.2.77', IPv6: '2001:db8::5' }

/** Servers outside the pool, which the control plane has added, can be joined at their addresses and report them. */
export async function assumeNewcomers(t: Context): Promise<void> {
  const { Members } = (await t.call('listMembers')).body
  for (const [type, Addr] of Object.entries(addresses)) {
    const Name = `newcomer-${type}.global`
    const member: Member = { ...(Members[0] as Member), Name, Addr }
    await t.control.putRecord('members', Name, { member, running: true, listed: false })
    const bracketed = type === 'IPv6' ? '[2001:DB8:0:0:0:0:0:5]' : Addr
    for (const [port, joined] of [
      [member.Port + 1, 0],
      [member.Port, 1],
    ]) {
      const { body } = await t.call('joinCluster', { query: { address: [`${bracketed}:${port}`] } })
      t.assume('AGT-G17', () => expect(body.num_joined, `num_joined of a join of ${bracketed}:${port}`).toBe(joined))
    }
    const { AgentID, HostData } = (await t.call('getHost', { query: { server_id: Name } })).body
    const network = [
      { address: '127.0.0.1', host: '127.0.0.1', type: 'IPv4' },
      { address: Addr, host: Addr, type },
    ]
    t.assume('AGT-G43', () => {
      expect(AgentID, 'AgentID of a newcomer').toBe(Name)
      expect(HostData.Network, `network entries of ${Name}`).toEqual(network)
      expect(HostData.Hosts, `Hosts of ${Name}`).toContain(`${Addr} newcomer-${type}\n`)
      expect([HostData.Disk, HostData.Environment], 'disks and environment of a newcomer').not.toContain({})
    })
  }
  for (const port of [0, 1, 65_535, 65_536]) {
    const { status } = await t.attempt('joinCluster', { query: { address: [`127.0.0.1:${port}`] } })
    const isPort = port > 0 && port < 65_536
    t.assume('AGT-G17', () => expect(status, `status of a join at port ${port}`).toBe(isPort ? 200 : 400))
  }
}
