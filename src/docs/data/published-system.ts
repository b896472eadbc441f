import type { PublishedDocument } from '../../contract/published/read-document.ts'
import { sampleOf } from '../../contract/schema/make-sample.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { printJson } from '../../json-text.ts'
import type { PublishedSystem } from './system.ts'

/** What pages show of a document that is used as it is published. */
export function loadPublished(
  { document, files, leftOut }: PublishedDocument,
  isInWorkspace: boolean,
): PublishedSystem {
  const schemas = schemasOf(document, { side: 'request' })
  const samples = new Map<string, unknown>()
  return {
    file: files.length === 1 ? files[0] : undefined,
    leftOut,
    isInWorkspace,
    sample(schema, hint) {
      const key = `${hint} ${printJson(schema)}`
      if (!samples.has(key)) samples.set(key, sampleOf(schema, { schemas, hint }).value)
      return samples.get(key)
    },
    accepts: (schema, value) => schemas.accepts(schema, value),
  }
}
