import { Ajv2020 } from 'ajv/dist/2020.js'
import { bundleOwner, type Validate } from '../../contract/published/schema-bundle.ts'
import { usualDateTime } from '../../contract/schema/formats.ts'
import { internByContent, memoize } from '../memoize.ts'
import { prismParts } from '../prism/parts.ts'

/** True for a value that Prism's `validateAgainstSchema` accepts. Converts the value in place if it was compiled to do so. */
export type Check = Validate

/**
 * Compiles a schema on its first use, with the settings of Prism. Prism's own function calls six others each time and words every error;
 * this one tells whether a value is valid, and keeps the errors of AJV.
 *
 * @param convert texts to numbers and booleans, as in parameters
 */
export function compileCheck(schema: object, bundle: unknown, { convert }: { convert: boolean }): Check {
  let validate: Check | undefined
  const check: Check = (value) => {
    validate ??= interned([convert, ...withReferences(schema, bundle)], () => compile(schema, bundle, convert))
    if (validate(value)) return true
    check.errors = validate.errors
    return false
  }
  return check
}

const interned = internByContent<Check>()

/** The shared schemas of the operation's document, to which references in its schemas lead. The library's types lack them. */
export function bundleOf(operation: object): unknown {
  return (operation as { __bundled__?: unknown }).__bundled__
}

/** A schema with references depends on the bundle that they refer to. */
export function withReferences(schema: unknown, bundle: unknown): unknown[] {
  const owner = bundleOwner(bundle)
  if (owner) return [schema, owner.id]
  const refers = bundle !== undefined && JSON.stringify(schema).includes('"$ref"')
  return refers ? [schema, bundle] : [schema]
}

function compile(schema: object, bundle: unknown, convert: boolean): Check {
  const owner = bundleOwner(bundle)
  if (owner)
    return owner.compile(
      { schema: schema as Record<string, unknown>, bundle: bundle as Record<string, unknown> },
      { convert },
    )
  try {
    return ajvFor(convert).compile({ ...schema, __bundled__: bundle }) as Check
  } catch {
    return () => false
  }
}

/**
 * The options are those of Prism's `validator/validators/utils.js`; `allErrors` decides what a failed alternative has converted. Schemas are not
 * validated here, since the generator has done that, and compiling the meta-schema takes most of a first request.
 *
 * @param convert texts to numbers and booleans, as in parameters
 */
const ajvFor = memoize((convert: boolean): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: convert,
    strict: false,
    logger: false,
    coerceTypes: convert,
    meta: false,
    validateSchema: false,
  })
  prismParts.formats().default(ajv)
  const { compareDateTime, date_time, fmtDef } = prismParts.dateTime()
  // Faster than Prism's, which parses the usual form five times, with the same verdicts.
  ajv.addFormat(
    'date-time',
    fmtDef((text: string) => usualDateTime.test(text) || date_time(text), compareDateTime),
  )
  return ajv
})
