import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../user-error.ts'
import { root } from './root.ts'

/**
 * The root of the workspace that the working directory lies in, with a slash at its end: the nearest folder upwards with a `redocly.yaml`.
 *
 * @throws {UserError} when there is none
 */
export function findWorkspace(): string {
  const found = findRoot(process.cwd())
  if (found !== undefined) return found
  throw new UserError('there is no redocly.yaml here or in a folder above, which names the documents')
}

/** The same for a folder, unless it is the repository of the bundled interfaces. */
export function findUserRoot(from: string): string | undefined {
  const found = findRoot(from)
  return found === root ? undefined : found
}

function findRoot(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'redocly.yaml'))) return join(folder, '/')
    if (dirname(folder) === folder) return undefined
  }
}

/** True for an argument that is the path of a document, and not the name of an interface. */
export function isPath(word: string): boolean {
  return /[/\\.]/.test(word)
}
