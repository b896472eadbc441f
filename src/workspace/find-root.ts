import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../user-error.ts'

/** The nearest folder upwards with a `redocly.yaml`, with a slash at its end: the root of the workspace. Undefined if there is none. */
export function findRoot(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'redocly.yaml'))) return join(folder, '/')
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * The same for the working directory.
 *
 * @throws {UserError} when there is none
 */
export function findWorkspace(): string {
  const found = findRoot(process.cwd())
  if (found !== undefined) return found
  throw new UserError(
    'there is no redocly.yaml here or in a folder above, which names the documents; name a document, or write one with: npx rulebound init',
  )
}

/** What is wrong with a `redocly.yaml` that has no `apis`, and how to mend it. */
export const withoutDocuments = 'names no document under `apis`; add them with: npx rulebound init'

/** True for an argument that is the path of a document, and not the name of an interface. */
export function isPath(word: string): boolean {
  return /[/\\.]/.test(word)
}
