import { UserError } from '../user-error.ts'

/**
 * Runs what needs packages that a user may lack.
 *
 * @throws {UserError} that says what to install, if one is missing
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
    const { peers } = await import('../pipeline/init/init.ts')
    // Spectral brings the packages of its scope; all others belong to the types.
    const isOfSpectral = missing.startsWith('@stoplight/')
    const packages = Object.entries(peers)
      .filter(([name]) => name.startsWith('@stoplight/') === isOfSpectral)
      .map(([name, range]) => `${name}@${range.replace(/^\^(\d+).*$/, '$1')}`)
    throw new UserError(
      `this command needs ${missing}, which is not installed; run: npm install --save-dev ${packages.join(' ')}`,
    )
  }
}
