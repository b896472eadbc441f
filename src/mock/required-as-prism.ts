import { createRequire } from 'node:module'

/**
 * Loads a package in the copy that Prism uses, since another version may validate differently. Also loads parts of Prism (`./validator/…`):
 * loading all of Prism takes most of the start and most of the memory.
 */
export const requireAsPrism: NodeJS.Require = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/prism-http'),
)
