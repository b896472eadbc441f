import { UserError } from '../../src/cli/user-error.ts'

/** The parts of the repository's `package.json` that matter here. */
export interface Manifest {
  name: string
  version: string
  description: string
  exports: Record<string, string>
  bin: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Packages that only some parts need. Users of such a part have the package already, or an error tells them to install it. */
const optionalPeers: Record<string, string> = {
  '@types/express': '>=5',
  '@types/koa': '>=3',
  expect: '>=30',
  express: '>=5',
  fastify: '>=5',
  hono: '>=4',
  koa: '>=3',
  msw: '>=3',
  vitest: '>=5',
}

/** All other files have no side effects, so bundlers can leave out what is not used. */
const actsWhenImported = [
  './src/cli/rulebound.js',
  './src/testing/jest.js',
  './src/testing/vitest.js',
  './src/validate/matchers/jest.js',
  './src/validate/matchers/vitest.js',
]

/** Packages whose types are in another package. */
const typesOf: Record<string, string> = { express: '@types/express', koa: '@types/koa' }

/**
 * The manifest of the published package. It names compiled files instead of sources, and only the dependencies that these import.
 *
 * @param packages names of the imported packages, each with a file that imports it
 * @throws {UserError} for a package that is no dependency of the repository
 */
export function publishedManifest(
  repository: Manifest,
  packages: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const { name, version, description, exports, bin } = repository
  const needed = [...packages.keys()].flatMap((each) => [each, ...(typesOf[each] ? [typesOf[each]] : [])]).sort()
  const peers = needed.filter((each) => Object.hasOwn(optionalPeers, each))
  const dependencies = needed.filter((each) => !Object.hasOwn(optionalPeers, each))
  const stray = dependencies.find((each) => !Object.hasOwn(repository.dependencies, each))
  if (stray) {
    throw new UserError(
      `${packages.get(stray)} imports ${stray}, which is neither in \`dependencies\` nor an optional peer`,
    )
  }
  return {
    name,
    version,
    description,
    type: 'module',
    engines: { node: '>=22' },
    sideEffects: actsWhenImported,
    bin: mapValues(bin, compiled),
    exports: mapValues(exports, (file) =>
      file.endsWith('.ts') ? { types: compiled(file).replace(/\.js$/, '.d.ts'), default: compiled(file) } : file,
    ),
    dependencies: Object.fromEntries(dependencies.map((each) => [each, repository.dependencies[each]])),
    peerDependencies: Object.fromEntries(peers.map((each) => [each, optionalPeers[each]])),
    peerDependenciesMeta: Object.fromEntries(peers.map((each) => [each, { optional: true }])),
  }
}

/** `./src/testing/testing.ts` is compiled to `./src/testing/testing.js`. */
export function compiled(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function mapValues<T, R>(members: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value)]))
}
