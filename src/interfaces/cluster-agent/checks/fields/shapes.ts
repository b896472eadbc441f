import type { Needs } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesBody, on, type Sabotage } from '../../../../check/sabotage.ts'
import { type AgentCheck, assertServed, type Checks, type Context } from '../context.ts'
import { endpoints, needsOf, whileHealthy } from '../endpoints.ts'
import { assumeLeader } from '../reports/self-report.ts'

type Members = Record<string, unknown>

type Operation =
  | 'listMembers'
  | 'listServers'
  | 'getSelf'
  | 'listSchedulers'
  | 'getSchedulerConfig'
  | 'getHealth'
  | 'getHost'
  | 'updateSchedulerConfig'

/**
 * An operation, and names of members in its answer: `getHost/HostData/Disk/*`. `*` stands for all members of an object and all items of an
 * array; a name with `?` may be absent.
 */
export type Place = Operation | `${Operation}/${string}`

function partsOf(place: Place) {
  const [operation, ...path] = place.split('/') as [Operation, ...string[]]
  return { operation, path }
}

/** The needs of a check that reads all of these places. */
export function needsOfPlaces(places: readonly Place[]): Needs {
  const operations: ReadonlySet<string> = new Set(places.map((place) => partsOf(place).operation))
  const needs = endpoints.filter(({ operation }) => operations.has(operation)).map(needsOf)
  return {
    resources: [...new Set(needs.flatMap(({ resources = [] }) => resources))],
    ...(needs.some(({ changes }) => changes) ? { changes: 'reversible' } : {}),
  }
}

/** All values of the target's answer at a place; undefined if a name does not exist. */
export async function valuesAt(t: Context, place: Place): Promise<unknown[]> {
  const { operation, path } = partsOf(place)
  // An update sends the current configuration, so that it changes nothing.
  const body = operation === 'updateSchedulerConfig' ? (await t.call('getSchedulerConfig')).body : undefined
  const reply = await t.attempt(operation, { body })
  assertServed(t, operation === 'getHealth' ? whileHealthy(t, reply) : reply, operation)
  return find(reply.body, path)
}

/** Changes the value at a place of the answer. */
export function changesValue(place: Place, change: (value: never) => unknown): Sabotage {
  const { operation, path } = partsOf(place)
  return on(operation, changesBody, (body) => replace(body, path, change))
}

/** The values at these places are objects with all of these members. */
function hasMembers(places: readonly Place[], names: readonly string[]): AgentCheck {
  return {
    needs: needsOfPlaces(places),
    async run(t) {
      for (const place of places) {
        const objects = await valuesAt(t, place)
        if (objects.length === 0) t.inconclusive(`there are no values in ${place}`)
        for (const object of objects) expect(missingIn(object, place, names), `what ${place} lacks`).toEqual([])
      }
    },
    sabotage: places.flatMap((place) => [
      ...names.map((name) => changesValue(place, ({ [name]: _, ...others }: Members) => others)),
      changesValue(place, () => 'no object'),
    ]),
  }
}

/** Those of the names that an object lacks. */
function missingIn(value: unknown, place: Place, names: readonly string[]): string[] {
  expect(value, place).toBeTypeOf('object')
  return names.filter((name) => !Object.hasOwn(value ?? {}, name))
}

function find(value: unknown, [name, ...path]: readonly string[]): unknown[] {
  if (name === undefined) return [value]
  const members = (value ?? {}) as Members
  if (name === '*') return Object.values(members).flatMap((member) => find(member, path))
  const isAbsent = name.endsWith('?') && members[name.slice(0, -1)] === undefined
  return isAbsent ? [] : find(members[name.replace('?', '')], path)
}

function replace(value: unknown, [name, ...path]: readonly string[], change: (value: never) => unknown): unknown {
  if (name === undefined) return change(value as never)
  if (name === '*' && Array.isArray(value)) return value.map((item) => replace(item, path, change))
  const members = value as Members
  const names = name === '*' ? Object.keys(members) : [name.replace('?', '')]
  return { ...members, ...Object.fromEntries(names.map((one) => [one, replace(members[one], path, change)])) }
}

