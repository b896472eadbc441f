import { describeRule } from './rule.fixture.ts'

describeRule('catalogued-ids', {
  accepts: {
    'several known rules': [['openapi.yaml', '[LAMP-004]', '[LAMP-003, LAMP-004]']],
    'a known gap': [['openapi.yaml', 'x-rules: [LAMP-004]', 'x-gaps: [LAMP-G01]']],
  },
  rejects: {
    'an unknown rule near a known one': [
      'openapi.yaml info.x-rules.0: LAMP-04 is not among the rules of rules.yaml; did you mean LAMP-004?',
      ['openapi.yaml', 'LAMP-004', 'LAMP-04'],
    ],
    'an unknown rule far from all': [
      'openapi.yaml info.x-rules.1: ORD-412 is not among the rules of rules.yaml; write the entry, or mend the ID.',
      ['openapi.yaml', 'LAMP-004', 'LAMP-001, ORD-412'],
    ],
    'a gap among the rules': [
      'parameters/LampId.yaml x-rules.0: LAMP-G01 is not among the rules of rules.yaml; did you mean LAMP-001?',
      ['parameters/LampId.yaml', 'LAMP-001', 'LAMP-G01'],
    ],
    'an unknown gap, in a file that is reached through another': [
      'schemas/Shade.yaml x-gaps.0: LAMP-G02 is not among the gaps of rules.yaml; add it to this file; the next free number is LAMP-G02.',
      ['schemas/Shade.yaml', 'LAMP-G01', 'LAMP-G02'],
    ],
    'any ID when there is no catalogue to read': [
      'openapi.yaml info.x-rules: rules.yaml cannot be read, and LAMP-004 must stand there.',
      ['rules.yaml', 'prefix: LAMP', 'prefix: ['],
      ['paths/lamps_{lampId}.yaml', '', 'description: Nothing yet.\n'],
    ],
  },
})
