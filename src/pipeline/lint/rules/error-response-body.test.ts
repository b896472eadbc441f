import { describeRule } from './rule.fixture.ts'

const message = 'An error response needs a media type with a schema.'

describeRule('error-response-body', {
  accepts: {
    'a success without a body': [['paths/lamps_{lampId}.yaml', 'The lamp is replaced.', 'The lamp is as you said.']],
  },
  rejects: {
    'an error without a body': {
      edits: [['responses/NotFound.yaml', '', 'description: No such lamp.\n']],
      diagnostics: [`responses/NotFound.yaml : ${message}`],
    },
    'an error without a media type': {
      edits: [['responses/NotFound.yaml', '', 'description: No such lamp.\ncontent: {}\n']],
      diagnostics: [`responses/NotFound.yaml content: ${message}`],
    },
    'an error without a schema': {
      edits: [['responses/NotFound.yaml', '    schema: {$ref: ../schemas/Problem.yaml}\n', '']],
      diagnostics: [`responses/NotFound.yaml content: ${message}`],
    },
  },
})
