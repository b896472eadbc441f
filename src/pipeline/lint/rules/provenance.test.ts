import { describeRule } from './rule.fixture.ts'

const message =
  'This node says nothing of its source. Add `x-rules` (the documented rules that it says) or `x-assumption` (why we add it).'
const path = 'paths/lamps_{lampId}.yaml'

describeRule('provenance', {
  accepts: {
    'both marks on one node': [['parameters/LampId.yaml', 'x-rules', 'x-assumption: The name is ours.\nx-rules']],
    'an assumption instead of rules': [['parameters/LampId.yaml', 'x-rules: [LAMP-001]', 'x-assumption: It is ours.']],
  },
  rejects: {
    'an operation without': {
      edits: [
        [path, '  description: Answers the lamp as it is now.\n  x-rules: [LAMP-001]\n', '  description: Answers.\n'],
      ],
      diagnostics: [`${path} get: ${message}`],
    },
    'a parameter in its file': {
      edits: [['parameters/LampId.yaml', 'x-rules: [LAMP-001]\n', '']],
      diagnostics: [`parameters/LampId.yaml : ${message}`],
    },
    'a parameter in place': {
      edits: [[path, 'put:\n', 'put:\n  parameters:\n    - {name: dry, in: query, schema: {type: boolean}}\n']],
      diagnostics: [`${path} put.parameters.0: ${message}`],
    },
    'a response in place': {
      edits: [[path, 'replaced.\n      x-rules: [LAMP-002]\n', 'replaced.\n']],
      diagnostics: [`${path} put.responses.204: ${message}`],
    },
    'a response in its file, once for all its uses': {
      edits: [['responses/NotFound.yaml', 'x-assumption', 'x-note']],
      diagnostics: [`responses/NotFound.yaml : ${message}`],
    },
    'a security scheme': {
      edits: [['openapi.yaml', 'x-assumption', 'x-note']],
      diagnostics: [`openapi.yaml components.securitySchemes.ApiKey: ${message}`],
    },
  },
})
