import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { compilePattern } from './schema/pattern.ts'

/** A validator of JSON Schema 2020-12. A pattern takes time that grows with the length of a text, if it can be run so. */
export function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    // Documents are valid or made valid before, and compiling the meta-schema takes long.
    meta: false,
    validateSchema: false,
    // References here are JSON pointers, so no schema needs an `$id`. AJV would read the `$id` of examples as well.
    schemaId: 'x-no-id' as '$id',
    code: { regExp: Object.assign(patternOf, { code: '' }) },
    ...options,
  })
  formats.default(ajv)
  return ajv
}

function patternOf(source: string, flags: string) {
  try {
    const compiled = compilePattern(source)
    // AJV tells patterns apart by their texts.
    return { test: (text: string) => compiled.test(text), toString: () => source }
  } catch {
    return new RegExp(source, flags)
  }
}
