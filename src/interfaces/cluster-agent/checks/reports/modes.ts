import { expect } from '../../../../check/expect.ts'
import { changesBody, on, type Sabotage } from '../../../../check/sabotage.ts'
import { type AgentCheck, assertServed, type Checks } from '../context.ts'
import { whileHealthy } from '../endpoints.ts'
import { assumeLeader } from './self-report.ts'

type Members = Record<string, unknown>

const configKeys =
  'Addresses AdvertiseAddrs BindAddr Client DataDir Datacenter DevMode DisableAnonymousSignature DisableUpdateCheck ' +
  'EnableDebug EnableSyslog Files HTTPAPIResponseHeaders LeaveOnInt LeaveOnTerm LogLevel NodeName Ports Region Revision ' +
  'Server SyslogFacility TLSConfig Telemetry Version VersionPrerelease'

const config = (change: (config: Members) => void): Sabotage =>
  on('getSelf', changesBody, (body: { config: Members }) => {
    change(body.config)
    return body
  })

/**
 * A part of the answer has all of these members, on an agent that runs as server and client. What an agent of one mode leaves out is not
 * shown.
 */
function hasOfBothModes(
  operation: 'getSelf' | 'getHealth',
  partOf: (body: Members) => unknown,
  names: string[],
): AgentCheck {
  return {
    needs: { onMock: { resources: ['server mode', 'client mode'] }, control: 'where offered' },
    async run(t) {
      const reply = await t.attempt(operation)
      assertServed(t, operation === 'getHealth' ? whileHealthy(t, reply) : reply, operation)
      const part = partOf(reply.body as Members)
      const missing = names.filter((name) => !Object.hasOwn(Object(part), name))
      const isComplete = () => expect(missing, `what ${operation} lacks`).toEqual([])
      if (t.resource('server mode') && t.resource('client mode')) isComplete()
      else t.assume('AGT-G15', isComplete)
      if (t.hasControl && operation === 'getSelf') await assumeLeader(t)
    },
    sabotage: names.map((name) =>
      on(operation, changesBody, (body: Members) => {
        delete (partOf(body) as Members)[name]
        return body
      }),
    ),
  }
}

const halves = hasOfBothModes('getHealth', (body) => body, ['client', 'server'])

export const modes: Checks = {
  'AGT-028': {
    async run(t) {
      const entries = Object.entries((await t.call('getSelf')).body.config)
      const groups = entries.flatMap(([name, value]) =>
        !configKeys.split(' ').includes(name) && typeof value === 'object' && value !== null ? [name] : [],
      )
      expect(groups.length, 'groups of config beside the named entries').toBeGreaterThanOrEqual(2)
      const names = expect.arrayContaining(['ServiceDiscovery', 'SecretsService'])
      t.assume('AGT-G03', () => expect(groups, 'names of groups of config').toEqual(names))
    },
    sabotage: [
      config((all) => delete all.ServiceDiscovery),
      config((all) => delete all.SecretsService),
      config((all) => {
        all.Secrets = all.SecretsService
        delete all.SecretsService
      }),
    ],
  },
  'AGT-030': hasOfBothModes('getSelf', ({ stats }) => stats, ['runtime', 'svc', 'raft', 'client', 'serf']),
  'AGT-032': halves,
  'AGT-120': halves,
  'AGT-163': {
    async run(t) {
      const { Version, VersionPrerelease } = (await t.call('getSelf')).body.config
      expect([Version, VersionPrerelease], 'Version and VersionPrerelease').not.toContain(undefined)
      const types = `${typeof Version} ${typeof VersionPrerelease}`
      t.assume('AGT-G02', () => expect(types, 'types of both').toBe('string string'))
    },
    sabotage: [
      config((all) => delete all.Version),
      config((all) => delete all.VersionPrerelease),
      config((all) => {
        all.Version = 1.9
      }),
    ],
  },
}
