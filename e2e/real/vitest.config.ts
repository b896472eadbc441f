import { defineConfig } from 'vitest/config'

/** Members elect leaders and publish versions, which takes seconds; the steps of an upgrade depend on each other. */
export default defineConfig({
  test: {
    include: ['e2e/real/**/*.test.ts'],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
