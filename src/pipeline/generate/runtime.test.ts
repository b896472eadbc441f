import { expect, it } from 'vitest'
import type { OpenApiDocument } from './bundle.ts'
import { buildRuntime } from './runtime.ts'

const count = { name: 'count', in: 'query', example: 1, schema: { type: 'integer', format: 'int64', example: 1 } }
const lit = { lit: { value: { id: 'hall', lit: true } } }
const schema = { type: 'object', properties: { id: { type: 'string' }, lit: { type: 'boolean' } } }
const content = { 'application/json': { schema, examples: lit } }
const operation = (operationId: string) => ({
  operationId,
  parameters: [count],
  requestBody: { content },
  responses: { 200: { description: 'Done.', headers: { 'X-Lamps': { schema: { type: 'integer' } } }, content } },
  security: [{ key: [] }],
})
const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1.0.0' },
  servers: [{ url: 'http://127.0.0.1:4010/lamps' }],
  paths: { '/lamps': { put: operation('putLamp') }, '/lights': { put: operation('putLight') } },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
}

it('writes the same of two operations that say the same, but for what they are called', async () => {
  const { operations } = await buildRuntime('lamps', document)
  const [one, other] = operations.map(({ http: { id: _, iid: __, path: ___, ...rest } }) => rest)
  expect(one).toEqual(other)
})

it('leaves examples as they are, and of an int64 what the document says', async () => {
  const { operations } = await buildRuntime('lamps', document)
  const { request, responses } = operations[0]?.http ?? {}
  expect(responses?.[0]?.contents?.[0]?.examples).toEqual([{ key: 'lit', value: { id: 'hall', lit: true } }])
  expect(responses?.[0]?.contents?.[0]?.schema?.properties).toHaveProperty('id')
  expect(request?.query?.[0]?.schema).toEqual({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'integer',
    format: 'int64',
    examples: [1],
  })
})
