import { describeRule } from './rule.fixture.ts'

describeRule('openapi-version', {
  message: '`openapi` must be 3.1.0, the version that every tool here was tried with.',
  accepts: { 'the version in quotes': [['openapi.yaml', 'openapi: 3.1.0', "openapi: '3.1.0'"]] },
  rejects: {
    'another patch': ['openapi.yaml openapi', ['openapi.yaml', 'openapi: 3.1.0', 'openapi: 3.1.1']],
    'another minor version': ['openapi.yaml openapi', ['openapi.yaml', 'openapi: 3.1.0', 'openapi: 3.0.3']],
  },
})
