import { describeRule } from './rule.fixture.ts'

describeRule('catalogued-ids', {
  accepts: {
    'several known rules': [['openapi.yaml', '[LAMP-004]', '[LAMP-003, LAMP-004]']],
    'a known gap': [['openapi.yaml', 'x-rules: [LAMP-004]', 'x-gaps: [LAMP-G01]']],
  },
  rejects: {
    'an unknown rule near a known one': {
      edits: [['openapi.yaml', 'LAMP-004', 'LAMP-04']],
      diagnostics: [
        'openapi.yaml info.x-rules.0: LAMP-04 is not among the rules of specs/lamps/rules.yaml; did you mean LAMP-004?',
      ],
    },
    'an unknown rule far from all': {
      edits: [['openapi.yaml', 'LAMP-004', 'LAMP-001, ORD-412']],
      diagnostics: [
        'openapi.yaml info.x-rules.1: ORD-412 is not among the rules of specs/lamps/rules.yaml; write the entry, or mend the ID.',
      ],
    },
    'a gap among the rules': {
      edits: [['parameters/LampId.yaml', 'LAMP-001', 'LAMP-G01']],
      diagnostics: [
        'parameters/LampId.yaml x-rules.0: LAMP-G01 is not among the rules of specs/lamps/rules.yaml; did you mean LAMP-001?',
      ],
    },
    'an unknown gap, in a file that is reached through another': {
      edits: [['schemas/Shade.yaml', 'LAMP-G01', 'LAMP-G02']],
      diagnostics: [
        'schemas/Shade.yaml x-gaps.0: LAMP-G02 is not among the gaps of specs/lamps/rules.yaml; add it to this file; the next free number is LAMP-G02.',
      ],
    },
    'any ID when there is no catalogue to read': {
      edits: [
        ['rules.yaml', 'prefix: LAMP', 'prefix: ['],
        ['paths/lamps_{lampId}.yaml', '', 'description: Nothing yet.\n'],
      ],
      diagnostics: ['openapi.yaml info.x-rules: specs/lamps/rules.yaml cannot be read, and LAMP-004 must stand there.'],
    },
  },
})
