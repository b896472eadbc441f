import { Ajv2020 } from 'ajv/dist/2020.js'

/** The text of a meta-schema of JSON Schema 2020-12 by its address, since schemas of schemas refer to it; undefined for another address. */
export function metaSchemaText(address: string): string | undefined {
  if (!address.startsWith('https://json-schema.org/draft/2020-12/')) return undefined
  const schema = new Ajv2020().schemas[address]?.schema
  return schema === undefined ? undefined : JSON.stringify(schema)
}
