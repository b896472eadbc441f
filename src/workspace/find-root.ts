import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.ts'

/** The nearest folder upwards with a `redocly.yaml`, with a slash at its end, unless it is the repository of the bundled interfaces. */
export function findOwnRoot(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'redocly.yaml'))) return join(folder, '/') === root ? undefined : join(folder, '/')
    if (dirname(folder) === folder) return undefined
  }
}

/** True for an argument that is the path of a document, and not the name of an interface. */
export function isPath(word: string): boolean {
  return /[/\\.]/.test(word)
}
