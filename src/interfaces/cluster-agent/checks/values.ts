import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check, Needs } from '../../check.ts'
import { flag, hasKind, integer, ip, ipPort, type Kind, list, oneOf, text } from './kinds.ts'

const serverMode: Needs = { resources: ['server mode'] }
const clientMode: Needs = { resources: ['client mode'] }

/** A field of members, wherever they stand. */
function ofMembers(kind: Kind, ...paths: string[][]): Check<operations> {
  const places = paths.flatMap((path) => [
    { operation: 'listMembers', path: ['Members', '*', ...path], kind } as const,
    { operation: 'getSelf', path: ['member', ...path], kind } as const,
  ])
  return hasKind(places, { needs: serverMode })
}

const ofMemberList = (kind: Kind, ...names: string[]) =>
  hasKind(
    names.map((name) => ({ operation: 'listMembers', path: [name], kind }) as const),
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
  'AGT-009': ofMembers(text, ['Name']),
  'AGT-010': ofMembers(ip, ['Addr']),
  'AGT-011': ofMembers(integer, ['Port']),
  'AGT-012': ofMembers(text, ['Tags', '*']),
  'AGT-013': ofMembers(oneOf('alive', 'failed', 'left'), ['Status']),
  'AGT-014': ofMembers(integer, ['ProtocolMin'], ['ProtocolMax'], ['ProtocolCur']),
  'AGT-015': ofMembers(integer, ['DelegateMin'], ['DelegateMax'], ['DelegateCur']),
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
  'AGT-031': hasKind([{ operation: 'getSelf', path: ['stats', '*', '*'], kind: text }]),
  'AGT-033': hasKind([
    { operation: 'getHealth', path: ['*', 'message'], kind: text },
    { operation: 'getHealth', path: ['*', 'ok'], kind: flag },
  ]),
  'AGT-034': ofHost([['AgentID'], text]),
  'AGT-036': ofHost([['HostData', 'OS'], text]),
  'AGT-037': ofHost([['HostData', 'Network'], list], [['HostData', 'Network', '*', '*'], text]),
  'AGT-038': hasKind(
    networkFields
      .split(' ')
      .map((name) => ({ operation: 'getHost', path: ['HostData', 'Network', '*', name], kind: text })),
    { mayLack: true },
  ),
  'AGT-039': ofHost([['HostData', 'ResolvConf'], text]),
  'AGT-040': ofHost([['HostData', 'Hosts'], text]),
  'AGT-041': ofHost([['HostData', 'Environment', '*'], text]),
  'AGT-044': ofHost([['HostData', 'Disk', '*', 'DiskMB'], integer], [['HostData', 'Disk', '*', 'UsedMB'], integer]),
  'AGT-102': ofMemberList(text, 'ServerName', 'ServerRegion', 'ServerDC'),
  'AGT-103': ofMemberList(list, 'Members'),
  'AGT-104': hasKind(
    [
      { operation: 'listServers', path: [], kind: list },
      { operation: 'listServers', path: ['*'], kind: ipPort },
    ],
    { needs: clientMode },
  ),
  'AGT-154': ofWorkers([['schedulers'], list]),
  'AGT-155': ofWorkers([['server_id'], text]),
}
