import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { makeFolder } from '../../text-file.ts'
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

/**
 * Makes the files of a folder what they have to be, or only says which are not. Each is written beside its place and renamed, so that no
 * reader sees a part of a file.
 *
 * @param before what the folder holds of them now
 * @param check writes nothing
 * @throws {UserError} when a file cannot be written
 */
export function updateTree(folder: string, expected: FileTree, before: FileTree, check = false): Differences {
  const differences: Map<string, 'missing' | 'stale' | 'orphaned'> = new Map()
  for (const [file, text] of expected) {
    // A checkout may change line ends; that is not a difference.
    const found = before.get(file)?.replaceAll('\r\n', '\n')
    if (found !== text) differences.set(file, found === undefined ? 'missing' : 'stale')
  }
  for (const file of before.keys()) if (!expected.has(file)) differences.set(file, 'orphaned')
  try {
    for (const file of check ? [] : differences.keys()) write(join(folder, file), expected.get(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new UserError(`generated/ cannot be written: ${(error as Error).message}`, { cause: error })
  }
  return differences
}

/** @param content undefined for a file to remove, with its folder if that is empty then */
function write(path: string, content: string | undefined): void {
  if (content === undefined) {
    rmSync(path)
    if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path))
    return
  }
  makeFolder(dirname(path))
  writeFileSync(`${path}.${process.pid}.tmp`, content)
  renameSync(`${path}.${process.pid}.tmp`, path)
}
