import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'

describeRule('example-file-name', {
  accepts: {
    'a second example in its own file': [
      [path, 'lamp-lit:', 'lamp-dark: {$ref: ../examples/lamp-dark.yaml}\n            lamp-lit:'],
      ['examples/lamp-dark.yaml', '', 'value: {id: hall, lit: false}\n'],
    ],
  },
  rejects: {
    'an example in place': [
      `${path} get.responses.200.content.application/json.examples.lamp-lit: Example \`lamp-lit\` must be a reference to the file examples/lamp-lit.yaml.`,
      [path, 'lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'lamp-lit: {value: {id: hall, lit: true}}'],
    ],
    'a file with another name': [
      'examples/lamp-lit.yaml: Example `lamp-dark` must be a reference to the file examples/lamp-dark.yaml.',
      [path, 'lamp-lit:', 'lamp-dark:'],
    ],
  },
})
