import { InputError } from '../user-error.ts'

/** Packages that only some commands need, with the version that these commands are tested with. */
const peers = [
  '@redocly/openapi-core@2',
  '@redocly/cli@2',
  '@stoplight/spectral-cli@6',
  'openapi-typescript@7',
  'typescript@5',
]

/**
 * Runs what needs packages that a user may lack.
 *
 * @throws {InputError} that says what to install, if one is missing
 */
export async function withPeers<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const missing = /^(ERR_)?MODULE_NOT_FOUND$/.test(code ?? '')
      ? /(?:module|package) '((?:@[^/']+\/)?[^/'.\s][^/'\s]*)/.exec(message)?.[1]
      : undefined
    if (missing === undefined) throw error
    throw new InputError(
      `this command needs ${missing}, which is not installed; run: npm install --save-dev ${peers.join(' ')}`,
    )
  }
}
