import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'

const anyOfV1 = ['/', '/{path}', '/{path}/']
const ofStore = [
  ...['/config', '/data/{path}', '/delete/{path}', '/destroy/{path}', '/metadata/', '/metadata/{path}'],
  ...['/metadata/{path}/', '/undelete/{path}'],
]
const ofNamespace = [
  '/auth/{auth_method}/login/{username}',
  ...[...anyOfV1, ...ofStore].map((path) => `/{mount}${path}`),
]
const itselfAndBelow = ['/', '/{path}']

/** Addresses, with the paths that this contract knows there and below. */
function known(t: Context): [target: string, paths: string[]][] {
  const [mount, store] = [t.resource('version 1 mount'), t.resource('version 2 mount')]
  const [namespace, method] = [t.resource('outer namespace'), t.resource('auth method')]
  return [
    ['', [...ofNamespace, '/sys/health']],
    [namespace, ofNamespace],
    [namespace.slice(0, -1), ofNamespace],
    [mount, anyOfV1],
    [`${mount}/`, anyOfV1],
    [`${mount}/name`, anyOfV1],
    [`${mount}/directory/`, anyOfV1],
    [`${store}/`, ofStore],
    [`${namespace}${store}/`, ofStore],
    [`${store}/config`, ['/']],
    [`${store}/data`, ['/{path}']],
    [`${store}/data/`, ['/{path}']],
    [`${store}/data/name`, itselfAndBelow],
    [`${store}/data/directory/name`, itselfAndBelow],
    [`${store}/undelete/name`, itselfAndBelow],
    [`${store}/metadata`, ['/{path}', '/{path}/']],
    [`${store}/metadata/`, anyOfV1],
    [`${store}/metadata/directory/`, anyOfV1],
    [`${store}/metadata/name`, anyOfV1],
    ['auth/', ['/{auth_method}/login/{username}']],
    [`auth/${method}/`, ['/login/{username}']],
    [`auth/${method}/login/${t.resource('user')}`, ['/']],
    ['sys/', ['/health']],
    ['sys/health', ['/']],
  ]
}

const verbs: Readonly<Record<string, string[]>> = {
  '/config': ['get', 'post', 'put'],
  '/data/{path}': ['delete', 'get', 'post', 'put'],
  '/delete/{path}': ['post', 'put'],
  '/destroy/{path}': ['post', 'put'],
  '/metadata/': ['get'],
  '/metadata/{path}': ['delete', 'get', 'post', 'put'],
  '/metadata/{path}/': ['get'],
  '/undelete/{path}': ['post', 'put'],
}

/** The help of a whole mount: its verbs, and the version of the contract. */
function expectWhole(body: unknown, store: string): void {
  const { openapi = {} } = body as { openapi?: { paths?: Record<string, object> } }
  for (const [path, item] of Object.entries(openapi.paths ?? {})) {
    const methods = Object.keys(item).filter((name) => name !== 'parameters')
    expect(methods.toSorted(), `verbs at ${path} in the help of ${store}/`).toEqual(verbs[path])
  }
  const info = { title: `${store}/`, version: expect.stringMatching(/./) }
  expect(openapi, `document in the help of ${store}/`).toMatchObject({ info })
}

/** Expects the help of each address to list exactly the paths that this contract knows there. */
export async function assumeHelp(t: Context): Promise<void> {
  const namespace = t.resource('outer namespace')
  for (const [target, paths] of known(t)) {
    const { body } = await t.send({ method: 'GET', target: `/v1/${target}?help=1` })
    t.assume('SEC-G43', () => {
      const { help = '', openapi } = body as {
        help?: string
        openapi?: { info?: { title?: unknown }; paths?: Record<string, object> }
      }
      const helpPaths = Object.entries(openapi?.paths ?? {})
      const title = target.startsWith(namespace) ? target.slice(namespace.length) : target
      if (target === '' || target.endsWith('/'))
        expect(openapi?.info?.title, `title of the help of /v1/${target}`).toBe(title || '/')
      expect(helpPaths.map(([path]) => path).toSorted(), `paths in the help of /v1/${target}`).toEqual(paths.toSorted())
      for (const [path, item] of helpPaths) {
        for (const method of Object.keys(item).filter((name) => name !== 'parameters')) {
          expect(help, `text of the help of /v1/${target}`).toContain(`\`${method.toUpperCase()} ${path}\`: `)
        }
      }
    })
  }
  const store = t.resource('version 2 mount')
  const { body } = await t.send({ method: 'GET', target: `/v1/${store}/?help=1` })
  t.assume('SEC-G43', () => expectWhole(body, store))
  const nowhere = [`${store}/contract-checks`, `${store}/config/`, `${store}/config/name`, 'auth/contract-checks/']
  for (const target of [...nowhere, 'sys/health/name', `${t.resource('outer namespace')}sys/`]) {
    const { status } = await t.send({ method: 'GET', target: `/v1/${target}?help=1` })
    t.assume('SEC-G43', () => expect(status, `status of the help of /v1/${target}, where nothing is known`).toBe(404))
  }
}
