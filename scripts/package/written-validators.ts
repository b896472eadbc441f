import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { dateTime } from '../../src/mock/request/ajv-instance.ts'
import { requireAsPrism } from '../../src/mock/required-as-prism.ts'

const folder = fileURLToPath(new URL('../../../generated/validators/', import.meta.url))
const load = createRequire(import.meta.url)

/** Loads a validator that `validators.ts` has written: compiling a schema takes 15 ms in a process that has just started. */
export function loadValidator(key: string): ((value: unknown) => unknown) | undefined {
  const file = `${folder}${key}.cjs`
  return existsSync(file) ? load(file)(requirePart) : undefined
}

/** The packages that validators use, which are in the bundle. */
function requirePart(name: string): unknown {
  const part = parts[name]
  if (!part) throw new Error(`a validator needs ${name}, which the package does not have`)
  return part()
}

const parts: Record<string, () => unknown> = {
  'ajv/dist/runtime/equal': () => requireAsPrism('ajv/dist/runtime/equal'),
  'ajv/dist/runtime/ucs2length': () => requireAsPrism('ajv/dist/runtime/ucs2length'),
  formats: () => {
    known ??= { ...requireAsPrism('ajv-formats/dist/formats').fullFormats, 'date-time': dateTime }
    return known
  },
}
let known: object | undefined
