import { randomUUID } from 'node:crypto'
import { answersWith, on, remembersFirstAnswer, turnsStatus, when } from '../../../../check/sabotage.ts'
import { bothVersions, type Checks, type Context, reaches, version1, version2 } from '../context.ts'
import { expectNoSuccess, expectSuccess, expectToHold } from '../expectations.ts'
import { expectMade, makeSecret, scratchDirectory, uniquePairs } from '../scratch.ts'

const get = (t: Context, target: string) => t.send({ method: 'GET', target })
const post = (t: Context, target: string, body: object) =>
  t.send({ method: 'POST', target, body: JSON.stringify(body) })

export const addresses: Checks = {
  'SEC-006': {
    needs: version1,
    onlyAssumed: 'SEC-G52',
    async run(t) {
      const path = { mount: t.resource('version 1 mount'), path: scratchDirectory() }
      for (const operation of ['writeSecret', 'writeSecretByPut'] as const) {
        const pairs = uniquePairs()
        expectSuccess(await t.call(operation, { path, body: pairs }), operation)
        const reads = [await t.call('readSecret', { path }), await t.call('readSecret', { path })]
        t.assume('SEC-G52', () => {
          for (const read of reads) expectToHold(read, pairs, `a GET after ${operation}, which changes nothing`)
        })
      }
    },
    sabotage: [
      on('readSecret', remembersFirstAnswer()),
      on('writeSecret', (request, forward) => forward({ ...request, method: 'GET' })),
    ],
  },
  'SEC-007': {
    needs: version1,
    async run(t) {
      const [path, pairs] = [scratchDirectory(), uniquePairs()]
      await makeSecret(t, path, pairs)
      const target = `/${t.resource('version 1 mount')}/${path}`
      expectToHold(await get(t, `/v1${target}`), pairs, 'a GET of the path with /v1/')
      expectNoSuccess(await get(t, target), 'a GET of the path without /v1/')
      const list = await t.send({ method: 'LIST', target: `/${t.resource('version 1 mount')}/` })
      expectNoSuccess(list, 'a LIST without /v1/')
    },
    sabotage: [
      ...['GET', 'LIST'].map((verb) => when(({ method }) => method === verb, reaches(/^(?!\/v1\/)/, '/v1'))),
      reaches(/^\/v1\//, '/'),
    ],
  },
  'SEC-008': {
    needs: version1,
    async run(t) {
      const [path, pairs] = [scratchDirectory(), uniquePairs()]
      await makeSecret(t, path, pairs)
      const target = `${t.resource('version 1 mount')}/${path}`
      expectToHold(await get(t, `/v1/${target}`), pairs, 'a GET of the path in version 1')
      for (const version of ['v0', 'v2', 'v3', 'v10', 'v1.1']) {
        expectNoSuccess(await get(t, `/${version}/${target}`), `a GET of the same path in ${version}`)
      }
    },
    sabotage: [reaches(/^\/v2\//, '/v1/'), reaches(/^\/v1[.\d]+\//, '/v1/')],
  },
  'SEC-012': {
    needs: { ...bothVersions, control: 'where offered' },
    async run(t) {
      const [directory, mount] = [scratchDirectory(), t.resource('version 1 mount')]
      const [first, second] = [uniquePairs(), uniquePairs()]
      await makeSecret(t, `${directory}/a/name`, first)
      await makeSecret(t, `${directory}/b/name`, second)
      expectToHold(await get(t, `/v1/${mount}/${directory}/a/name`), first, 'the mount, then the path')
      expectToHold(await get(t, `/v1/${mount}/${directory}/b/name`), second, 'the mount, then another path')
      for (const other of [t.resource('version 2 mount'), `contract-checks-${randomUUID()}`]) {
        const reply = await get(t, `/v1/${other}/${directory}/a/name`)
        expectNoSuccess(reply, `the same path below ${other}`)
      }
      expectNoSuccess(await get(t, `/v1/${directory}/a/name/${mount}`), 'the path, then the mount')
      if (!t.hasControl) return
      await t.control.putRecord('mounts', 'contract/checks/', { engine: 'kv-2' })
      const target = '/v1/contract/checks/data/name'
      expectSuccess(await post(t, target, { data: first }), 'a write below a mount whose name holds a slash')
      expectToHold(await get(t, target), first, 'a read below a mount whose name holds a slash')
      expectNoSuccess(await get(t, '/v1/contract/data/name'), 'a read below half the name of a mount')
    },
    sabotage: [
      on('readSecret', reaches(/^\/v1\/[^/]+/, '/v1/secret')),
      reaches(/contract-checks\/.*\//, 'contract-checks/'),
      on('readSecret', reaches(/^\/v1\/(.*)\/secret$/, '/v1/secret/$1')),
    ],
  },
  'SEC-013': {
    needs: { resources: ['fresh installation'], changes: 'reversible' },
    async run(t) {
      const [path, pairs] = [{ mount: 'secret', path: scratchDirectory() }, uniquePairs()]
      const written = await t.call('writeSecret', { path, body: pairs })
      t.assume('SEC-G10', () => expectSuccess(written, 'a write at secret/ as of version 1'))
      if (written.status < 300) {
        return expectToHold(await t.call('readSecret', { path }), pairs, 'a read at secret/')
      }
      const version = await t.call('writeVersion', { path, body: { data: pairs } })
      expectSuccess(version, 'a write at secret/ as of version 2, since that of version 1 failed')
      expectToHold(await t.call('readVersion', { path }), pairs, 'a read at secret/, version 2')
    },
    sabotage: [reaches(/^\/v1\/secret\//, '/v1/kept-elsewhere/'), on('writeSecret', answersWith(204))],
  },
  'SEC-022': {
    needs: version1,
    async run(t) {
      const mount = t.resource('version 1 mount')
      for (const rest of ['', '/with/more/segments', '/data/config']) {
        const [path, pairs] = [scratchDirectory() + rest, uniquePairs()]
        expectSuccess(await post(t, `/v1/${mount}/${path}`, pairs), `a POST to /v1/<mount>/${path}`)
        expectToHold(await get(t, `/v1/${mount}/${path}`), pairs, `a GET of /v1/<mount>/${path}`)
      }
    },
    sabotage: [
      when(({ path, method }) => method === 'POST' && path.split('/').length > 5, turnsStatus(204, 404)),
      on('readSecret', reaches(/^\/v1\/[^/]+\//, '$&data/')),
    ],
  },
  'SEC-024': {
    needs: version2,
    async run(t) {
      const mount = t.resource('version 2 mount')
      for (const rest of ['', '/with/more/segments']) {
        const [name, pairs] = [scratchDirectory() + rest, uniquePairs()]
        expectMade(t, await post(t, `/v1/${mount}/data/${name}`, { data: pairs }), `a POST to /v1/<mount>/data/${name}`)
        expectToHold(await get(t, `/v1/${mount}/data/${name}`), pairs, `a GET of /v1/<mount>/data/${name}`)
      }
    },
    sabotage: [on('writeVersion', reaches(/\/data\//, '/')), on('writeVersion', answersWith(204))],
  },
}
