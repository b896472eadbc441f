import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'

describeRule('example-name-kebab-case', {
  message: 'The names of examples are kebab-case, such as order-paid.',
  accepts: { 'one word and a number': [[path, 'lamp-lit:', 'lamp-2:']] },
  rejects: {
    PascalCase: [`${path} get.responses.200.content.application/json.examples`, [path, 'lamp-lit:', 'LampLit:']],
    'snake_case in a shared response': [
      'responses/NotFound.yaml content',
      ['responses/NotFound.yaml', 'lamp-unknown:', 'lamp_unknown:'],
    ],
  },
})