/**
 * The value at this place is an object with all of these members, on an agent that runs as server and client. What an agent of one mode
 * leaves out is not shown.
 */
function hasOfBothModes(place: Place, names: readonly string[]): AgentCheck {
  const { run, sabotage } = hasMembers([place], names)
  return {
    needs: { onMock: { resources: ['server mode', 'client mode'] } },
    async run(t) {
      if (t.resource('server mode') && t.resource('client mode')) return run(t)
      for (const value of await valuesAt(t, place)) {
        const missing = missingIn(value, place, names)
        t.assume('AGT-G15', () => expect(missing, `what ${place} lacks`).toEqual([]))
      }
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

const words = (text: string) => text.split(' ')

const selfReport = hasMembers(['getSelf'], words('config member stats'))

export const shapes: Checks = {
  'AGT-008': hasMembers(['listMembers/Members/*', 'getSelf/member'], words(memberFields)),
  'AGT-016': hasMembers(['listSchedulers/schedulers/*'], words('enabled_schedulers id started status workload_status')),
  'AGT-025': selfReport,
  'AGT-026': hasMembers(['getSelf/member'], words(memberFields)),
  'AGT-027': hasMembers(['getSelf/config'], words(configKeys)),
  'AGT-028': {
    async run(t) {
      const { body } = await t.call('getSelf')
      const groups = Object.entries(body.config).flatMap(([name, value]) =>
        !words(configKeys).includes(name) && typeof value === 'object' && value !== null ? [name] : [],
      )
      expect(groups.length, 'groups of config beside the named entries').toBeGreaterThanOrEqual(2)
      t.assume('AGT-G03', () =>
        expect(groups, 'names of groups of config').toEqual(
          expect.arrayContaining(['ServiceDiscovery', 'SecretsService']),
        ),
      )
    },
    sabotage: [
      changesValue('getSelf/config', ({ ServiceDiscovery: _, ...others }: Members) => others),
      changesValue('getSelf/config', ({ SecretsService: _, ...others }: Members) => others),
      changesValue('getSelf/config', ({ SecretsService, ...others }: Members) => ({
        ...others,
        Secrets: SecretsService,
      })),
    ],
  },
  'AGT-030': hasOfBothModes('getSelf/stats', words('runtime svc raft client serf')),
  'AGT-032': hasOfBothModes('getHealth', words('client server')),
  'AGT-035': hasMembers(['getHost/HostData'], words('OS Network ResolvConf Hosts Environment Disk')),
  'AGT-110': {
    needs: { control: 'where offered' },
    async run(t) {
      await selfReport.run(t)
      if (t.hasControl) await assumeLeader(t)
    },
    sabotage: selfReport.sabotage,
  },
  'AGT-120': hasOfBothModes('getHealth', words('client server')),
  'AGT-125': hasMembers(['getHost'], words('AgentID HostData')),
  'AGT-157': hasMembers(['getSchedulerConfig'], words('enabled_schedulers num_schedulers server_id')),
  'AGT-163': {
    async run(t) {
      const { body } = await t.call('getSelf')
      const { Version, VersionPrerelease } = body.config
      expect([Version, VersionPrerelease], 'Version and VersionPrerelease').not.toContain(undefined)
      t.assume('AGT-G02', () =>
        expect(`${typeof Version} ${typeof VersionPrerelease}`, 'types of both').toBe('string string'),
      )
    },
    sabotage: [
      changesValue('getSelf/config', ({ Version: _, ...others }: Members) => others),
      changesValue('getSelf/config', ({ VersionPrerelease: _, ...others }: Members) => others),
      changesValue('getSelf/config', (all: Members) => ({ ...all, Version: 1.9 })),
    ],
  },
}
