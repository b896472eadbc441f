import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'

describeRule('provenance', {
  message:
    'This node says nothing of its source. Add `x-rules` (the documented rules that it says) or `x-assumption` (why we add it).',
  accepts: {
    'both marks on one node': [['parameters/LampId.yaml', 'x-rules', 'x-assumption: The name is ours.\nx-rules']],
    'an assumption instead of rules': [['parameters/LampId.yaml', 'x-rules: [LAMP-001]', 'x-assumption: It is ours.']],
  },
  rejects: {
    'an operation without': [
      `${path} get`,
      [path, '  description: Answers the lamp as it is now.\n  x-rules: [LAMP-001]\n', '  description: Answers.\n'],
    ],
    'a parameter in its file': ['parameters/LampId.yaml', ['parameters/LampId.yaml', 'x-rules: [LAMP-001]\n', '']],
    'a parameter in place': [
      `${path} put.parameters.0`,
      [path, 'put:\n', 'put:\n  parameters:\n    - {name: dry, in: query, schema: {type: boolean}}\n'],
    ],
    'a response in place': [
      `${path} put.responses.204`,
      [path, 'replaced.\n      x-rules: [LAMP-002]\n', 'replaced.\n'],
    ],
    'a response in its file, once for all its uses': [
      'responses/NotFound.yaml',
      ['responses/NotFound.yaml', 'x-assumption', 'x-note'],
    ],
    'a security scheme': ['openapi.yaml components.securitySchemes.ApiKey', ['openapi.yaml', 'x-assumption', 'x-note']],
  },
})
