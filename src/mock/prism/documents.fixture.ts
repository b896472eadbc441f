import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { RuntimeInterface } from '../../contract/runtime.ts'

export const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { examples: { one: { value: example } } }) },
})
export const answer = (schema: object, example?: unknown) => ({ description: 'It.', content: json(schema, example) })
export const parameter = (place: string, name: string, schema: object, example?: unknown) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  ...(example === undefined ? {} : { example }),
})

/** An interface named `pets`, as the mock reads it from a document with these paths. */
export async function runtimeOf(paths: object, components: object = {}): Promise<RuntimeInterface> {
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths, components }
  const operations = (await getHttpOperationsFromSpec(document)).map((http) => ({
    id: http.iid || `${http.method} ${http.path}`,
    method: http.method as 'get',
    path: http.path,
    template: http.path,
    multiSegment: false,
    listVerb: false,
    http,
  }))
  return { name: 'pets', prefix: 'pets', title: 'Pets', version: '1', mounts: [''], operations }
}
