import { describeRule } from './rule.fixture.ts'

const message = 'A schema has no `example`; write a named example of the body.'

describeRule('no-property-example', {
  accepts: {
    'a property that is called example': [
      ['schemas/Lamp.yaml', 'lit: {type', 'example: {type: string, description: What it may look like.}\n  lit: {type'],
    ],
  },
  rejects: {
    'a property with one': {
      edits: [['schemas/Lamp.yaml', 'Its name in the house.', 'Its name in the house., example: hall']],
      diagnostics: [`schemas/Lamp.yaml properties.id.example: ${message}`],
    },
    'a whole schema with one': {
      edits: [['schemas/Lamp.yaml', 'type: object', 'type: object\nexample: {id: hall, lit: true}']],
      diagnostics: [`schemas/Lamp.yaml example: ${message}`],
    },
  },
})
