import type { components } from '../../../../../generated/cluster-agent/types.ts'
import { expect } from '../../../../check/expect.ts'
import { acceptsRefused, changesBody, changesQuery, on, type Sabotage } from '../../../../check/sabotage.ts'
import {
  addressOf,
  assertServed,
  assumeMalformedRefused,
  assumeRefused,
  type Checks,
  type Context,
  isSuccess,
  nowhere,
} from '../context.ts'
import { assumeNewcomers } from '../reports/host.ts'
import { assumeRejoins } from './departures.ts'

type JoinResult = components['schemas']['JoinResult']

/** An address without a server. */
const deaf = '127.0.0.1:1'

const needs = { resources: ['server mode'], changes: 'reversible' } as const

/** Addresses of live members: joining them changes nothing. */
async function addressesOfPool(t: Context, count: number): Promise<string[]> {
  const { body } = await t.call('listMembers')
  const alive = body.Members.filter(({ Status }) => Status === 'alive').map(addressOf)
  return alive.length >= count ? alive.slice(0, count) : t.inconclusive(`fewer than ${count} members are alive`)
}

async function join(t: Context, address: string[]) {
  const reply = await t.call('joinCluster', { query: { address } })
  assertServed(t, reply, `a join of ${address.join(' and ')}`)
  return reply.body
}

/** A join that cannot succeed completely. The success status is assumed. */
async function joinInVain(t: Context, address: string[]) {
  const reply = await t.call('joinCluster', { query: { address } })
  t.assume('AGT-G18', () => expect(reply.status, `status of a join of ${address.join(' and ')}`).toBe(200))
  return isSuccess(reply.status) ? reply.body : undefined
}

/** Changes the addresses of a join: several arrive as one, or one is lost. */
const several = (sabotage: (addresses: string[]) => string[]): Sabotage =>
  on('joinCluster', changesQuery, (query) => {
    const addresses = query.getAll('address')
    if (addresses.length < 2) return
    query.delete('address')
    for (const address of sabotage(addresses)) query.append('address', address)
  })

const answers = (change: (body: JoinResult) => unknown): Sabotage => on('joinCluster', changesBody(change))

export const joining: Checks = {
  'AGT-111': {
    needs,
    async run(t) {
      const reply = await t.attempt('joinCluster', { query: {} })
      // A failed join may report its failure in `error`.
      const isJoined = isSuccess(reply.status) && reply.body.error === ''
      expect(isJoined, `whether a join without an address succeeds, with ${reply.status} ${reply.text}`).toBe(false)
      assumeRefused(t, reply, { what: 'a join without an address', ...nowhere })
    },
    sabotage: [
      on('joinCluster', acceptsRefused({ error: '', num_joined: 0 })),
      on('joinCluster', acceptsRefused({ error: 'no address', num_joined: 0 })),
    ],
  },
  'AGT-112': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const address = await addressesOfPool(t, 1)
      const { error } = await join(t, address)
      expect(error, `error of a join at ${address[0]}`).toBe('')
      if (t.hasControl) await assumeNewcomers(t)
      // An agent that accepts such an address would dial it.
      if (t.hasControl) await assumeMalformedRefused(t, 'joinCluster', 'a join')
    },
    sabotage: [
      // The port is not read.
      on('joinCluster', changesQuery, (query) => query.set('address', `${query.get('address')}`.split(':')[0] ?? '')),
      on('joinCluster', acceptsRefused({ error: '', num_joined: 1 })),
    ],
  },
  'AGT-113': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const address = await addressesOfPool(t, 2)
      const both = await join(t, address)
      await assumeRejoins(t)
      expect(both.error, 'error of a join of two members').toBe('')
      t.assume('AGT-G18', () => expect(both.num_joined, 'num_joined of a join of two members').toBe(2))
      for (const one of [
        [address[0] ?? '', deaf],
        [deaf, address[0] ?? ''],
      ]) {
        const inPart = await joinInVain(t, one)
        t.assume('AGT-G18', () => {
          expect(inPart?.error, `error of a join of ${one.join(' and ')}`).not.toBe('')
          expect(inPart?.num_joined, `num_joined of a join of ${one.join(' and ')}`).toBe(1)
        })
      }
    },
    sabotage: [several((addresses) => [addresses.join(',')]), several((addresses) => addresses.slice(0, 1))],
  },
  'AGT-116': {
    needs,
    async run(t) {
      const { error } = await join(t, await addressesOfPool(t, 1))
      expect(error, 'error of a join that failed in nothing').toBe('')
      const failed = await joinInVain(t, [deaf])
      t.assume('AGT-G18', () => expect(failed?.error, `error of a join of ${deaf}, where nobody is`).not.toBe(''))
    },
    sabotage: [answers((body) => ({ ...body, error: 'none' })), answers((body) => ({ ...body, error: '' }))],
  },
}
