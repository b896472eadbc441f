import { expect } from 'vitest'
import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check, CheckContext, Needs } from '../../check.ts'
import { changesBody, on, type Sabotage } from '../../sabotage.ts'
import { assertServed } from './outcomes.ts'

type Read = 'listMembers' | 'getSelf' | 'listSchedulers' | 'getSchedulerConfig' | 'getHealth' | 'getHost'
type Record_ = Record<string, unknown>

/** An object in the answer of an operation, and what leads to it. */
interface Place {
  operation: Read
  /** Names of members, `*` for every item of an array. */
  path: readonly string[]
}

const needs: Needs = { resources: ['server mode'] }

/** Answers hold objects at these places, and these have all of these members. */
function hasMembers(places: readonly Place[], names: readonly string[]): Check<operations> {
  return {
    needs,
    async run(t) {
      for (const { operation, path } of places) {
        const objects = objectsAt(await read(t, operation), path)
        if (objects.length === 0) t.unseen(`${operation} shows none`)
        for (const object of objects) {
          const at = `${[operation, ...path].join(' / ')}`
          expect(object, at).toBeTypeOf('object')
          expect(Object.keys(object ?? {}), `members of ${at}`).toEqual(expect.arrayContaining([...names]))
        }
      }
    },
    sabotage: places.flatMap((place) => [
      ...names.map((name) => changes(place, ({ [name]: _, ...others }) => others)),
      changes(place, () => 'no object'),
    ]),
  }
}

async function read(t: CheckContext<operations>, operation: Read): Promise<unknown> {
  const reply = await t.call(operation)
  assertServed(t, reply, operation)
  return reply.body
}

function objectsAt(body: unknown, [name, ...path]: readonly string[]): Record_[] {
  if (name === undefined) return [body as Record_]
  if (name === '*') return Array.isArray(body) ? body.flatMap((item) => objectsAt(item, path)) : []
  return objectsAt((body as Record_ | undefined)?.[name], path)
}

/** The answer with another object at a place. */
function changes({ operation, path }: Place, change: (object: Record_) => unknown): Sabotage {
  return on(
    operation,
    changesBody((body) => changeAt(body, path, change)),
  )
}

function changeAt(body: unknown, [name, ...path]: readonly string[], change: (object: Record_) => unknown): unknown {
  if (name === undefined) return change(body as Record_)
  if (name === '*') return (body as unknown[]).map((item) => changeAt(item, path, change))
  const object = body as Record_
  return { ...object, [name]: changeAt(object[name], path, change) }
}

const memberFields =
  'Name Addr Port Tags Status ProtocolMin ProtocolMax ProtocolCur DelegateMin DelegateMax DelegateCur'
const configKeys =
  'Addresses AdvertiseAddrs BindAddr Client DataDir Datacenter DevMode DisableAnonymousSignature DisableUpdateCheck ' +
  'EnableDebug EnableSyslog Files HTTPAPIResponseHeaders LeaveOnInt LeaveOnTerm LogLevel NodeName Ports Region Revision ' +
  'Server SyslogFacility TLSConfig Telemetry Version VersionPrerelease'
const groups = ['runtime', 'svc', 'raft', 'client', 'serf']

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
    needs,
    async run(t) {
      const { body } = await t.call('getSelf')
      const groups = Object.entries(body.config).filter(
        ([name, value]) => !words(configKeys).includes(name) && typeof value === 'object' && value !== null,
      )
      expect(groups.length, 'groups of config beside the named entries').toBeGreaterThanOrEqual(2)
      t.assume('AGT-G03', () =>
        expect(groups.map(([name]) => name)).toEqual(expect.arrayContaining(['ServiceDiscovery', 'SecretsService'])),
      )
    },
    sabotage: [
      changes(config, ({ ServiceDiscovery: _, ...others }) => others),
      changes(config, ({ SecretsService: _, ...others }) => others),
      changes(config, ({ SecretsService, ...others }) => ({ ...others, Secrets: SecretsService })),
    ],
  },
  'AGT-030': hasMembers([{ operation: 'getSelf', path: ['stats'] }], groups),
  'AGT-032': hasMembers([health], words('client server')),
  'AGT-035': hasMembers(
    [{ operation: 'getHost', path: ['HostData'] }],
    words('OS Network ResolvConf Hosts Environment Disk'),
  ),
  'AGT-110': hasMembers([selfReport], words('config member stats')),
  'AGT-120': hasMembers([health], words('client server')),
  'AGT-125': hasMembers([host], words('AgentID HostData')),
  'AGT-157': hasMembers([schedulerConfig], words('enabled_schedulers num_schedulers server_id')),
  'AGT-163': {
    async run(t) {
      const { body } = await t.call('getSelf')
      const { Version, VersionPrerelease } = body.config
      expect([Version, VersionPrerelease], 'Version and VersionPrerelease').not.toContain(undefined)
      t.assume('AGT-G02', () => expect([typeof Version, typeof VersionPrerelease]).toEqual(['string', 'string']))
    },
    sabotage: [
      changes(config, ({ Version: _, ...others }) => others),
      changes(config, ({ VersionPrerelease: _, ...others }) => others),
      changes(config, (all) => ({ ...all, Version: 1.9 })),
    ],
  },
}
