import { describeRule } from './ruleTable.ts'

const message = 'An array needs `items`, or its elements are unchecked and untyped.'
const shade = (schema: string) => ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', schema] as const

describeRule('array-has-items', {
  accepts: { 'an array with items': [shade('{type: array, description: Names., items: {type: string}}')] },
  rejects: {
    'a property': {
      edits: [shade('{type: array, description: Names.}')],
      problems: [`schemas/Lamp.yaml properties.shade: ${message}`],
    },
    'an array that may be null': {
      edits: [shade("{type: [array, 'null'], description: Names.}")],
      problems: [`schemas/Lamp.yaml properties.shade: ${message}`],
    },
    'a whole body': {
      edits: [['schemas/Lamp.yaml', '', 'type: array\n']],
      problems: [`schemas/Lamp.yaml : ${message}`],
    },
  },
})
