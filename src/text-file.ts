import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from './user-error.ts'

/**
 * A file of the user's as text, with every byte kept. `-` is standard input.
 *
 * @throws {UserError} for bytes that are not text in UTF-8
 * @throws {NodeJS.ErrnoException} with the path, when the file cannot be read
 */
export function readTextFile(file: string): string {
  const text = utf8Text(withPath(file, () => readFileSync(file === '-' ? 0 : file)))
  if (text !== undefined) return text
  throw new UserError(`${file} is not text in UTF-8; name a text file, or convert this one.`)
}

/** Node.js leaves out the path where a folder is read, and where a disk is full. */
function withPath<Result>(path: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}

/** Writes a file, and the folders above it. `-` is standard output. */
export function writeTextFile(file: string, text: string, mode = 0o666): void {
  if (file === '-') process.stdout.write(text)
  else
    withPath(file, () => {
      makeFolder(dirname(file))
      writeFileSync(file, text, { mode })
    })
}

/** Makes a folder, and those above it. Node.js would try for ever below a folder that takes none, such as /proc. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder && !existsSync(folder)) makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Tells before work of minutes that its result cannot be written. What the file holds stays. */
export function assertWritable(file: string): void {
  if (file === '-') return
  const isNew = !existsSync(file)
  withPath(file, () => {
    makeFolder(dirname(file))
    closeSync(openSync(file, 'a'))
    if (isNew) rmSync(file)
  })
}

/** Bytes as text, without a change to any of them; undefined for bytes that are not text in UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
