import { UserError } from '../../src/user-error.ts'

/** The parts of the repository's `package.json` that matter here. */
export interface Manifest {
  name: string
  version: string
  description: string
  keywords: string[]
  license: string
  author: string
  repository: { type: string; url: string }
  engines: { node: string }
  exports: Record<string, string>
  bin: Record<string, string>
}

/**
 * Packages that only some parts need. Users of such a part have the package already, or an error tells them to install it. npm refuses to
 * install this package beside a version outside a range, even in a project that uses no such part, so `peers.test.ts` tries old majors.
 */
export const optionalPeers: Record<string, string> = {
  '@redocly/cli': '>=2',
  '@redocly/openapi-core': '>=2',
  '@stoplight/spectral-cli': '>=6',
  expect: '>=29.7',
  fastify: '>=4',
  iovalkey: '>=0.4',
  msw: '>=2',
  'openapi-typescript': '>=7',
  typescript: '>=5',
  vitest: '>=3.2',
}

/** Packages that come with a peer. */
export const ofPeers = ['core', 'parsers', 'ref-resolver', 'ruleset-bundler'].map(
  (name) => `@stoplight/spectral-${name}`,
)

/** The oldest supported version of Node.js, such as 22.13.0: from there, `node:sqlite` needs no flag. */
export function oldestNode({ engines }: Pick<Manifest, 'engines'>): string {
  return engines.node.replace('>=', '')
}

/** All other files have no side effects, so bundlers can leave out what is not used. */
const actsWhenImported = [
  './src/cli/rulebound.js',
  './src/cli/no-root-export.js',
  './src/testing/jest.js',
  './src/testing/vitest.js',
  './src/validate/matchers/jest.js',
  './src/validate/matchers/vitest.js',
]

/**
 * The manifest of the published package. It has no dependencies, because its files contain the packages that they need.
 *
 * @param packages names of the packages that the declarations import, each with a file that imports it
 * @throws {UserError} for a package that is not an optional peer
 */
export function publishedManifest(
  repository: Manifest,
  packages: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const { name, version, description, keywords, license, author, repository: home, engines, exports, bin } = repository
  const stray = [...packages.keys()].find((each) => !Object.hasOwn(optionalPeers, each))
  if (stray)
    throw new UserError(`${packages.get(stray)} imports ${stray}, which users do not get: include its declarations`)
  const peers = Object.entries(optionalPeers)
  return {
    name,
    version,
    description,
    keywords,
    license,
    author,
    repository: home,
    type: 'module',
    engines: { node: engines.node },
    sideEffects: actsWhenImported,
    bin: mapValues(bin, compiled),
    exports: mapValues(exports, (file) =>
      file.endsWith('.ts') ? { types: compiled(file).replace(/\.js$/, '.d.ts'), default: compiled(file) } : file,
    ),
    peerDependencies: Object.fromEntries(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map(([each]) => [each, { optional: true }])),
  }
}

/** `./src/testing/testing.ts` is compiled to `./src/testing/testing.js`. */
export function compiled(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function mapValues<T, R>(members: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value)]))
}
