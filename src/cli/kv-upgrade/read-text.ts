import { readFileSync } from 'node:fs'
import { UserError } from '../../user-error.ts'
import { utf8Text } from '../../utf8-text.ts'

/** Reads a file as text, with every byte kept. `-` is standard input. */
export function readText(file: string): string {
  const text = utf8Text(readBytes(file))
  if (text !== undefined) return text
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
