import { describeRule } from './rule.fixture.ts'

const message =
  'This schema says nothing of its source. Add `x-rules` (the documented rules that it says) or `x-assumption` (why we add it).'

describeRule('schema-provenance', {
  accepts: {
    'a schema in place, which its surroundings cover': [
      ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', '{type: object, description: What stands around the bulb.}'],
    ],
    'an assumption instead of rules': [
      ['schemas/Lamp.yaml', 'x-rules: [LAMP-001, LAMP-003]', 'x-assumption: The fields are ours.'],
    ],
  },
  rejects: {
    'the schema of a body, once for all its uses': {
      edits: [['schemas/Lamp.yaml', 'x-rules: [LAMP-001, LAMP-003]\n', '']],
      diagnostics: [`schemas/Lamp.yaml : ${message}`],
    },
    'the schema of a property': {
      edits: [['schemas/Shade.yaml', 'x-assumption', 'x-note']],
      diagnostics: [`schemas/Shade.yaml : ${message}`],
    },
    'the schema of an element': {
      edits: [
        ['schemas/Lamp.yaml', '{$ref: Shade.yaml}', '{type: array, description: Shades., items: {$ref: Shade.yaml}}'],
        ['schemas/Shade.yaml', 'x-assumption', 'x-note'],
      ],
      diagnostics: [`schemas/Shade.yaml : ${message}`],
    },
    'the schema of a parameter': {
      edits: [
        ['parameters/LampId.yaml', '{type: string}', '{$ref: ../schemas/Id.yaml}'],
        ['schemas/Id.yaml', '', 'type: string\n'],
      ],
      diagnostics: [`schemas/Id.yaml : ${message}`],
    },
  },
})
