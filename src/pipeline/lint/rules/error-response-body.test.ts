import { describeRule } from './rule.fixture.ts'

describeRule('error-response-body', {
  message: 'An error response needs a media type with a schema.',
  accepts: {
    'a success without a body': [['paths/lamps_{lampId}.yaml', 'The lamp is replaced.', 'The lamp is as you said.']],
  },
  rejects: {
    'an error without a body': [
      'responses/NotFound.yaml',
      ['responses/NotFound.yaml', '', 'description: No such lamp.\n'],
    ],
    'an error without a media type': [
      'responses/NotFound.yaml content',
      ['responses/NotFound.yaml', '', 'description: No such lamp.\ncontent: {}\n'],
    ],
    'an error without a schema': [
      'responses/NotFound.yaml content',
      ['responses/NotFound.yaml', '    schema: {$ref: ../schemas/Problem.yaml}\n', ''],
    ],
  },
})
