import { createRequire } from 'node:module'

/** Loads a package in the very copy that Prism uses: another version might judge otherwise. */
export const requireAsPrism: NodeJS.Require = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/prism-http'),
)
