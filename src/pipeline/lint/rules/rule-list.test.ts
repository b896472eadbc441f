import { describeRule } from './rule.fixture.ts'

const message = (name: string) => `\`${name}\` must be a list of different IDs, at least one, such as [ORD-012].`

describeRule('rule-list', {
  accepts: { 'several IDs': [['openapi.yaml', '[LAMP-004]', '[LAMP-003, LAMP-004]']] },
  rejects: {
    'no list': [`openapi.yaml info.x-rules: ${message('x-rules')}`, ['openapi.yaml', '[LAMP-004]', 'LAMP-004']],
    'an empty list': [
      `parameters/LampId.yaml x-rules: ${message('x-rules')}`,
      ['parameters/LampId.yaml', '[LAMP-001]', '[]'],
    ],
    'an ID that is given twice': [
      `schemas/Shade.yaml x-gaps: ${message('x-gaps')}`,
      ['schemas/Shade.yaml', '[LAMP-G01]', '[LAMP-G01, LAMP-G01]'],
    ],
    'an ID that is not a string': [
      `openapi.yaml info.x-rules.0: ${message('0')}`,
      ['openapi.yaml', '[LAMP-004]', '[4]'],
    ],
  },
})
