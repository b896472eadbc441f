import { createRequire } from 'node:module'

/** The text of a meta-schema of JSON Schema 2020-12 by its address, since schemas of schemas refer to it; undefined for another address. */
export function metaSchemaText(address: string): string | undefined {
  const prefix = 'https://json-schema.org/draft/2020-12/'
  const name = address.startsWith(prefix) ? address.slice(prefix.length) : ''
  return Object.hasOwn(files, name) ? JSON.stringify(files[name]?.()) : undefined
}

const require = createRequire(import.meta.url)

/** The files of a package, written out, so that a bundler sees each of them. */
const files: Readonly<Record<string, () => unknown>> = {
  schema: () => require('ajv/dist/refs/json-schema-2020-12/schema.json'),
  'meta/applicator': () => require('ajv/dist/refs/json-schema-2020-12/meta/applicator.json'),
  'meta/content': () => require('ajv/dist/refs/json-schema-2020-12/meta/content.json'),
  'meta/core': () => require('ajv/dist/refs/json-schema-2020-12/meta/core.json'),
  'meta/format-annotation': () => require('ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json'),
  'meta/meta-data': () => require('ajv/dist/refs/json-schema-2020-12/meta/meta-data.json'),
  'meta/unevaluated': () => require('ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json'),
  'meta/validation': () => require('ajv/dist/refs/json-schema-2020-12/meta/validation.json'),
}
