import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The checks alone, since they are the judge: a mutant that none of them notices is one that no team's server would be told of. */
export default defineConfig({
  test: {
    projects: (process.env.JUDGES ?? '').split(' ').map((name) => ({
      test: {
        name,
        root,
        include: ['src/verify/checks.suite.ts'],
        provide: { interface: name, targets: [{ name }] },
        testTimeout: 20_000,
      },
    })),
  },
})
