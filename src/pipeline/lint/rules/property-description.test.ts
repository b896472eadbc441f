import { describeRule } from './rule.fixture.ts'

describeRule('property-description', {
  message: 'A property needs a description, its own or that of the schema that it refers to.',
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
    'a property without': [
      'schemas/Lamp.yaml properties.lit',
      ['schemas/Lamp.yaml', 'type: boolean, description: Whether it gives light.', 'type: boolean'],
    ],
    'an empty description': [
      'schemas/Lamp.yaml properties.lit.description',
      ['schemas/Lamp.yaml', 'Whether it gives light.', "''"],
    ],
    'a reference to a schema without': [
      'schemas/Shade.yaml',
      ['schemas/Shade.yaml', 'description: What stands around the bulb.\n', ''],
    ],
    'a property of an element': [
      'schemas/Lamp.yaml properties.shade.items.properties.size',
      [
        'schemas/Lamp.yaml',
        '{$ref: Shade.yaml}',
        '{type: array, description: Shades., items: {properties: {size: {type: integer}}}}',
      ],
    ],
    'a property of an error': [
      'schemas/Problem.yaml properties.title',
      ['schemas/Problem.yaml', ', description: A short text for a person.', ''],
    ],
  },
})
