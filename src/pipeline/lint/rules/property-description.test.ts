import { describeRule } from './rule.fixture.ts'

const message = 'A property needs a description, its own or that of the schema that it refers to.'

describeRule('property-description', {
  accepts: {
    'a property that is called description': [
      [
        'schemas/Lamp.yaml',
        'lit: {type',
        'description: {type: string, description: What a person calls it.}\n  lit: {type',
      ],
    ],
  },
  rejects: {
    'a property without': {
      edits: [['schemas/Lamp.yaml', 'type: boolean, description: Whether it gives light.', 'type: boolean']],
      diagnostics: [`schemas/Lamp.yaml properties.lit: ${message}`],
    },
    'an empty description': {
      edits: [['schemas/Lamp.yaml', 'Whether it gives light.', "''"]],
      diagnostics: [`schemas/Lamp.yaml properties.lit.description: ${message}`],
    },
    'a reference to a schema without': {
      edits: [['schemas/Shade.yaml', 'description: What stands around the bulb.\n', '']],
      diagnostics: [`schemas/Shade.yaml : ${message}`],
    },
    'a property of an element': {
      edits: [
        [
          'schemas/Lamp.yaml',
          '{$ref: Shade.yaml}',
          '{type: array, description: Shades., items: {properties: {size: {type: integer}}}}',
        ],
      ],
      diagnostics: [`schemas/Lamp.yaml properties.shade.items.properties.size: ${message}`],
    },
    'a property of an error': {
      edits: [['schemas/Problem.yaml', ', description: A short text for a person.', '']],
      diagnostics: [`schemas/Problem.yaml properties.title: ${message}`],
    },
  },
})
