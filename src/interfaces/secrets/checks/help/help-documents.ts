import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesBody, on, type Sabotage, when } from '../../../../check/sabotage.ts'
import { type Checks, type Context, everyRead } from '../context.ts'
import { asksForHelp, expectOfEveryHelp, helpOperations } from './help.ts'
import { assumeHelp } from './help-lists.ts'

type PathItem = Record<'get' | 'post' | 'put' | 'delete', { responses?: unknown } | undefined> & {
  parameters?: { name?: string }[]
}

interface HelpDocument {
  openapi?: unknown
  components?: object
  info?: { title?: unknown; version?: unknown }
  paths?: Record<string, PathItem>
}

const changesDocument = (change: (document: HelpDocument) => object): Sabotage =>
  when(asksForHelp, changesBody, (body: { openapi: HelpDocument }) => ({ ...body, openapi: change(body.openapi) }))
const changesPaths = (change: (path: string) => string | undefined): Sabotage =>
  changesDocument((document) => ({
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
        const changed = change(path)
        return changed === undefined ? [] : [[changed, item]]
      }),
    ),
  }))

/** Paths of the document in a help answer. */
async function pathsOf(t: Context, target: string): Promise<string[]> {
  const reply = await t.send({ method: 'GET', target: `/v1/${target}?help=1` })
  expect(reply.status, `status of the help of ${target}`).toBe(200)
  return Object.keys(documentIn(reply).paths ?? {})
}

/**
 * The same paths, relative to the queried one. A server may name them from `/v1/` or from the mount instead: SEC-033 checks whether they
 * are relative.
 */
async function relativePathsOf(t: Context, target: string): Promise<string[]> {
  const segments = target.split('/').filter((segment) => segment !== '')
  const bases = segments.map((_, index) => `/${segments.slice(index).join('/')}`)
  const relative = (path: string) => {
    const base = bases.find((start) => path === start || path.startsWith(`${start}/`)) ?? ''
    return path.slice(base.length) || '/'
  }
  return (await pathsOf(t, target)).map((path) => relative(path.replace(/^\/v1(?=\/)/, '')))
}

/** The targets of all references, as in `#/components/schemas/Name`. */
function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = '$ref' in node && typeof node.$ref === 'string' ? [node.$ref] : []
  return [...own, ...Object.values(node).flatMap(referencesIn)]
}

function leads(reference: string, document: object): boolean {
  const [, ...names] = reference.split('/')
  return names.reduce<unknown>((node, name) => Object(node)[name], document) !== undefined
}

function documentIn({ body }: Reply): HelpDocument {
  return (body as { openapi: HelpDocument }).openapi
}

const families = ['/config', '/data/', '/delete/', '/destroy/', '/metadata/', '/undelete/']
const mounts = {
  resources: ['version 2 mount'],
  onMock: { resources: ['version 1 mount', 'outer namespace', 'auth method', 'user'] },
} as const

export const helpDocuments: Checks = {
  'SEC-031': {
    needs: { ...everyRead, control: 'where offered' },
    run: (t) =>
      expectOfEveryHelp(t, ({ reply, what }) => {
        const document = documentIn(reply)
        const { openapi, info, paths = {} } = document
        expect(openapi, `openapi.openapi of ${what}`).toEqual(expect.stringMatching(/^3\.0\.\d+$/))
        const named = { title: expect.any(String), version: expect.any(String) }
        expect(info, `openapi.info of ${what}`).toMatchObject(named)
        expect(document.paths, `openapi.paths of ${what}`).toBeTypeOf('object')
        const dangling = referencesIn(document).filter((reference) => !leads(reference, document))
        expect(dangling, `references that lead nowhere, in ${what}`).toEqual([])
        for (const [path, item] of Object.entries(paths)) {
          expect(path, `a path in ${what}`).toMatch(/^\//)
          for (const method of ['get', 'post', 'put', 'delete'] as const) {
            if (item[method])
              expect(item[method], `${method} ${path} in ${what}`).toMatchObject({ responses: expect.anything() })
          }
          const declared = (item.parameters ?? []).map(({ name }) => `{${name}}`)
          const undeclared = (path.match(/\{[^}]+\}/g) ?? []).filter((name) => !declared.includes(name))
          if (t.hasControl)
            t.assume('SEC-G43', () => expect(undeclared, `parameters of ${path} that are not declared`).toEqual([]))
        }
      }),
    sabotage: [
      ...helpOperations.map((operation) =>
        on(operation, changesDocument, (document) => ({ ...document, openapi: '3.1.0' })),
      ),
      changesDocument(({ info: _, ...document }) => document),
      changesDocument((document) => ({
        ...document,
        components: { schemas: { Named: { $ref: '#/components/schemas/Nowhere' } } },
      })),
      changesDocument(({ paths: _, ...document }) => document),
      changesPaths((path) => path.slice(1)),
      when(asksForHelp, changesBody, (body: object) => ({ ...body, openapi: JSON.stringify(body) })),
    ],
  },
  'SEC-032': {
    needs: mounts,
    async run(t) {
      const mount = t.resource('version 2 mount')
      const below = await relativePathsOf(t, `${mount}/`)
      for (const family of families) {
        const covered = below.some((path) => path.startsWith(family))
        expect(covered, `${family} among the paths in the help of the mount: ${below.join(' ')}`).toBe(true)
      }
      expect(await relativePathsOf(t, `${mount}/config`), 'paths in the help of config').toContain('/')
      const inFamily = await relativePathsOf(t, `${mount}/data/`)
      expect(inFamily.join(''), 'paths in the help of data/, of which one is below it').toMatch(/\/[^/]/)
      if (t.hasControl) await assumeHelp(t)
    },
    sabotage: [
      ...families.map((family) => changesPaths((path) => (path.startsWith(family) ? undefined : path))),
      changesPaths((path) => (path === '/' ? undefined : path)),
      when(
        ({ path }) => path.endsWith('/data/'),
        changesPaths(() => undefined),
      ),
    ],
  },
  'SEC-033': {
    needs: { resources: ['version 2 mount'] },
    async run(t) {
      const mount = t.resource('version 2 mount')
      const ofMount = await pathsOf(t, `${mount}/`)
      expect(ofMount, 'paths in the help of the mount').toContain('/config')
      const ofConfig = await pathsOf(t, `${mount}/config`)
      expect(ofConfig, 'paths in the help of config').toContain('/')
      for (const path of [...ofMount, ...ofConfig]) {
        expect(path, 'a path in a help answer').not.toMatch(/^\/v1(\/|$)/)
        expect(path.startsWith(`/${mount}/`), `that ${path} in a help answer begins with the mount`).toBe(false)
      }
      expect(ofConfig.join(' '), 'paths in the help of config, which do not name it').not.toMatch('config')
    },
    sabotage: [
      changesPaths((path) => `/v1/kv${path}`),
      changesPaths((path) => `/kv${path}`),
      on('readStoreSettings', changesPaths, () => '/config'),
      changesPaths((path) => (path === '/metadata/' ? '/v1/kv/metadata/' : path)),
    ],
  },
}
