import { readFileSync } from 'node:fs'
import { UserError } from '../../user-error.ts'

/** Reads a file as text, with every byte kept. `-` is standard input. */
export function readText(file: string): string {
  const bytes = readBytes(file)
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Not UTF-8.
  }
  throw new UserError(`${file} is not text in UTF-8; give the configuration or certificate itself.`)
}

const reasons: Record<string, (file: string) => string> = {
  ENOENT: (file) => `There is no file ${file}.`,
  EISDIR: (file) => `${file} is a directory; give the file in it.`,
  EACCES: (file) => `${file} must not be read by this user.`,
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new UserError(reasons[code]?.(file) ?? `Cannot read ${file}: ${message}`)
  }
}
