import { readFileSync } from 'node:fs'
import type { InterfaceSummary, RuntimeInterface } from './runtime.ts'

const generated = new URL('../../generated/', import.meta.url)

/** `generated/` cannot be read: a file is missing, or is not valid JSON. */
export class GeneratedFilesError extends Error {
  override readonly name = 'GeneratedFilesError'
}

/** Every interface that has a document, in the order of `redocly.yaml`. */
export function listInterfaces(): InterfaceSummary[] {
  return readGenerated<{ interfaces: InterfaceSummary[] }>('interfaces.json').interfaces
}

/** The generated description of one interface for the mock. */
export function loadRuntime(name: string): RuntimeInterface {
  return readGenerated<RuntimeInterface>(`${name}/runtime.json`)
}

function readGenerated<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(new URL(file, generated), 'utf8'))
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : `cannot be read: ${(error as Error).message}`
    throw new GeneratedFilesError(`generated/${file} ${reason}; run: npm run generate`)
  }
}
