import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Every file below a folder, sorted. For a file, the file itself; for a path that does not exist, none. */
export function filesBelow(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** One hash over names and contents of files. */
export function fingerprint(base: string, files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readIfThere(file)
    if (!content) continue
    hash.update(`${relative(base, file).replaceAll(sep, '/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** An editor or another run may remove a file while this one reads the folder. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
