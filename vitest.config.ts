import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'lint',
          include: ['scripts/lint/**/*.test.ts'],
          // Loading Spectral takes longer than what its tests do, and they share nothing that one could change.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'all else',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['scripts/lint/**'],
          // Commands are started and connections held: on a busy machine that takes its time, and no test is about time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
