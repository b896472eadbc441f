import { describeRule } from './rule.fixture.ts'

const message = 'The names of examples are kebab-case, such as order-paid.'
const path = 'paths/lamps_{lampId}.yaml'

describeRule('example-name-kebab-case', {
  accepts: { 'one word and a number': [[path, 'lamp-lit:', 'lamp-2:']] },
  rejects: {
    PascalCase: {
      edits: [[path, 'lamp-lit:', 'LampLit:']],
      diagnostics: [`${path} get.responses.200.content.application/json.examples: ${message}`],
    },
    'snake_case in a shared response': {
      edits: [['responses/NotFound.yaml', 'lamp-unknown:', 'lamp_unknown:']],
      diagnostics: [`responses/NotFound.yaml content: ${message}`],
    },
  },
})
