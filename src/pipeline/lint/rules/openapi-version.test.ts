import { describeRule } from './rule.fixture.ts'

const message = '`openapi` must be 3.1.0, the version that every tool here was tried with.'

describeRule('openapi-version', {
  accepts: { 'the version in quotes': [['openapi.yaml', 'openapi: 3.1.0', "openapi: '3.1.0'"]] },
  rejects: {
    'another patch': {
      edits: [['openapi.yaml', 'openapi: 3.1.0', 'openapi: 3.1.1']],
      diagnostics: [`openapi.yaml openapi: ${message}`],
    },
    'another minor version': {
      edits: [['openapi.yaml', 'openapi: 3.1.0', 'openapi: 3.0.3']],
      diagnostics: [`openapi.yaml openapi: ${message}`],
    },
  },
})
