import { describeRule } from './rule.fixture.ts'

const message = 'An array needs `items`, or its elements are unchecked and untyped.'
const shade = (schema: string) => ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', schema] as const

describeRule('array-has-items', {
  accepts: { 'an array with items': [shade('{type: array, description: Names., items: {type: string}}')] },
  rejects: {
    'a property': {
      edits: [shade('{type: array, description: Names.}')],
      diagnostics: [`schemas/Lamp.yaml properties.shade: ${message}`],
    },
    'an array that may be null': {
      edits: [shade("{type: [array, 'null'], description: Names.}")],
      diagnostics: [`schemas/Lamp.yaml properties.shade: ${message}`],
    },
    'a parameter': {
      edits: [['parameters/LampId.yaml', '{type: string}', '{type: array}']],
      diagnostics: [`parameters/LampId.yaml schema: ${message}`],
    },
    'a header': {
      edits: [['responses/NotFound.yaml', 'content:', 'headers: {Allow: {schema: {type: array}}}\ncontent:']],
      diagnostics: [`responses/NotFound.yaml headers.Allow.schema: ${message}`],
    },
    'a whole body': {
      edits: [['schemas/Lamp.yaml', '', 'type: array\n']],
      diagnostics: [`schemas/Lamp.yaml : ${message}`],
    },
  },
})
