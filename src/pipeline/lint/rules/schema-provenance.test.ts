import { describeRule } from './rule.fixture.ts'

describeRule('schema-provenance', {
  message:
    'This schema says nothing of its source. Add `x-rules` (the documented rules that it says) or `x-assumption` (why we add it).',
  accepts: {
    'a schema in place, which its surroundings cover': [
      ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', '{type: object, description: What stands around the bulb.}'],
    ],
    'an assumption instead of rules': [
      ['schemas/Lamp.yaml', 'x-rules: [LAMP-001, LAMP-003]', 'x-assumption: The fields are ours.'],
    ],
  },
  rejects: {
    'the schema of a body, once for all its uses': [
      'schemas/Lamp.yaml',
      ['schemas/Lamp.yaml', 'x-rules: [LAMP-001, LAMP-003]\n', ''],
    ],
    'the schema of a property': ['schemas/Shade.yaml', ['schemas/Shade.yaml', 'x-assumption', 'x-note']],
    'the schema of an element': [
      'schemas/Shade.yaml',
      ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', '{type: array, description: Shades., items: {$ref: Shade.yaml}}'],
      ['schemas/Shade.yaml', 'x-assumption', 'x-note'],
    ],
    'the schema of a parameter': [
      'schemas/Id.yaml',
      ['parameters/LampId.yaml', '{type: string}', '{$ref: ../schemas/Id.yaml}'],
      ['schemas/Id.yaml', '', 'type: string\n'],
    ],
  },
})
