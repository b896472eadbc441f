import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check, Needs } from '../../check.ts'
import { flag, hasKind, integer, ip, ipPort, type Kind, list, object, oneOf, text } from './kinds.ts'

const serverMode: Needs = { resources: ['server mode'] }
const clientMode: Needs = { resources: ['client mode'] }

/** A field of members, wherever they stand. */
const ofMembers = (...fields: [path: string[], kind: Kind][]) =>
  hasKind(
    fields.flatMap(([path, kind]) => [
      { operation: 'listMembers', path: ['Members', '*', ...path], kind } as const,
      { operation: 'getSelf', path: ['member', ...path], kind } as const,
    ]),
    { needs: serverMode },
  )

const ofMemberList = (...paths: [path: string[], kind: Kind][]) =>
  hasKind(
    paths.map(([path, kind]) => ({ operation: 'listMembers', path, kind }) as const),
    { needs: serverMode },
  )

/** A field of scheduler workers, or of the list of them. */
const ofWorkers = (...paths: [path: string[], kind: Kind][]) =>
  hasKind(
    paths.map(([path, kind]) => ({ operation: 'listSchedulers', path, kind }) as const),
    { needs: serverMode },
  )

/** A field of the scheduler configuration, read or updated. */
const ofSchedulerConfig = (...paths: [path: string[], kind: Kind][]) =>
  hasKind(
    paths.flatMap(([path, kind]) => [
      { operation: 'getSchedulerConfig', path, kind } as const,
      { operation: 'updateSchedulerConfig', path, kind } as const,
    ]),
    { needs: { ...serverMode, changes: 'reversible' } },
  )

const ofHost = (...paths: [path: string[], kind: Kind][]) =>
  hasKind(paths.map(([path, kind]) => ({ operation: 'getHost', path, kind }) as const))

const networkFields =
  'address binary broadcast first_usable hex host last_usable mask_bits netmask network octets port size string type ' +
  'uint32 DialPacket DialStream ListenPacket ListenStream'

export const values: Record<string, Check<operations>> = {
  'AGT-009': ofMembers([['Name'], text]),
  'AGT-010': ofMembers([['Addr'], ip]),
  'AGT-011': ofMembers([['Port'], integer]),
  'AGT-012': ofMembers([['Tags'], object], [['Tags', '*'], text]),
  'AGT-013': ofMembers([['Status'], oneOf('alive', 'failed', 'left')]),
  'AGT-014': ofMembers([['ProtocolMin'], integer], [['ProtocolMax'], integer], [['ProtocolCur'], integer]),
  'AGT-015': ofMembers([['DelegateMin'], integer], [['DelegateMax'], integer], [['DelegateCur'], integer]),
  'AGT-017': ofWorkers(
    [['schedulers', '*', 'enabled_schedulers'], list],
    [['schedulers', '*', 'enabled_schedulers', '*'], text],
  ),
  'AGT-018': ofWorkers([['schedulers', '*', 'id'], text]),
  'AGT-019': ofWorkers([['schedulers', '*', 'started'], text]),
  'AGT-020': ofWorkers([['schedulers', '*', 'status'], oneOf('Paused', 'Started')]),
  'AGT-021': ofWorkers([['schedulers', '*', 'workload_status'], oneOf('Paused', 'WaitingToDequeue')]),
  'AGT-022': ofSchedulerConfig([['enabled_schedulers'], list], [['enabled_schedulers', '*'], text]),
  'AGT-023': ofSchedulerConfig([['num_schedulers'], integer]),
  'AGT-024': ofSchedulerConfig([['server_id'], text]),
  'AGT-031': hasKind([
    { operation: 'getSelf', path: ['stats', '*'], kind: object },
    { operation: 'getSelf', path: ['stats', '*', '*'], kind: text },
  ]),
  'AGT-033': hasKind(
    ['client', 'server'].flatMap((half) => [
      { operation: 'getHealth', path: [half], kind: object } as const,
      { operation: 'getHealth', path: [half, 'message'], kind: text } as const,
      { operation: 'getHealth', path: [half, 'ok'], kind: flag } as const,
    ]),
  ),
  'AGT-034': ofHost([['AgentID'], text]),
  'AGT-036': ofHost([['HostData', 'OS'], text]),
  'AGT-037': ofHost(
    [['HostData', 'Network'], list],
    [['HostData', 'Network', '*'], object],
    [['HostData', 'Network', '*', '*'], text],
  ),
  'AGT-038': hasKind(
    networkFields
      .split(' ')
      .map((name) => ({ operation: 'getHost', path: ['HostData', 'Network', '*', name], kind: text })),
    { mayLack: true },
  ),
  'AGT-039': ofHost([['HostData', 'ResolvConf'], text]),
  'AGT-040': ofHost([['HostData', 'Hosts'], text]),
  'AGT-041': ofHost([['HostData', 'Environment'], object], [['HostData', 'Environment', '*'], text]),
  'AGT-044': ofHost(
    [['HostData', 'Disk'], object],
    [['HostData', 'Disk', '*', 'DiskMB'], integer],
    [['HostData', 'Disk', '*', 'UsedMB'], integer],
  ),
  'AGT-102': ofMemberList([['ServerName'], text], [['ServerRegion'], text], [['ServerDC'], text]),
  'AGT-103': ofMemberList([['Members'], list], [['Members', '*'], object]),
  'AGT-104': hasKind(
    [
      { operation: 'listServers', path: [], kind: list },
      { operation: 'listServers', path: ['*'], kind: ipPort },
    ],
    { needs: clientMode },
  ),
  'AGT-154': ofWorkers([['schedulers'], list], [['schedulers', '*'], object]),
  'AGT-155': ofWorkers([['server_id'], text]),
}
