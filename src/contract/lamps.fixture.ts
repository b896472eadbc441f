import { type Contract, contractOf, type Rule } from './contract.ts'
import { createMessageCheck, type SeenResponse } from './message-check.ts'
import type { Operation } from './operation.ts'
import type { Violation } from './violation.ts'

/** The document of a small API. Other tests replace the parts that they test. */
export const lampsDocument = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'http://127.0.0.1:4010/lamps/v1' }],
  paths: {
    '/lamps/{lampId}': {
      parameters: [{ name: 'lampId', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getLamp',
        'x-rules': ['LMP-001'],
        responses: {
          '200': {
            description: 'The lamp.',
            'x-rules': ['LMP-002'],
            headers: {
              'X-Watt': { required: true, schema: { $ref: '#/components/schemas/Watt' }, 'x-rules': ['LMP-003'] },
              'X-Lit': { schema: { type: 'boolean' } },
            },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Lamp' } },
              'text/*': { schema: { type: 'string', maxLength: 5 }, 'x-assumption': 'A word is enough.' },
            },
          },
          '202': {
            description: 'Its flashes.',
            content: {
              'application/json': { 'x-json-sequence': true, schema: { $ref: '#/components/schemas/Flash' } },
            },
          },
          '204': { description: 'Nothing.' },
          '4XX': { $ref: '#/components/responses/Refused' },
        },
      },
      delete: {
        operationId: 'removeLamp',
        'x-assumption': 'A lamp can break.',
        responses: { default: { description: 'Gone.' } },
      },
    },
    '/lamps': {
      get: {
        operationId: 'listLamps',
        'x-list-verb': true,
        parameters: [
          { name: 'room', in: 'query', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 }, 'x-rules': ['LMP-003'] },
        ],
        responses: {
          '200': {
            description: 'All.',
            'x-rules': ['LMP-004'],
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } } },
            },
          },
          '400': { $ref: '#/components/responses/Refused' },
        },
      },
    },
  },
  components: {
    responses: {
      Refused: {
        description: 'Why not.',
        'x-assumption': 'Errors are not shown.',
        content: { 'application/problem+json': { schema: { type: 'object', required: ['title'] } } },
      },
    },
    schemas: {
      Watt: { type: 'integer', minimum: 1 },
      Flash: { type: 'object', required: ['at'], properties: { at: { type: 'integer', 'x-rules': ['LMP-009'] } } },
      Lamp: {
        type: 'object',
        required: ['name', 'shade'],
        'x-rules': ['LMP-004'],
        properties: {
          name: { type: 'string' },
          shade: { $ref: '#/components/schemas/Shade', 'x-rules': ['LMP-005'] },
          'a/b~c': { type: 'integer', 'x-rules': ['LMP-006'] },
          power: {
            'x-assumption': 'Nobody says how it is fed.',
            oneOf: [{ $ref: '#/components/schemas/Mains' }, { type: 'null' }],
          },
          apiToken: { type: 'string' },
        },
      },
      Shade: {
        type: 'object',
        required: ['colour'],
        properties: { colour: { enum: ['red', 'green'], 'x-rules': ['LMP-007'] }, size: { type: 'integer' } },
        additionalProperties: false,
      },
      Mains: { type: 'object', required: ['volt'], properties: { volt: { type: 'integer', 'x-rules': ['LMP-008'] } } },
    },
  },
}

export const lampRule = (id: string): Rule => ({
  id,
  statement: `What ${id} says.`,
  kind: 'schema',
  source: { document: 'lamps.txt', section: 'Lamps' },
})

export const lamps: Contract = contractOf('lamps', lampsDocument, () =>
  ['LMP-001', 'LMP-004', 'LMP-005', 'LMP-007'].map(lampRule),
)

export const lampsCheck = createMessageCheck(lamps)

export function lampOperation(id: string): Operation {
  const operation = lamps.operations.get(id)
  if (!operation) throw new Error(`the fixture has no operation ${id}`)
  return operation
}

export const json = { 'content-type': 'application/json', 'x-watt': '40' }

export const lamp = { name: 'desk', shade: { colour: 'red' } }

/** The violations in a response to `getLamp`. */
export function violationsOf(response: Partial<SeenResponse>): Violation[] {
  return lampsCheck.check(lampOperation('getLamp'), { status: 200, headers: json, ...response })
}
