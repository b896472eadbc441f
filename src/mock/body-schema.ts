import {
  stripReadOnlyProperties,
  stripWriteOnlyProperties,
} from '@stoplight/prism-http/dist/utils/filterRequiredProperties.js'
import type { IMediaTypeContent } from '@stoplight/types'
import { requireAsPrism } from './required-as-prism.ts'

type Schema = NonNullable<IMediaTypeContent['schema']>

const mergeAllOf: (schema: Schema, options: object) => Schema = requireAsPrism('@stoplight/json-schema-merge-allof')

const strip = { request: stripReadOnlyProperties, response: stripWriteOnlyProperties }

/** What Prism validates a body against, in place of the schema that the document has; undefined where it validates nothing. */
export function bodySchema({ schema }: Partial<IMediaTypeContent>, of: keyof typeof strip): Schema | undefined {
  if (!schema) return undefined
  const stripped = strip[of](merged(schema) as Parameters<typeof stripReadOnlyProperties>[0])
  return stripped._tag === 'Some' ? (stripped.value as Schema) : undefined
}

function merged(schema: Schema): Schema {
  try {
    return mergeAllOf(schema, { deep: true, ignoreAdditionalProperties: true })
  } catch {
    return schema
  }
}
