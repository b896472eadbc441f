import { defineConfig } from 'vitest/config'

/**
 * The mock's unit tests, without those that start processes or an engine, and those that repeat a thousand requests. A process loads code
 * without mutants, and the start of an engine takes longer than a mutant may.
 */
export default defineConfig({
  test: {
    include: process.env.UNIT_TESTS?.split(' ') ?? [
      'src/mock/**/*.test.ts',
      'src/redaction/mask-request.test.ts',
      'src/contract/media-type.test.ts',
      'src/testing/{start-mock,in-process}.test.ts',
    ],
    exclude: [
      'src/mock/{bad-input,every-operation}.test.ts',
      'src/mock/storage/{sudden-end,sudden-end-anywhere,full-disk,state-file}.test.ts',
      'src/mock/storage/valkey/*.test.ts',
    ],
    // Few requests and runs suffice, since many of them reach each mutant.
    env: { COMPARED_REQUESTS: '80', STORAGE_RUNS: '40', WITHOUT_ENGINE: 'true' },
    isolate: false,
    setupFiles: 'e2e/lab/mutation/compile-in-each-test.ts',
    testTimeout: 30_000,
  },
})
