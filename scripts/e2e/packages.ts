import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

/** @throws {UserError} when the packages of e2e/ are not installed, since `npm test` does without */
export function assertE2ePackages(): void {
  if (!existsSync(join(root, 'e2e/node_modules')))
    throw new UserError('the packages of e2e/ are missing; run: npm ci --prefix e2e')
}
