import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { UserError } from '../../user-error.ts'

/** Contents of the files of a folder, by path below it. */
export type FileTree = ReadonlyMap<string, string>

/** Files that are not as they should be, by path. */
export type Differences = ReadonlyMap<string, 'missing' | 'stale' | 'orphaned'>

/** The tree on disk; empty if there is none. */
export function readTree(folder: string): FileTree {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return new Map(files.map((file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file, 'utf8')]))
}

export function compareTrees(expected: FileTree, actual: FileTree): Differences {
  const differences = new Map<string, 'missing' | 'stale' | 'orphaned'>()
  for (const file of new Set([...expected.keys(), ...actual.keys()])) {
    const [wanted, found] = [expected.get(file), actual.get(file)]
    if (wanted === undefined) differences.set(file, 'orphaned')
    else if (found === undefined) differences.set(file, 'missing')
    else if (normalize(wanted) !== normalize(found)) differences.set(file, 'stale')
  }
  return differences
}

/** A checkout may change line ends; that is not a difference. */
function normalize(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/**
 * Writes and removes the files that differ. Each is written beside its place and renamed, so that no reader sees a part of a file.
 *
 * @throws {UserError} when a file cannot be written
 */
export function writeTree(folder: string, tree: FileTree, differences: Differences): void {
  try {
    for (const file of differences.keys()) {
      const path = join(folder, file)
      const content = tree.get(file)
      if (content === undefined) remove(path)
      else {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(`${path}.${process.pid}.tmp`, content)
        renameSync(`${path}.${process.pid}.tmp`, path)
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new UserError(`generated/ cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

function remove(path: string): void {
  rmSync(path)
  if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path))
}
