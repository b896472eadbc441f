import { describeRule } from './rule.fixture.ts'

const message = (name: string) => `\`${name}\` must be a sentence that gives the reason.`

describeRule('reason-sentence', {
  accepts: {
    'a reason over several lines': [
      ['schemas/Shade.yaml', 'x-assumption: The reference', 'x-assumption: |\n  The reference\n  '],
    ],
  },
  rejects: {
    'a bare yes': [
      `openapi.yaml components.securitySchemes.ApiKey.x-assumption: ${message('x-assumption')}`,
      ['openapi.yaml', 'The reference names no scheme; the lamp family uses Basic.', 'true'],
    ],
    'an empty reason': [
      `schemas/Shade.yaml x-assumption: ${message('x-assumption')}`,
      ['schemas/Shade.yaml', 'The reference names the shade and not its fields.', "''"],
    ],
    'a single word': [
      `parameters/LampId.yaml x-not-secret: ${message('x-not-secret')}`,
      ['parameters/LampId.yaml', 'required: true', 'required: true\nx-not-secret: Public'],
    ],
  },
})
