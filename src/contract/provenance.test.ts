import { expect, it } from 'vitest'
import { operationsByRule } from './provenance.ts'

const document = {
  info: { 'x-rules': ['LMP-009'] },
  security: [{ Key: [] }],
  paths: {
    '/lamps': {
      'x-rules': ['LMP-001'],
      parameters: [{ name: 'room', 'x-rules': ['LMP-002'] }],
      get: {
        operationId: 'listLamps',
        responses: {
          200: { $ref: '#/components/responses/Lamps' },
          404: { content: { 'application/json': { examples: { none: { value: { 'x-rules': ['LMP-009'] } } } } } },
        },
      },
      put: { operationId: 'replaceLamps', 'x-rules': ['LMP-003'], security: [] },
    },
  },
  components: {
    responses: { Lamps: { 'x-rules': ['LMP-004'], schema: { $ref: '#/components/schemas/Lamp' } } },
    schemas: {
      Lamp: { properties: { part: { $ref: '#/components/schemas/Lamp' }, links: { 'x-rules': ['LMP-005'] } } },
    },
    securitySchemes: { Key: { 'x-rules': ['LMP-006'] }, Other: { 'x-rules': ['LMP-009'] } },
  },
}

it('finds the operations that cite a rule at their own nodes, and at nodes that they use', () => {
  expect(Object.fromEntries(operationsByRule(document))).toEqual({
    'LMP-001': ['listLamps', 'replaceLamps'],
    'LMP-002': ['listLamps', 'replaceLamps'],
    'LMP-003': ['replaceLamps'],
    'LMP-004': ['listLamps'],
    'LMP-005': ['listLamps'],
    'LMP-006': ['listLamps'],
  })
})
