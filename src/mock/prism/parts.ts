import { createRequire } from 'node:module'

/**
 * Loads a package in the copy that Prism uses, since another version may validate differently. Also loads parts of Prism (`./validator/…`):
 * loading all of Prism takes most of the start and most of the memory.
 */
const requireFromPrism: NodeJS.Require = createRequire(createRequire(import.meta.url).resolve('@stoplight/prism-http'))

/** The parts of Prism, each loaded when it is first needed. They are written out, so that a bundler sees each of them. */
export const prismParts = {
  validators: (): typeof import('@stoplight/prism-http/dist/validator/index.js') =>
    requireFromPrism('./validator/index.js'),
  /** Chooses examples and makes values up: two thirds of Prism. */
  mocker: (): typeof import('@stoplight/prism-http/dist/mocker/index.js') => requireFromPrism('./mocker/index.js'),
  problems: (): typeof import('@stoplight/prism-http/dist/types.js') => requireFromPrism('./types.js'),
  preferences: (): typeof import('@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js') =>
    requireFromPrism('@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js'),
  deserializers: (): typeof import('@stoplight/prism-http/dist/validator/deserializers/index.js') =>
    requireFromPrism('./validator/deserializers/index.js'),
  mediaTypes: (): typeof import('@stoplight/prism-http/dist/validator/utils/wildcardMediaTypeMatch.js') =>
    requireFromPrism('./validator/utils/wildcardMediaTypeMatch.js'),
}
