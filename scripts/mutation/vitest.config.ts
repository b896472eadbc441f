import { defineConfig } from 'vitest/config'

/** The mock's own tests: but for those that start processes, which load what is not broken, and those that ask a thousand times the same. */
export default defineConfig({
  test: {
    include: [
      'src/mock/**/*.test.ts',
      'src/redaction/mask-request.test.ts',
      'src/contract/media-type.test.ts',
      'src/testing/{start-mock,in-process}.test.ts',
    ],
    exclude: [
      'src/mock/{bad-input,every-operation,sudden-end}.test.ts',
      'src/mock/storage/{state-file,storage}.test.ts',
    ],
    // Each mutant is met by many of them.
    env: { COMPARED_REQUESTS: '80' },
    isolate: false,
    testTimeout: 30_000,
  },
})
