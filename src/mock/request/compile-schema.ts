import { Ajv2020 } from 'ajv/dist/2020.js'
import { asDoubles } from '../../contract/integers.ts'
import { type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { bundleOwner, type Validate } from '../../contract/published/schema-bundle.ts'
import { usualDateTime } from '../../contract/schema/formats.ts'
import type { SchemaView } from '../../contract/wire/typed-text.ts'
import { printJson } from '../../json-text.ts'
import { internByContent, memoize, memoizeByObject } from '../memoize.ts'
import { prismParts } from '../prism/parts.ts'

/** True for a value that Prism's `validateAgainstSchema` accepts. */
export type Check = Validate

/**
 * Compiles a schema on its first use, with the settings of Prism. Prism's own function calls six others each time and words every error;
 * this one tells whether a value is valid, and keeps the errors of AJV.
 *
 * @param all whether all errors are wanted, or the first
 */
export function compileCheck(schema: object, bundle: unknown, { all }: { all: boolean }): Check {
  let validate: Check | undefined
  const check: Check = (value) => {
    validate ??= interned([all, ...withReferences(schema, bundle)], () => compile(schema, bundle, all))
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

/** How readers of texts see the schemas of an operation. */
export function schemaView(bundle: unknown): SchemaView<unknown> {
  const nodeOf = (schema: unknown, depth = 0): DocumentNode => {
    const { $ref, ...others } = Object(schema) as DocumentNode
    if (typeof $ref !== 'string' || depth > maxReferences) return Object(schema)
    const target = nodeOf(Object(bundle)[$ref.replace('#/__bundled__/', '')], depth + 1)
    return Object.keys(others).length === 0 ? target : { ...target, ...others }
  }
  const checkOf = memoizeByObject((schema: object) => compileCheck(schema, bundle, { all: false }))
  return {
    nodeOf,
    partOf: (schema, ...names) => names.reduce<unknown>((node, name) => Object(node)[name], nodeOf(schema)),
    accepts: (schema, value) => (isObject(schema) ? checkOf(schema)(asDoubles(value)) : schema !== false),
  }
}

/** A chain of references that is longer leads in a circle. */
const maxReferences = 5000

/** A schema with references depends on the bundle that they refer to. */
export function withReferences(schema: unknown, bundle: unknown): unknown[] {
  const owner = bundleOwner(bundle)
  if (owner) return [schema, owner.id]
  const refers = bundle !== undefined && printJson(schema).includes('"$ref"')
  return refers ? [schema, bundle] : [schema]
}

function compile(schema: object, bundle: unknown, all: boolean): Check {
  const owner = bundleOwner(bundle)
  if (owner)
    return owner.compile(
      { schema: schema as Record<string, unknown>, bundle: bundle as Record<string, unknown> },
      { convert: false },
    )
  try {
    return ajvFor(all).compile({ ...schema, __bundled__: bundle }) as Check
  } catch {
    return () => false
  }
}

/**
 * The options are those of Prism's `validator/validators/utils.js`. Schemas are not validated here, since the generator
 * has done that, and compiling the meta-schema takes most of a first request.
 *
 * @param all whether all errors are wanted, or the first
 */
const ajvFor = memoize((all: boolean): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: all,
    strict: false,
    logger: false,
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
