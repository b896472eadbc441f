import type { IMediaTypeContent } from '@stoplight/types'
import { isPrepared } from '../../contract/published/schema-bundle.ts'
import { requireAsPrism } from '../required-as-prism.ts'

type Schema = NonNullable<IMediaTypeContent['schema']>
type Strip = typeof import('@stoplight/prism-http/dist/utils/filterRequiredProperties.js')

/** The schema that Prism validates a body against, derived from the document's; undefined when Prism validates nothing. */
export function bodySchema({ schema }: Partial<IMediaTypeContent>, of: 'request' | 'response'): Schema | undefined {
  if (!schema || isPrepared(schema) || !isChanged(schema)) return schema
  const { stripReadOnlyProperties, stripWriteOnlyProperties }: Strip = requireAsPrism(
    './utils/filterRequiredProperties.js',
  )
  const strip = of === 'request' ? stripReadOnlyProperties : stripWriteOnlyProperties
  const stripped = strip(merged(schema) as Parameters<typeof strip>[0])
  return stripped._tag === 'Some' ? (stripped.value as Schema) : undefined
}

/** Prism merges `allOf`, and leaves out properties that only the other side may send. A schema without these keywords stays unchanged. */
function isChanged(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([key, member]) => changing.has(key) || isChanged(member))
}

const changing = new Set(['allOf', 'readOnly', 'writeOnly', '$ref'])

function merged(schema: Schema): Schema {
  const mergeAllOf: (schema: Schema, options: object) => Schema = requireAsPrism('@stoplight/json-schema-merge-allof')
  try {
    return mergeAllOf(schema, { deep: true, ignoreAdditionalProperties: true })
  } catch {
    return schema
  }
}
