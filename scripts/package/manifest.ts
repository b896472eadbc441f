import { houseRulesFile } from './house-rules.ts'

/** The parts of the repository's `package.json` that matter here. */
export interface Manifest {
  version: string
  engines: { node: string }
  exports: Record<string, string>
  bin: Record<string, string>
}

/** The members that the published manifest takes over. */
const kept = ['name', 'version', 'description', 'keywords', 'license', 'author', 'repository', 'type', 'engines']

/**
 * Packages that only some parts need. Users of such a part have the package already, or an error tells them to install it. npm refuses to
 * install this package beside a version outside a range, even in a project that uses no such part, so `peers.test.ts` tries old majors.
 */
export const optionalPeers: Record<string, string> = {
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
  './src/no-root-export.js',
  './src/testing/jest.js',
  './src/testing/vitest.js',
  './src/validate/matchers/jest.js',
  './src/validate/matchers/vitest.js',
]

/** The manifest of the published package. It has no dependencies, because its files contain the packages that they need. */
export function publishedManifest(repository: Manifest): Record<string, unknown> {
  const compiled = (file: string) => file.replace(/\.ts$/, '.js')
  const exported = (file: string) =>
    file.endsWith('.ts') ? { types: file.replace(/\.ts$/, '.d.ts'), default: compiled(file) } : file
  return {
    ...Object.fromEntries(Object.entries(repository).filter(([name]) => kept.includes(name))),
    engines: { node: repository.engines.node },
    sideEffects: actsWhenImported,
    bin: mapValues(repository.bin, compiled),
    exports: {
      ...mapValues(repository.exports, exported),
      './spectral': exported(`./${houseRulesFile.replace(/js$/, 'ts')}`),
    },
    peerDependencies: optionalPeers,
    peerDependenciesMeta: mapValues(optionalPeers, () => ({ optional: true })),
  }
}

function mapValues<T, R>(members: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value)]))
}
