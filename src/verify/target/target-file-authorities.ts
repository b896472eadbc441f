import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isObject } from '../../contract/json-pointer.ts'
import type { Diagnostic } from './target-file-document.ts'

/** The certificates that `tls.ca` names, from the folder of the target file. */
export async function readAuthorities(
  path: string,
  value: unknown,
): Promise<{ text: string | undefined; diagnostics: Diagnostic[] }> {
  const ca = isObject(value) && isObject(value.tls) ? value.tls.ca : undefined
  if (typeof ca !== 'string' || ca === '') return { text: undefined, diagnostics: [] }
  try {
    return { text: await readFile(resolve(dirname(path), ca), 'utf8'), diagnostics: [] }
  } catch (error) {
    const message = `tls.ca: ${ca} cannot be read (${(error as NodeJS.ErrnoException).code})`
    return { text: undefined, diagnostics: [{ path: ['tls', 'ca'], message }] }
  }
}
