import type { Edit } from '../sample.fixture.ts'
import { describeRule } from './rule.fixture.ts'

const shade = (schema: string) => ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', schema] as const
const rejected = (schema: string): [string, Edit] => ['schemas/Lamp.yaml properties.shade', shade(schema)]

describeRule('obeyed-keywords', {
  message:
    'The mock would not obey this schema. Prism knows none of `prefixItems`, `unevaluatedItems`, `unevaluatedProperties`, `dependentRequired`, `dependentSchemas`, `minContains` and `maxContains`; say it with other keywords.',
  accepts: {
    'keywords of draft 7': [
      shade('{type: array, description: Names., minItems: 1, contains: {type: string}, items: {type: string}}'),
    ],
    'a property of such a name': [
      ['schemas/Lamp.yaml', 'lit: {type', 'prefixItems: {type: string, description: Of the shade.}\n  lit: {type'],
    ],
  },
  rejects: {
    'a tuple': rejected('{type: array, description: A pair., items: {type: string}, prefixItems: [{type: string}]}'),
    'a closed object over branches': rejected('{type: object, description: A., unevaluatedProperties: false}'),
    'closed items': rejected('{type: array, description: A., items: {type: string}, unevaluatedItems: false}'),
    'one field that asks for another': rejected('{type: object, description: A., dependentRequired: {a: [b]}}'),
    'one field that asks for a schema': rejected(
      '{type: object, description: A., dependentSchemas: {a: {type: object}}}',
    ),
    'at least two of a kind': rejected('{type: array, description: A., items: {type: string}, minContains: 2}'),
    'at most two of a kind': rejected('{type: array, description: A., items: {type: string}, maxContains: 2}'),
    'a whole body': [
      'schemas/Lamp.yaml',
      ['schemas/Lamp.yaml', '', 'type: object\ndescription: A lamp.\nunevaluatedProperties: false\n'],
    ],
  },
})
