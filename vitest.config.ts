import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { listInterfaces } from './src/contract/registry.ts'

/** Interfaces whose rules are checked: one project each, so that they run side by side. */
const checked = listInterfaces().map(({ name }) => name)

/** Files of a worker share what they load: it takes longer than most tests do. So a test leaves nothing changed behind. */
const isolate = false

/** Commands and programs that tests start find there what the one before has compiled: half of a short one's time. */
const env = { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) }

export default defineConfig({
  test: {
    // Vitest leaves a processor to itself, and has little to do on it.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'lint',
          include: ['scripts/lint/**/*.test.ts'],
          isolate,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'all else',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['scripts/lint/**', 'scripts/real/**'],
          isolate,
          env,
          // Commands are started and connections held: on a busy machine that takes its time, and no test is about time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...checked.map((name) => ({
        test: {
          name: `rules: ${name}`,
          include: ['src/verify/runner/*.suite.ts'],
          provide: { interface: name, targets: [{ name }] },
          isolate,
          testTimeout: 60_000,
        },
      })),
    ],
  },
})
