import type { DocumentNode } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { numbersOf } from '../../contract/schema/sample-number.ts'
import { textsOf } from '../../contract/schema/sample-text.ts'
import { acceptsIn } from '../../contract/schema/schemas.ts'

/** Most keys that are tried: a pattern may allow few. */
const maxTries = 200

/**
 * A key that no record has and that the path parameter and the member of the record allow: the next number, or a text of the right form.
 * The next number also where none of those that are tried is allowed.
 *
 * @param schemas of the path parameter, and of the member
 */
export function newKey(
  taken: ReadonlySet<string>,
  schemas: readonly DocumentNode[],
  { document }: Operation,
): string | number {
  const next = Math.max(0, ...[...taken].map(Number).filter(Number.isSafeInteger)) + 1
  // The path may have as a text what the record has as a number.
  const fits = (schema: DocumentNode, one: unknown) =>
    [one, String(one), Number(one)].some((form) => acceptsIn(document, schema, form))
  const isAllowed = (one: string | number) => !taken.has(String(one)) && schemas.every((schema) => fits(schema, one))
  for (const one of candidates(schemas, next, taken.size)) if (isAllowed(one)) return one
  return next
}

function* candidates(schemas: readonly DocumentNode[], next: number, first: number): Generator<string | number> {
  yield next
  yield String(next)
  for (const schema of schemas) for (const one of numbersOf(schema, true, first)) yield Number(one)
  for (let index = first; index < first + maxTries; index++) {
    for (const { enum: values, ...schema } of schemas) {
      if (Array.isArray(values)) yield values[index - first]
      yield* textsOf({ ...schema, pattern: schema.pattern ?? schema['x-pattern'] }, 'key', index)
    }
  }
}
