import { fileURLToPath } from 'node:url'

/**
 * The folder of this repository, or of the installed package, with a slash at its end: the bundled interfaces lie there. No other
 * module computes it from its own address.
 */
export const rootUrl: URL = new URL('../../', import.meta.url)

/** The same as a path. */
export const root: string = fileURLToPath(rootUrl)
