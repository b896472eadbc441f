import type { Ajv as AjvInstance } from 'ajv'
import { bundleOwner } from '../../contract/published/schema-bundle.ts'
import { internByContent } from '../memoize.ts'
import { createInstance, draftOf } from './ajv-instance.ts'

/** True for a value that Prism's `validateAgainstSchema` accepts. Converts the value in place if it was compiled to do so. */
export type Check = (value: unknown) => boolean

/**
 * Compiles a schema on its first use, with the settings of Prism. Prism's own function calls six others each time and words every error;
 * this one only tells whether a value is valid.
 *
 * @param convert texts to numbers and booleans, as in parameters
 */
export function compileCheck(schema: object, bundle: unknown, { convert }: { convert: boolean }): Check {
  let validate: Check | undefined
  return (value) => {
    validate ??= interned([convert, ...withReferences(schema, bundle)], () => compile(schema, bundle, convert))
    return validate(value)
  }
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
    const validate = instanceFor(schema, convert).compile({ ...schema, __bundled__: bundle })
    return (value) => validate(value) === true
  } catch {
    return () => false
  }
}

const instances = new Map<string, AjvInstance>()

function instanceFor(schema: object, convert: boolean): AjvInstance {
  const draft = draftOf(schema)
  const key = `${draft} ${convert}`
  const known = instances.get(key) ?? createInstance(draft, convert)
  instances.set(key, known)
  return known
}
