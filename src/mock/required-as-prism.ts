import { createRequire } from 'node:module'

/**
 * Loads a package in the very copy that Prism uses: another version might judge otherwise. Parts of Prism itself too, `./validator/…`, where
 * few requests need them: loading all of Prism is most of a start, and most of the memory.
 */
export const requireAsPrism: NodeJS.Require = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/prism-http'),
)
