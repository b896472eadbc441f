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
        },
      },
      {
        test: {
          name: 'all else',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['scripts/lint/**'],
        },
      },
    ],
  },
})
