import { expect } from '../../../../check/expect.ts'
import { acceptsRefused, answersWith, changesQuery, on } from '../../../../check/sabotage.ts'
import { assertRefused, assertServed, assumeMalformedRefused, type Checks, type Context, nowhere } from '../context.ts'
import { assumeLogged } from '../logs/log-content.ts'
import { assumeStats } from '../reports/self-report.ts'

const needs = { resources: ['client mode'], changes: 'reversible' } as const

const sorted = (addresses: readonly string[]) => [...addresses].sort()

/** The current list, which is restored when the check is over. */
async function keepServers(t: Context): Promise<string[]> {
  const { body } = await t.call('listServers')
  if (body.length < 2) t.inconclusive('the agent knows fewer than two servers')
  t.afterwards(() => replace(t, body))
  return body
}

async function replace(t: Context, address: string[]): Promise<void> {
  assertServed(t, await t.call('replaceServers', { query: { address } }), `a list of ${address.join(' and ')}`)
}

async function assertKnown(t: Context, address: string[], what: string): Promise<void> {
  const { body } = await t.call('listServers')
  expect(sorted(body), `servers that the agent knows, ${what}`).toEqual(sorted(address))
}

const adds = (address: string) => on('replaceServers', changesQuery, (query) => query.append('address', address))

export const knownServers: Checks = {
  'AGT-105': {
    needs,
    async run(t) {
      await keepServers(t)
      const reply = await t.attempt('replaceServers', { query: {} })
      assertRefused(t, reply, { what: 'a list without an address', ...nowhere })
    },
    sabotage: on('replaceServers', acceptsRefused()),
  },
  'AGT-106': {
    needs,
    async run(t) {
      const servers = await keepServers(t)
      await replace(t, servers.slice(0, 1))
      await assertKnown(t, servers.slice(0, 1), 'once its list was replaced by one ip:port')
      // An agent that accepts such an address would lose all known servers.
      if (t.hasControl) await assumeMalformedRefused(t, 'replaceServers', 'a list')
    },
    sabotage: [
      on('replaceServers', changesQuery, (query) =>
        query.set('address', `${query.get('address')}`.split(':')[0] ?? ''),
      ),
      on('replaceServers', changesQuery, (query) =>
        query.set('address', `${query.get('address')}`.replace(/\d$/, '9')),
      ),
      on('replaceServers', acceptsRefused()),
    ],
  },
  'AGT-107': {
    needs,
    async run(t) {
      const servers = await keepServers(t)
      await replace(t, servers.slice(0, 1))
      await replace(t, servers.slice(0, 2))
      await assertKnown(t, servers.slice(0, 2), 'once its list was replaced by two')
    },
    sabotage: [
      on('replaceServers', changesQuery, (query) => query.set('address', query.get('address') ?? '')),
      on('replaceServers', changesQuery, (query) => query.set('address', query.getAll('address').join(','))),
    ],
  },
  'AGT-108': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const servers = await keepServers(t)
      const text = `client: server list replaced: servers=${servers.slice(1).join(',')}`
      await assumeLogged(t, () => replace(t, servers.slice(1)), { text })
      await assumeStats(t, 'after the server list was replaced')
      await assertKnown(t, servers.slice(1), 'once its list was replaced without the first')
      await replace(t, servers.slice(0, 1))
      await assertKnown(t, servers.slice(0, 1), 'once its list was replaced by the first alone')
      await replace(t, servers)
      await assertKnown(t, servers, 'once its list was replaced by what it was')
    },
    sabotage: [
      // The first old entry survives; the last one does; nothing is replaced.
      adds('192.0.2.11:4647'),
      adds('192.0.2.13:4647'),
      on('replaceServers', answersWith(200)),
    ],
  },
}
