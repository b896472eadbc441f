import { describeRule } from './rule.fixture.ts'

const shade = (schema: string) => ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', schema] as const

describeRule('array-has-items', {
  message: 'An array needs `items`, or its elements are unchecked and untyped.',
  accepts: { 'an array with items': [shade('{type: array, description: Names., items: {type: string}}')] },
  rejects: {
    'a property': ['schemas/Lamp.yaml properties.shade', shade('{type: array, description: Names.}')],
    'an array that may be null': [
      'schemas/Lamp.yaml properties.shade',
      shade("{type: [array, 'null'], description: Names.}"),
    ],
    'a parameter': ['parameters/LampId.yaml schema', ['parameters/LampId.yaml', '{type: string}', '{type: array}']],
    'a header': [
      'responses/NotFound.yaml headers.Allow.schema',
      ['responses/NotFound.yaml', 'content:', 'headers: {Allow: {schema: {type: array}}}\ncontent:'],
    ],
    'a whole body': ['schemas/Lamp.yaml', ['schemas/Lamp.yaml', '', 'type: array\n']],
  },
})
