import { describeRule } from './rule.fixture.ts'

describeRule('no-property-example', {
  message: 'A schema has no `example`; write a named example of the body.',
  accepts: {
    'a property that is called example': [
      ['schemas/Lamp.yaml', 'lit: {type', 'example: {type: string, description: What it may look like.}\n  lit: {type'],
    ],
  },
  rejects: {
    'a property with one': [
      'schemas/Lamp.yaml properties.id.example',
      ['schemas/Lamp.yaml', 'Its name in the house.', 'Its name in the house., example: hall'],
    ],
    'a whole schema with one': [
      'schemas/Lamp.yaml example',
      ['schemas/Lamp.yaml', 'type: object', 'type: object\nexample: {id: hall, lit: true}'],
    ],
  },
})
