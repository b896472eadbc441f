import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'

describeRule('operation-summary-form', {
  message: 'A summary is at most 60 characters and has no final stop; the rest belongs in the description.',
  accepts: {
    'exactly 60 characters': [[path, 'Read one lamp', 'x'.repeat(60)]],
    'a stop inside': [[path, 'Read one lamp', 'Read one lamp as version 2.0 shows it']],
  },
  rejects: {
    '61 characters': [`${path} get.summary`, [path, 'Read one lamp', 'x'.repeat(61)]],
    'a final stop': [`${path} put.summary`, [path, 'Replace one lamp', 'Replace one lamp.']],
  },
})
