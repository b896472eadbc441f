import { plainProblem } from '../../src/behaviour/problem-details.ts'
import type { Fallback } from '../../src/mock/gateway.ts'

/** Replaces the rendering of the documentation in the published package. Its tools are ten times as large as everything else. */
export function createDocs(): Fallback {
  return async (path) => {
    if (path !== '/' && path !== '/docs' && !path.startsWith('/docs/')) return undefined
    return plainProblem(
      404,
      'The documentation is rendered by the repository (npm run docs). This package has the documents themselves: ' +
        'generated/<interface>/openapi.yaml in its folder.',
    )
  }
}
