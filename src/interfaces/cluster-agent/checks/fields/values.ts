import { isIP } from 'node:net'
import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesValue, describePlace, needsOfPlaces, type Place, valuesAt } from './place.ts'

interface Kind {
  name: string
  is(value: unknown): boolean
  /** Values of other kinds. */
  wrong: readonly unknown[]
}

const text: Kind = { name: 'a string', is: (value) => typeof value === 'string', wrong: [7, null, ['text']] }
const flag: Kind = { name: 'a boolean', is: (value) => typeof value === 'boolean', wrong: ['true', 1, null] }
const integer: Kind = { name: 'an integer', is: Number.isInteger, wrong: ['7', 0.5, null] }
const object: Kind = {
  name: 'an object',
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  wrong: ['none', ['none'], null],
}
const list: Kind = { name: 'an array', is: Array.isArray, wrong: [{}, 'none', null] }
const ip: Kind = {
  name: 'an IP address',
  is: (value) => typeof value === 'string' && isIP(value) !== 0,
  wrong: ['server1.example', '192.0.2.999', 3_221_225_995, null],
}
const ipPort: Kind = {
  name: 'of the form ip:port',
  is: (value) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]):\d{1,5}$/i.test(String(value)),
  wrong: ['192.0.2.11', 'server1', 4647],
}

function oneOf(...words: string[]): Kind {
  const [first = ''] = words
  return {
    name: `one of ${words.join(', ')}`,
    is: (value) => words.includes(String(value)),
    wrong: ['Unknown', first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase(), null],
  }
}

/** Every value at these places is of a kind. A missing member fails, unless it is optional. */
function hasKind(
  places: readonly (Place & { kind: Kind })[],
  { mayLack = false }: { mayLack?: boolean } = {},
): Check<operations> {
  return {
    needs: needsOfPlaces(places),
    async run(t) {
      let count = 0
      for (const place of places) {
        const values = (await valuesAt(t, place)).filter((value) => !mayLack || value !== undefined)
        const wrong = values.filter((value) => !place.kind.is(value)).map((value) => JSON.stringify(value) ?? 'nothing')
        expect(wrong, `what is not ${place.kind.name} in ${describePlace(place)}`).toEqual([])
        count += values.length
      }
      if (count === 0) t.inconclusive(`there are no values in ${places.map(describePlace).join(' or ')}`)
    },
    sabotage: places.flatMap((place) => [
      ...place.kind.wrong.map((value) => changesValue(place, () => value)),
      ...(mayLack || place.path.at(-1) === '*' ? [] : [changesValue(place, () => undefined)]),
    ]),
  }
}

type Field = [path: string[], kind: Kind]

const within =
  (operation: Place['operation']) =>
  (...fields: Field[]) =>
    hasKind(fields.map(([path, kind]) => ({ operation, path, kind })))

const ofMemberList = within('listMembers')
const ofServerList = within('listServers')
const ofSelf = within('getSelf')
const ofHost = within('getHost')
const ofWorkers = within('listSchedulers')

const ofMembers = (...fields: Field[]) =>
  hasKind(
    fields.flatMap(([path, kind]): (Place & { kind: Kind })[] => [
      { operation: 'listMembers', path: ['Members', '*', ...path], kind },
      { operation: 'getSelf', path: ['member', ...path], kind },
    ]),
  )

const ofSchedulerConfig = (...fields: Field[]) =>
  hasKind(
    fields.flatMap(([path, kind]): (Place & { kind: Kind })[] => [
      { operation: 'getSchedulerConfig', path, kind },
      { operation: 'updateSchedulerConfig', path, kind },
    ]),
  )

/** Fields of those places that the answer has; the answer has at least one of the places. */
function whereThere(places: readonly Place[], fields: readonly Field[]): Check<operations> {
  const of = (place: Place) =>
    hasKind(fields.map(([path, kind]) => ({ ...place, path: [...place.path, ...path], kind })))
  return {
    async run(t) {
      const there: Place[] = []
      for (const place of places) if ((await valuesAt(t, place)).some((value) => value !== undefined)) there.push(place)
      if (there.length === 0) t.inconclusive(`there are no values at ${places.map(describePlace).join(', ')}`)
      for (const place of there) await of(place).run(t)
    },
    sabotage: places.flatMap((place) =>
      fields.flatMap(([path, { wrong }]) =>
        wrong.map((value) => changesValue({ ...place, path: [...place.path, ...path] }, () => value)),
      ),
    ),
  }
}

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
  'AGT-020': ofWorkers([['schedulers', '*', 'status'], oneOf('Paused', 'Started')]),
  'AGT-021': ofWorkers([['schedulers', '*', 'workload_status'], oneOf('Paused', 'WaitingToDequeue')]),
  'AGT-022': ofSchedulerConfig([['enabled_schedulers'], list], [['enabled_schedulers', '*'], text]),
  'AGT-023': ofSchedulerConfig([['num_schedulers'], integer]),
  'AGT-024': ofSchedulerConfig([['server_id'], text]),
  'AGT-031': ofSelf([['stats', '*'], object], [['stats', '*', '*'], text]),
  // Checks only the parts in the answer, since an agent of one role may have one part.
  'AGT-033': whereThere(
    ['client', 'server'].map((half) => ({ operation: 'getHealth', path: [half] })),
    [
      [[], object],
      [['message'], text],
      [['ok'], flag],
    ],
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
  'AGT-104': ofServerList([[], list], [['*'], ipPort]),
  'AGT-154': ofWorkers([['schedulers'], list], [['schedulers', '*'], object]),
  'AGT-155': ofWorkers([['server_id'], text]),
}
