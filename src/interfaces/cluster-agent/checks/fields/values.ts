import { isIP } from 'node:net'
import { expect } from '../../../../check/expect.ts'
import type { AgentCheck, Checks } from '../context.ts'
import { changesValue, needsOfPlaces, type Place, valuesAt } from './shapes.ts'

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

/** The kind of the values at each place. */
type Kinds = Partial<Record<Place, Kind>>

/** Every value at these places is of a kind, and there is one. */
function hasKinds(kinds: Kinds): AgentCheck {
  const rows = Object.entries(kinds) as [Place, Kind][]
  const places = rows.map(([place]) => place)
  return {
    needs: needsOfPlaces(places),
    async run(t) {
      let count = 0
      for (const [place, { name, is }] of rows) {
        const values = await valuesAt(t, place)
        const wrong = values.filter((value) => !is(value)).map((value) => JSON.stringify(value) ?? 'nothing')
        expect(wrong, `what is not ${name} in ${place}`).toEqual([])
        count += values.length
      }
      if (count === 0) t.inconclusive(`there are no values in ${places.join(' or ')}`)
    },
    sabotage: rows.flatMap(([place, { wrong }]) => [
      ...wrong.map((value) => changesValue(place, () => value)),
      ...(/[*?]$/.test(place) ? [] : [changesValue(place, () => undefined)]),
    ]),
  }
}

/** Like `hasKinds` for one place, with an assumption about all of its values, and a sabotage that breaks the assumption alone. */
function alsoAssumed(
  [place, kind]: [Place, Kind],
  gap: string,
  assumption: (values: unknown[]) => void,
  other: string,
): AgentCheck {
  const { needs = {}, run, sabotage } = hasKinds({ [place]: kind })
  return {
    needs,
    async run(t) {
      await run(t)
      const values = await valuesAt(t, place)
      t.assume(gap, () => assumption(values))
    },
    sabotage: [...[sabotage].flat(), changesValue(place, () => other)],
  }
}

/** The kinds of fields in each of these places. */
function within(...places: readonly Place[]) {
  return (fields: Record<string, Kind>) =>
    hasKinds(
      Object.fromEntries(
        places.flatMap((place) => Object.entries(fields).map(([path, kind]) => [`${place}/${path}`, kind])),
      ),
    )
}

const ofMembers = within('listMembers/Members/*', 'getSelf/member')
const ofMemberList = within('listMembers')
const ofHost = within('getHost')
const ofHostData = within('getHost/HostData')
const ofWorkers = within('listSchedulers')
const ofSchedulerConfig = within('getSchedulerConfig', 'updateSchedulerConfig')

const networkFields =
  'address binary broadcast first_usable hex host last_usable mask_bits netmask network octets port size string type ' +
  'uint32 DialPacket DialStream ListenPacket ListenStream'

export const values: Checks = {
  'AGT-009': ofMembers({ Name: text }),
  'AGT-010': ofMembers({ Addr: ip }),
  'AGT-011': ofMembers({ Port: integer }),
  'AGT-012': ofMembers({ Tags: object, 'Tags/*': text }),
  'AGT-013': ofMembers({ Status: oneOf('alive', 'failed', 'left') }),
  'AGT-014': ofMembers({ ProtocolMin: integer, ProtocolMax: integer, ProtocolCur: integer }),
  'AGT-015': ofMembers({ DelegateMin: integer, DelegateMax: integer, DelegateCur: integer }),
  'AGT-017': ofWorkers({ 'schedulers/*/enabled_schedulers': list, 'schedulers/*/enabled_schedulers/*': text }),
  'AGT-018': alsoAssumed(
    ['listSchedulers/schedulers/*/id', text],
    'AGT-G50',
    (ids) => expect(new Set(ids).size, `different ids among ${JSON.stringify(ids)}`).toBe(ids.length),
    // The id of the server in place of the id of the worker.
    'server1.global',
  ),
  'AGT-019': alsoAssumed(
    ['listSchedulers/schedulers/*/started', text],
    'AGT-G06',
    (starts) => {
      for (const start of starts)
        expect(start, 'start of a worker').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    },
    'yesterday',
  ),
  'AGT-020': ofWorkers({ 'schedulers/*/status': oneOf('Paused', 'Started') }),
  'AGT-021': ofWorkers({ 'schedulers/*/workload_status': oneOf('Paused', 'WaitingToDequeue') }),
  'AGT-022': ofSchedulerConfig({ enabled_schedulers: list, 'enabled_schedulers/*': text }),
  'AGT-023': ofSchedulerConfig({ num_schedulers: integer }),
  'AGT-024': ofSchedulerConfig({ server_id: text }),
  'AGT-031': within('getSelf/stats')({ '*': object, '*/*': text }),
  // Checks only the parts in the answer, since an agent of one role may have one part.
  'AGT-033': hasKinds({
    'getHealth/client?': object,
    'getHealth/client?/message': text,
    'getHealth/client?/ok': flag,
    'getHealth/server?': object,
    'getHealth/server?/message': text,
    'getHealth/server?/ok': flag,
  }),
  'AGT-034': ofHost({ AgentID: text }),
  'AGT-036': ofHostData({ OS: text }),
  'AGT-037': ofHostData({ Network: list, 'Network/*': object, 'Network/*/*': text }),
  'AGT-038': ofHostData(Object.fromEntries(networkFields.split(' ').map((name) => [`Network/*/${name}?`, text]))),
  'AGT-039': ofHostData({ ResolvConf: text }),
  'AGT-040': ofHostData({ Hosts: text }),
  'AGT-041': ofHostData({ Environment: object, 'Environment/*': text }),
  'AGT-044': ofHostData({ Disk: object, 'Disk/*/DiskMB': integer, 'Disk/*/UsedMB': integer }),
  'AGT-102': ofMemberList({ ServerName: text, ServerRegion: text, ServerDC: text }),
  'AGT-103': ofMemberList({ Members: list, 'Members/*': object }),
  'AGT-104': hasKinds({ listServers: list, 'listServers/*': ipPort }),
  'AGT-154': ofWorkers({ schedulers: list, 'schedulers/*': object }),
  'AGT-155': ofWorkers({ server_id: text }),
}
