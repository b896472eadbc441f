import { randomUUID } from 'node:crypto'
import type { operations } from '../../../../../generated/secrets/types.ts'
import type { AttemptInput, Check, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import {
  acceptsRefused,
  answersWith,
  changesAnswer,
  changesBody,
  ignoresQuery,
  on,
  type Sabotage,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { bothVersions, type Checks, type Context, type Operation, toRead } from '../context.ts'
import { expectNoSuccess, expectOrAssume, expectSameAnswer, expectStatus } from '../expectations.ts'
import { directoryOf, makeKey, makeSecret, scratchDirectory } from '../scratch.ts'

interface Listing {
  operation: Operation
  input: AttemptInput
  /** Names in the directory, and one in a nested directory of the check's own. */
  names: string[]
  below: string | undefined
  /** The gap if the documents do not show the address. */
  gap: string | undefined
}

const listOperations = ['listMount', 'listDirectory', 'listKeys', 'listKeyDirectory'] as const
const list = { list: true }

/** Directories of both versions: of the check, with a name and with nested ones, or of what the target names to be read. */
async function prepareListings(t: Context): Promise<Listing[]> {
  if (!t.mayChange) return listingsOf(t, [t.resource('secret to read'), t.resource('key to read')])
  const directory = scratchDirectory()
  const [name, inner, below] = [`name-${randomUUID()}`, `inner-${randomUUID()}`, `below-${randomUUID()}`]
  const elsewhere = `${scratchDirectory()}/in-a-directory-of-another-name/${randomUUID()}`
  // The inner one is both a name and a directory with two names.
  const own = [name, `${inner}/${below}`, `${inner}/${below}-too`, inner].map((one) => `${directory}/${one}`)
  for (const path of [...own, elsewhere]) {
    await makeSecret(t, path)
    await makeKey(t, path)
  }
  const path = `${directory}/${name}`
  return listingsOf(t, [path, path], { names: [inner, name], below, belowMount: name })
}

/** Lists of the directory and of the mount of a secret, and of those of a key. */
function listingsOf(
  t: Context,
  [secret, key]: readonly [secret: string, key: string],
  own?: { names: string[]; below: string; belowMount: string },
): Listing[] {
  const places = [
    ['version 1 mount', secret, 'listDirectory', 'listMount', undefined],
    ['version 2 mount', key, 'listKeyDirectory', 'listKeys', 'SEC-G05'],
  ] as const
  return places.flatMap(([resource, path, ofDirectory, ofMount, gap]) => {
    const [mount, directory] = [t.resource(resource), directoryOf(path)]
    const names = own?.names ?? [path.slice(directory.length + 1)]
    const top = [path.replace(/\/.*/, '')]
    return [
      { operation: ofDirectory, input: { path: { mount, path: directory } }, names, below: own?.below, gap },
      { operation: ofMount, input: { path: { mount } }, names: top, below: own?.belowMount, gap },
    ]
  })
}

function expectNames(t: Context, { operation, names, below, gap }: Listing, reply: Reply): void {
  expectOrAssume(gap, t, () => {
    expect(reply.status, `status of ${operation}`).toBe(200)
    for (const name of names) expect(reply.text, `answer of ${operation}`).toContain(name)
  })
  if (below === undefined) return
  t.assume('SEC-G12', () => {
    expect(reply.text, `answer of ${operation}`).not.toContain(below)
    const { keys = [] } = (reply.body as { data?: { keys?: string[] } }).data ?? {}
    expect(keys, `order of the keys that ${operation} answers`).toEqual(keys.toSorted())
    if (operation.endsWith('Directory')) {
      const [inner, name] = names
      expect(keys, `data.keys of ${operation}`).toEqual([inner, `${inner}/`, name])
    }
    const stripped = keys.map((key) => key.replace(/\/$/, ''))
    expect(stripped, `data.keys of ${operation}`).toEqual(expect.arrayContaining(names))
  })
}

/** A check that lists in one way, and expects the names. */
function listsBy(way: AttemptInput, sabotage: Sabotage[]): Check<operations> {
  return {
    needs: { ...bothVersions, ...toRead },
    async run(t) {
      for (const listing of await prepareListings(t)) {
        expectNames(t, listing, await t.attempt(listing.operation, { ...listing.input, ...way }))
      }
    },
    sabotage,
  }
}

/** Lists of the same path in both versions, by GET and by LIST. */
async function listsOf(t: Context, path: string): Promise<[Operation, Reply][]> {
  const replies: [Operation, Reply][] = []
  for (const way of [{ query: list }, { method: 'LIST' }]) {
    for (const [operation, mount] of [
      ['listDirectory', t.resource('version 1 mount')],
      ['listKeyDirectory', t.resource('version 2 mount')],
    ] as const) {
      replies.push([operation, await t.attempt(operation, { path: { mount, path }, ...way })])
    }
  }
  return replies
}

const changesKeys = (change: (keys: string[]) => string[]): Sabotage =>
  changesBody((body: { data: { keys?: string[] } }) => {
    const { keys } = body.data
    return keys ? { ...body, data: { keys: change(keys) } } : body
  })
const isVerb = ({ method }: { method: string }) => method === 'LIST'
const each = (sabotage: Sabotage) => listOperations.map((operation) => on(operation, sabotage))

export const directories: Checks = {
  'SEC-026': {
    needs: { ...bothVersions, ...toRead },
    async run(t) {
      for (const { operation, input, gap } of await prepareListings(t)) {
        const { mount, path } = input.path as { mount: string; path?: string }
        const address = gap === undefined ? `/v1/${mount}` : `/v1/${mount}/metadata`
        const target = path === undefined ? `${address}/` : `${address}/${path}/`
        for (const [method, query] of [
          ['LIST', ''],
          ['GET', '?list=true'],
        ] as const) {
          const { status } = await t.send({ method, target: target + query })
          expectOrAssume(gap, t, () => expect(status, `status of ${method} ${target}, for ${operation}`).toBe(200))
          const unslashed = await t.send({ method, target: target.replace(/\/$/, query) })
          const what = `${method} ${target} without its final slash, for ${operation}`
          t.assume('SEC-G13', () => expect(unslashed.status, `status of ${what}`).toBe(200))
        }
        const capital = await t.send({ method: 'GET', target: `${target}?list=True` })
        t.assume('SEC-G34', () => expect(capital.status, `status of GET ${target}?list=True`).toBe(200))
        const unknown = await t.send({ method: 'GET', target: `${target}?list=yes` })
        t.assume('SEC-G34', () => expectStatus(unknown, 400, `GET ${target}?list=yes, for ${operation}`))
        for (const query of ['', '?list=false', '?list=FALSE', '?list=']) {
          const read = await t.send({ method: 'GET', target: target + query })
          t.assume(query === '' ? 'SEC-G13' : 'SEC-G34', () =>
            expectStatus(read, 404, `GET ${target}${query}, which is not a list, for ${operation}`),
          )
        }
      }
    },
    sabotage: [
      when(({ path, method }) => method === 'LIST' && path.endsWith('/'), turnsStatus(200, 404)),
      when(({ path, method }) => method === 'GET' && path.endsWith('/'), turnsStatus(200, 404)),
      when(({ query }) => query === 'list=True', turnsStatus(200, 400)),
    ],
  },
  'SEC-027': listsBy({ query: list }, [
    ...each(changesKeys((keys) => keys.filter((key) => !key.startsWith('contract') && !key.startsWith('name')))),
    on('listDirectory', changesKeys, (keys) => keys.filter((key) => !key.endsWith('/'))),
    on('listDirectory', (request, forward) => forward({ ...request, path: request.path.replace(/[^/]+\/$/, '') })),
  ]),
  'SEC-028': {
    needs: bothVersions,
    async run(t) {
      const path = scratchDirectory()
      await makeSecret(t, path)
      await makeKey(t, path)
      for (const [operation, reply] of await listsOf(t, path)) {
        const what = `${operation} of a path that holds no directory`
        expectNoSuccess(reply, what)
        t.assume('SEC-G14', () => expectStatus(reply, 404, what))
      }
    },
    sabotage: [
      on('listDirectory', acceptsRefused({ data: { keys: [] } })),
      on('listKeyDirectory', acceptsRefused({ data: { keys: [] } })),
      when(isVerb, acceptsRefused({ data: { keys: [] } })),
      on('listDirectory', turnsStatus(404, 405)),
    ],
  },
  'SEC-051': listsBy({ method: 'LIST' }, each(when(isVerb, turnsStatus(200, 405)))),
  'SEC-052': listsBy({ query: list }, each(ignoresQuery('list'))),
  'SEC-053': {
    needs: { ...bothVersions, ...toRead },
    async run(t) {
      const nothing = { path: { mount: t.resource('version 1 mount'), path: scratchDirectory() } }
      const listings = [...(await prepareListings(t)), { operation: 'listDirectory' as const, input: nothing }]
      for (const { operation, input } of listings) {
        const byQuery = await t.attempt(operation, { ...input, query: list })
        const again = await t.attempt(operation, { ...input, query: list })
        const byVerb = await t.attempt(operation, { ...input, method: 'LIST' })
        expectSameAnswer(byVerb, [byQuery, again], `${operation} by LIST, against that by GET`)
      }
    },
    sabotage: [
      ...each(when(isVerb, changesKeys, (keys) => keys.slice(1))),
      when(isVerb, turnsStatus(404, 204)),
      when(isVerb, changesBody, (body: object) => ({ ...body, by: 'LIST' })),
    ],
  },
  'SEC-054': {
    needs: { resources: bothVersions.resources },
    async run(t) {
      for (const [operation, reply] of await listsOf(t, scratchDirectory())) {
        expect(reply.status, `status of ${operation} of a directory with nothing in it`).toBe(404)
        expect(reply.body, `body of ${operation} of a directory with nothing in it`).toEqual({ errors: [] })
      }
    },
    sabotage: [
      ...['listDirectory', 'listKeyDirectory'].map((operation) =>
        on(operation, acceptsRefused({ data: { keys: [] } })),
      ),
      when(isVerb, turnsStatus(404, 204)),
      changesAnswer((answer) => (answer.status === 404 ? { ...answer, body: { errors: ['nothing here'] } } : answer)),
      when(isVerb, changesAnswer, (answer) =>
        answer.status === 404 ? { ...answer, body: { errors: [], data: null } } : answer,
      ),
    ],
  },
  'SEC-067': listsBy({ query: list, body: undefined }, each(when(({ body }) => body === null, answersWith(400)))),
}
