import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'

describeRule('named-example', {
  message: 'A body needs at least one named example, under `examples`.',
  accepts: {
    'two examples': [
      [
        path,
        '            lamp-lit:',
        '            lamp-dark: {$ref: ../examples/lamp-lit.yaml}\n            lamp-lit:',
      ],
    ],
  },
  rejects: {
    'a response without': [
      `${path} get.responses.200.content.application/json`,
      [path, '          examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}\n', ''],
    ],
    'an empty map': [
      `${path} get.responses.200.content.application/json.examples`,
      [path, 'examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'examples: {}'],
    ],
    'one example without a name': [
      `${path} get.responses.200.content.application/json`,
      [path, 'examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'example: {id: hall, lit: true}'],
    ],
    'a request body without': [
      `${path} put.requestBody.content.application/json`,
      [path, '        examples:\n          lamp-lit: {$ref: ../examples/lamp-lit.yaml}\n', ''],
    ],
    'an error without': [
      'responses/NotFound.yaml content',
      ['responses/NotFound.yaml', '    examples:\n      lamp-unknown: {$ref: ../examples/lamp-unknown.yaml}\n', ''],
    ],
  },
})
