import { expect } from 'vitest'
import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check, Needs } from '../../check.ts'
import { changesValue, describePlace, type Place, valuesAt } from './place.ts'

interface Kind {
  name: string
  is(value: unknown): boolean
  /** Values of other kinds. */
  wrong: readonly unknown[]
}

const text: Kind = { name: 'a string', is: (value) => typeof value === 'string', wrong: [7, null, ['text']] }
const flag: Kind = { name: 'a boolean', is: (value) => typeof value === 'boolean', wrong: ['true', 1, null] }
const integer: Kind = { name: 'an integer', is: Number.isInteger, wrong: ['7', 0.5, null] }
const list: Kind = { name: 'an array', is: Array.isArray, wrong: [{}, 'none', null] }
const ipPort: Kind = {
  name: 'of the form ip:port',
  is: (value) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]):\d{1,5}$/i.test(String(value)),
  wrong: ['192.0.2.11', 'server1', 4647],
}

const serverMode: Needs = { resources: ['server mode'] }

/** Everything at these places is of a kind; an absent member is not. */
function hasKind(
  places: readonly (Place & { kind: Kind })[],
  { needs = {}, mayLack = false }: { needs?: Needs; mayLack?: boolean } = {},
): Check<operations> {
  return {
    needs,
    async run(t) {
      let count = 0
      for (const place of places) {
        const values = (await valuesAt(t, place)).filter((value) => !mayLack || value !== undefined)
        const wrong = values.filter((value) => !place.kind.is(value)).map((value) => JSON.stringify(value) ?? 'nothing')
        expect(wrong, `what is not ${place.kind.name} in ${describePlace(place)}`).toEqual([])
        count += values.length
      }
      if (count === 0) t.unseen(`there is none in ${places.map(describePlace).join(', nor in ')}`)
    },
    sabotage: places.flatMap((place) => [
      ...place.kind.wrong.map((value) => changesValue(place, () => value)),
      ...(mayLack || place.path.at(-1) === '*' ? [] : [changesValue(place, () => undefined)]),
    ]),
  }
}

const members = (name: string, kind: Kind) => ({ operation: 'listMembers', path: [name], kind }) as const
const health = (name: string, kind: Kind) =>
  (['client', 'server'] as const).map((half) => ({ operation: 'getHealth', path: [half, name], kind }) as const)
const host = (path: string[], kind: Kind) => ({ operation: 'getHost', path: ['HostData', ...path], kind }) as const

const networkFields =
  'address binary broadcast first_usable hex host last_usable mask_bits netmask network octets port size string type ' +
  'uint32 DialPacket DialStream ListenPacket ListenStream'

export const values: Record<string, Check<operations>> = {
  'AGT-012': hasKind(
    [
      { operation: 'listMembers', path: ['Members', '*', 'Tags', '*'], kind: text },
      { operation: 'getSelf', path: ['member', 'Tags', '*'], kind: text },
    ],
    { needs: serverMode },
  ),
  'AGT-031': hasKind([{ operation: 'getSelf', path: ['stats', '*', '*'], kind: text }]),
  'AGT-033': hasKind([...health('message', text), ...health('ok', flag)]),
  'AGT-037': hasKind([host(['Network'], list), host(['Network', '*', '*'], text)]),
  'AGT-038': hasKind(
    networkFields.split(' ').map((name) => host(['Network', '*', name], text)),
    { mayLack: true },
  ),
  'AGT-041': hasKind([host(['Environment', '*'], text)]),
  'AGT-044': hasKind([host(['Disk', '*', 'DiskMB'], integer), host(['Disk', '*', 'UsedMB'], integer)]),
  'AGT-102': hasKind([members('ServerName', text), members('ServerRegion', text), members('ServerDC', text)], {
    needs: serverMode,
  }),
  'AGT-103': hasKind([members('Members', list)], { needs: serverMode }),
  'AGT-104': hasKind(
    [
      { operation: 'listServers', path: [], kind: list },
      { operation: 'listServers', path: ['*'], kind: ipPort },
    ],
    { needs: { resources: ['client mode'] } },
  ),
  'AGT-154': hasKind([{ operation: 'listSchedulers', path: ['schedulers'], kind: list }], { needs: serverMode }),
  'AGT-155': hasKind([{ operation: 'listSchedulers', path: ['server_id'], kind: text }], { needs: serverMode }),
}
