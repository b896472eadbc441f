import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { bundled } from './src/workspace/bundled.ts'

/** Interfaces whose rules are checked: one project each, so that they run side by side. */
const checked = bundled.interfaces.map(({ name }) => name).filter((name) => name !== 'mock-control')

/** The test data of standards and peers, which lie beside the repository: `npm run suites`. */
const suites = ['src/**/*-suite.test.ts']

/** Tests that `npm test` leaves to `npm run test:rest`, as it does the sabotage proofs and everything in e2e/. */
const slow = [
  // On what would be published.
  'scripts/release/release.test.ts',
  // Every command and example of the guides.
  'src/client/guides.test.ts',
  'src/testing/guide.test.ts',
  // On copies of the repository, and on revisions in git.
  'src/pipeline/dev/dev.test.ts',
  'src/pipeline/diff/{compare-revisions,diff,oasdiff}.test.ts',
  'src/pipeline/new/new.test.ts',
  // Commands as processes.
  'src/interfaces/cluster-agent/profiles/profiles.test.ts',
  'src/cli/{broken-documents,bugs,completion,first-answer,mock,proxy,settings,validate,verify}.test.ts',
  'src/cli/mock/lead-workers.test.ts',
  'src/cli/kv-upgrade/{kv-upgrade,unusable-input}.test.ts',
  'src/kv-upgrade/flags/idempotence.test.ts',
  // Beside plain Prism.
  'src/mock/prism/same-as-prism.test.ts',
  // Hundreds of requests, random histories, and processes that end at any moment.
  'src/interfaces/*/checks/foreign-*.test.ts',
  'src/mock/{bad-input,every-operation}.test.ts',
  'src/mock/storage/{storage-model,sudden-end,sudden-end-anywhere}.test.ts',
  'src/request-params/arbitrary-bytes.test.ts',
  'src/validate/har/read-entries.test.ts',
  // Planted faults, each on a server of its kind, and many pairs of schemas.
  'src/verify/probing/probing.test.ts',
  'src/cli/verify-harm.test.ts',
  'src/contract/schema/containment/containment.test.ts',
  // Several mocks, an engine and a load balancer as processes.
  'src/mock/storage/valkey/{replicas,replica-processes,lost-engine,open-valkey}.test.ts',
  'src/verify/runner/replicas.test.ts',
]

const options = {
  // Files of a worker share the modules that they load: loading takes longer than most tests. So a test restores what it changes.
  isolate: false,
  setupFiles: [fileURLToPath(new URL('scripts/test/load-bundler.ts', import.meta.url))],
  // Commands that tests start find what the previous one has compiled. That saves half the time of a short command.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
  // Tests start commands and hold connections, which takes time on a busy machine. No test is about time, so none runs again.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  test: {
    // By default Vitest keeps one processor for itself, and needs little of it.
    maxWorkers: '100%',
    reporters: ['default', './scripts/test/remarks-reporter.ts'],
    projects: [
      { test: { name: 'lint', include: ['src/pipeline/lint/**/*.test.ts'], exclude: suites, ...options } },
      {
        test: {
          name: 'unit',
          include: ['{src,scripts}/**/*.test.ts'],
          exclude: ['src/pipeline/lint/**', ...suites, ...slow],
          ...options,
        },
      },
      { test: { name: 'slow', include: slow, ...options } },
      { test: { name: 'suites', include: suites, ...options } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'e2e/{real,package}/**'],
          ...options,
        },
      },
      // On the tarball, which is built once and installed outside the repository.
      {
        test: {
          name: 'e2e: package',
          include: ['e2e/package/*.test.ts'],
          globalSetup: ['e2e/package/global-setup.ts'],
          ...options,
        },
      },
      ...checked.map((name) => ({
        test: {
          name: `rules: ${name}`,
          include: ['{src,e2e}/**/*.suite.ts'],
          provide: { interface: name },
          ...options,
        },
      })),
    ],
  },
})
