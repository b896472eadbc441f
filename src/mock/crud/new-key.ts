import type { IHttpOperation } from '@stoplight/types'
import { type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { textsOf } from '../../contract/published/sample-text.ts'
import { acceptsIn } from '../../contract/published/schema-bundle.ts'
import { bundleOf } from '../request/compile-schema.ts'
import { typeOf } from './body-shape.ts'

/** Most keys that are tried: a pattern may allow few. */
const maxTries = 2000

/**
 * A key that no record has and that the path parameter and the member of the record allow: the next number, or a text of the right form.
 *
 * @param schemas of the path parameter, and of the member
 */
export function newKey(taken: ReadonlySet<string>, schemas: readonly unknown[], http: IHttpOperation): string | number {
  const known = schemas.filter(isObject) as DocumentNode[]
  const accepts = (value: unknown) => known.every((schema) => acceptsIn(bundleOf(http), schema, value))
  const isNumber = known.some((schema) => typeOf(schema) === 'integer' || typeOf(schema) === 'number')
  const highest = Math.max(0, ...[...taken].map(Number).filter(Number.isSafeInteger))
  let first: string | number | undefined
  for (const candidate of candidates(known, highest + 1, isNumber)) {
    if (taken.has(String(candidate))) continue
    if (accepts(candidate) || accepts(String(candidate))) return candidate
    first ??= candidate
  }
  return first ?? highest + 1
}

function* candidates(schemas: readonly DocumentNode[], next: number, isNumber: boolean): Generator<string | number> {
  const telling = schemas.filter(
    ({ format, pattern, enum: values, 'x-pattern': other }) => (format ?? pattern ?? values ?? other) !== undefined,
  )
  for (let index = 0; index < maxTries; index++) {
    if (isNumber) yield next + index
    else if (schemas.some(({ format }) => format === 'uuid'))
      yield `00000000-0000-4000-8000-${String(next + index).padStart(12, '0')}`
    for (const { enum: values } of telling) if (Array.isArray(values) && index < values.length) yield values[index]
    for (const schema of telling)
      if (index < 50) yield* textsOf({ ...schema, pattern: schema.pattern ?? schema['x-pattern'] }, 'key', index)
    if (!isNumber && telling.length === 0 && index < 100) yield String(next + index)
    if (!isNumber) for (const schema of schemas) if (index < 50) yield* textsOf(schema, 'key', index)
  }
}
