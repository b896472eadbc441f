import { type Contract, contractOf } from '../../contract/contract.ts'

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

/** An interface from a document with these paths. */
export function contractWith(paths: object, components: object = {}, name = 'pets', mount = ''): Contract {
  const servers = [{ url: `http://127.0.0.1:4010/${name}${mount}` }]
  return contractOf(name, { openapi: '3.1.0', info: { title: name, version: '1' }, servers, paths, components })
}
