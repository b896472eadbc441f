import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const message = 'A summary is at most 60 characters and has no final stop; the rest belongs in the description.'

describeRule('operation-summary-form', {
  accepts: {
    'exactly 60 characters': [[path, 'Read one lamp', 'x'.repeat(60)]],
    'a stop inside': [[path, 'Read one lamp', 'Read one lamp as version 2.0 shows it']],
  },
  rejects: {
    '61 characters': {
      edits: [[path, 'Read one lamp', 'x'.repeat(61)]],
      diagnostics: [`${path} get.summary: ${message}`],
    },
    'a final stop': {
      edits: [[path, 'Replace one lamp', 'Replace one lamp.']],
      diagnostics: [`${path} put.summary: ${message}`],
    },
  },
})
