import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesQuery, ignoresQuery, on, type Sabotage, turnsStatus, when } from '../../../../check/sabotage.ts'
import type { Context } from '../context.ts'
import { assureProfiles } from '../endpoints.ts'
import { assertServed } from '../outcomes.ts'
import { askProfile, every } from './profiles.ts'

type Parameter = 'node_id' | 'server_id'
interface NamedTarget {
  node_id?: string
  server_id?: string
}

const named = (name: string, sabotage: Sabotage) => when(({ query }) => query.includes(`=${name}`), sabotage)

async function commandLine(t: Context, query: NamedTarget = {}): Promise<string> {
  const reply = await askProfile(t, 'getPprofCmdline', { query: { ...query } })
  assertServed(t, reply, `the command line with ${JSON.stringify(query)}`)
  return reply.text
}

const withoutRegion = (name: string, { region }: Record<string, string>) => name.replace(`.${region}`, '')

/** All four operations accept this name of an agent; the command line shows whose profile it is. */
async function assertTargets(t: Context, parameter: Parameter, name: string): Promise<void> {
  await assureProfiles(t)
  const own = await commandLine(t)
  const other = await commandLine(t, { [parameter]: name })
  expect(other, `the command line of ${name}, beside the agent's own`).not.toBe(own)
  for (const operation of every) {
    const reply = await askProfile(t, operation, { query: { [parameter]: name } })
    assertServed(t, reply, `${operation} with ${parameter}=${name}`)
    const { status } = await askProfile(t, operation, { query: { [parameter]: 'nobody' } })
    t.assume('AGT-G21', () => expect(status, `status of ${operation} with ${parameter}=nobody`).toBe(404))
  }
}

const ignores = (parameter: Parameter) => every.map((operation) => on(operation, ignoresQuery(parameter)))
const refuses = (name: string) => every.map((operation) => on(operation, named(name, turnsStatus(200, 404))))

export const profileTargets: Record<string, Check<operations>> = {
  'AGT-135': {
    needs: { resources: ['another server', 'client node'] },
    async run(t) {
      await assertTargets(t, 'node_id', t.resource('client node'))
      await assertTargets(t, 'server_id', t.resource('another server'))
    },
    sabotage: [...ignores('node_id'), ...ignores('server_id')],
  },
  'AGT-136': {
    needs: { resources: ['client node'] },
    run: (t) => assertTargets(t, 'node_id', t.resource('client node')),
    sabotage: [
      ...ignores('node_id'),
      ...refuses('7f3c'),
      // Without the parameter, another agent is profiled.
      on(
        every,
        changesQuery,
        (query) => query.has('node_id') || query.set('node_id', '7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41'),
      ),
    ],
  },
  'AGT-137': {
    needs: { resources: ['another server', 'server mode'] },
    async run(t) {
      await assertTargets(t, 'server_id', t.resource('another server'))
      const { body } = await t.call('listMembers')
      const servers = body.Members.filter(({ Status }) => Status === 'alive')
      const lines: string[] = []
      for (const { Name, Tags } of servers) {
        const line = await commandLine(t, { server_id: Name })
        const short = await askProfile(t, 'getPprofCmdline', { query: { server_id: withoutRegion(Name, Tags) } })
        t.assume('AGT-G21', () => expect(short.text, `command line of ${Name}, named without its region`).toBe(line))
        lines.push(line)
      }
      const ofLeader = await commandLine(t, { server_id: 'leader' })
      expect(lines, 'command lines of the servers, one of which leads').toContain(ofLeader)
      for (const operation of every) {
        const reply = await askProfile(t, operation, { query: { server_id: 'leader' } })
        assertServed(t, reply, `${operation} with server_id=leader`)
      }
    },
    sabotage: [
      ...ignores('server_id'),
      ...refuses('server2'),
      ...refuses('leader'),
      on('getPprofCmdline', when, ({ query }) => /server2(&|$)/.test(query), ignoresQuery('server_id')),
      on(every, changesQuery, (query) => {
        if (query.get('server_id') !== 'leader') return
        query.delete('server_id')
        query.set('node_id', '7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41')
      }),
    ],
  },
}
