import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'
import { assumeLeader } from '../reports/self-report.ts'
import { changesValue, describePlace, needsOfPlaces, type Place, valuesAt } from './place.ts'

type Members = Record<string, unknown>

/** The values at these places are objects with all of these members. */
function hasMembers(places: readonly Place[], names: readonly string[]): Check<operations> {
  return {
    needs: needsOfPlaces(places),
    async run(t) {
      for (const place of places) {
        const objects = await valuesAt(t, place)
        if (objects.length === 0) t.inconclusive(`there are no values in ${describePlace(place)}`)
        for (const object of objects) {
          expect(object, describePlace(place)).toBeTypeOf('object')
          const missing = names.filter((name) => !Object.hasOwn(object ?? {}, name))
          expect(missing, `what ${describePlace(place)} lacks`).toEqual([])
        }
      }
    },
    sabotage: places.flatMap((place) => [
      ...names.map((name) => changesValue(place, ({ [name]: _, ...others }: Members) => others)),
      changesValue(place, () => 'no object'),
    ]),
  }
}

/**
 * The value at this place is an object with all of these members, on an agent that runs as server and client. What an agent of one mode
 * leaves out is not shown.
 */
function hasOfBothModes(place: Place, names: readonly string[]): Check<operations> {
  const { run, sabotage } = hasMembers([place], names)
  return {
    needs: { onMock: { resources: ['server mode', 'client mode'] } },
    async run(t) {
      if (t.resource('server mode') && t.resource('client mode')) return run(t)
      for (const value of await valuesAt(t, place)) {
        expect(value, describePlace(place)).toBeTypeOf('object')
        const missing = names.filter((name) => !Object.hasOwn(value ?? {}, name))
        t.assume('AGT-G15', () => expect(missing, `what ${describePlace(place)} lacks`).toEqual([]))
      }
    },
    sabotage,
  }
}

/** Adds assumptions that need the control plane. */
function whereControlled({ run, sabotage }: Check<operations>, more: (t: Context) => Promise<void>): Check<operations> {
  return {
    needs: { control: 'where offered' },
    async run(t) {
      await run(t)
      if (t.hasControl) await more(t)
    },
    sabotage,
  }
}

const memberFields =
  'Name Addr Port Tags Status ProtocolMin ProtocolMax ProtocolCur DelegateMin DelegateMax DelegateCur'
const configKeys =
  'Addresses AdvertiseAddrs BindAddr Client DataDir Datacenter DevMode DisableAnonymousSignature DisableUpdateCheck ' +
  'EnableDebug EnableSyslog Files HTTPAPIResponseHeaders LeaveOnInt LeaveOnTerm LogLevel NodeName Ports Region Revision ' +
  'Server SyslogFacility TLSConfig Telemetry Version VersionPrerelease'

const selfReport: Place = { operation: 'getSelf', path: [] }
const config: Place = { operation: 'getSelf', path: ['config'] }
const health: Place = { operation: 'getHealth', path: [] }
const schedulerConfig: Place = { operation: 'getSchedulerConfig', path: [] }
const host: Place = { operation: 'getHost', path: [] }
const words = (text: string) => text.split(' ')

export const shapes: Record<string, Check<operations>> = {
  'AGT-008': hasMembers(
    [
      { operation: 'listMembers', path: ['Members', '*'] },
      { operation: 'getSelf', path: ['member'] },
    ],
    words(memberFields),
  ),
  'AGT-016': hasMembers(
    [{ operation: 'listSchedulers', path: ['schedulers', '*'] }],
    words('enabled_schedulers id started status workload_status'),
  ),
  'AGT-025': hasMembers([selfReport], words('config member stats')),
  'AGT-026': hasMembers([{ operation: 'getSelf', path: ['member'] }], words(memberFields)),
  'AGT-027': hasMembers([config], words(configKeys)),
  'AGT-028': {
    async run(t) {
      const { body } = await t.call('getSelf')
      const groups = Object.entries(body.config).filter(
        ([name, value]) => !words(configKeys).includes(name) && typeof value === 'object' && value !== null,
      )
      expect(groups.length, 'groups of config beside the named entries').toBeGreaterThanOrEqual(2)
      t.assume('AGT-G03', () =>
        expect(
          groups.map(([name]) => name),
          'names of groups of config',
        ).toEqual(expect.arrayContaining(['ServiceDiscovery', 'SecretsService'])),
      )
    },
    sabotage: [
      changesValue(config, ({ ServiceDiscovery: _, ...others }: Members) => others),
      changesValue(config, ({ SecretsService: _, ...others }: Members) => others),
      changesValue(config, ({ SecretsService, ...others }: Members) => ({ ...others, Secrets: SecretsService })),
    ],
  },
  'AGT-030': hasOfBothModes({ operation: 'getSelf', path: ['stats'] }, words('runtime svc raft client serf')),
  'AGT-032': hasOfBothModes(health, words('client server')),
  'AGT-035': hasMembers(
    [{ operation: 'getHost', path: ['HostData'] }],
    words('OS Network ResolvConf Hosts Environment Disk'),
  ),
  'AGT-110': whereControlled(hasMembers([selfReport], words('config member stats')), assumeLeader),
  'AGT-120': hasOfBothModes(health, words('client server')),
  'AGT-125': hasMembers([host], words('AgentID HostData')),
  'AGT-157': hasMembers([schedulerConfig], words('enabled_schedulers num_schedulers server_id')),
  'AGT-163': {
    async run(t) {
      const { body } = await t.call('getSelf')
      const { Version, VersionPrerelease } = body.config
      expect([Version, VersionPrerelease], 'Version and VersionPrerelease').not.toContain(undefined)
      t.assume('AGT-G02', () =>
        expect([typeof Version, typeof VersionPrerelease], 'types of Version and VersionPrerelease').toEqual([
          'string',
          'string',
        ]),
      )
    },
    sabotage: [
      changesValue(config, ({ Version: _, ...others }: Members) => others),
      changesValue(config, ({ VersionPrerelease: _, ...others }: Members) => others),
      changesValue(config, (all: Members) => ({ ...all, Version: 1.9 })),
    ],
  },
}
