import { defineConfig } from 'vitest/config'

/** The mock's own tests, without those that start processes, which load code without mutants, and those that repeat a thousand requests. */
export default defineConfig({
  test: {
    include: [
      'src/mock/**/*.test.ts',
      'src/redaction/mask-request.test.ts',
      'src/contract/media-type.test.ts',
      'src/testing/{start-mock,in-process}.test.ts',
    ],
    exclude: [
      'src/mock/{bad-input,every-operation,sudden-end,sudden-end-anywhere}.test.ts',
      'src/mock/storage/{state-file,storage,storage-model,tagged-json}.test.ts',
    ],
    // Few requests suffice, since many of them reach each mutant.
    env: { COMPARED_REQUESTS: '80' },
    isolate: false,
    testTimeout: 30_000,
  },
})
