import { describeRule } from './rule.fixture.ts'

const message = (name: string) => `\`${name}\` must be a list of different IDs, at least one, such as [ORD-012].`

describeRule('rule-list', {
  accepts: { 'several IDs': [['openapi.yaml', '[LAMP-004]', '[LAMP-003, LAMP-004]']] },
  rejects: {
    'no list': {
      edits: [['openapi.yaml', '[LAMP-004]', 'LAMP-004']],
      diagnostics: [`openapi.yaml info.x-rules: ${message('x-rules')}`],
    },
    'an empty list': {
      edits: [['parameters/LampId.yaml', '[LAMP-001]', '[]']],
      diagnostics: [`parameters/LampId.yaml x-rules: ${message('x-rules')}`],
    },
    'an ID that is given twice': {
      edits: [['schemas/Shade.yaml', '[LAMP-G01]', '[LAMP-G01, LAMP-G01]']],
      diagnostics: [`schemas/Shade.yaml x-gaps: ${message('x-gaps')}`],
    },
    'an ID that is not a string': {
      edits: [['openapi.yaml', '[LAMP-004]', '[4]']],
      diagnostics: [`openapi.yaml info.x-rules.0: ${message('0')}`],
    },
  },
})
