import { defineConfig } from 'vitest/config'

/** The mock's own tests: but for those that start processes, which load what is not broken, and those that ask a thousand times the same. */
export default defineConfig({
  test: {
    include: ['src/mock/**/*.test.ts', 'src/testing/{start-mock,in-process}.test.ts'],
    exclude: ['src/mock/{bad-input,every-operation,state-file,sudden-end,vaults}.test.ts'],
    // Each mutant is met by many of them.
    env: { COMPARED_REQUESTS: '80' },
    isolate: false,
    testTimeout: 30_000,
  },
})
