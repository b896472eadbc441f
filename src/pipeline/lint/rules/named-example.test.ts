import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const message = 'A body needs at least one named example, under `examples`.'

describeRule('named-example', {
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
    'a response without': {
      edits: [[path, '          examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}\n', '']],
      diagnostics: [`${path} get.responses.200.content.application/json: ${message}`],
    },
    'an empty map': {
      edits: [[path, 'examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'examples: {}']],
      diagnostics: [`${path} get.responses.200.content.application/json.examples: ${message}`],
    },
    'one example without a name': {
      edits: [
        [path, 'examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'example: {id: hall, lit: true}'],
      ],
      diagnostics: [`${path} get.responses.200.content.application/json: ${message}`],
    },
    'a request body without': {
      edits: [[path, '        examples:\n          lamp-lit: {$ref: ../examples/lamp-lit.yaml}\n', '']],
      diagnostics: [`${path} put.requestBody.content.application/json: ${message}`],
    },
    'an error without': {
      edits: [
        ['responses/NotFound.yaml', '    examples:\n      lamp-unknown: {$ref: ../examples/lamp-unknown.yaml}\n', ''],
      ],
      diagnostics: [`responses/NotFound.yaml content: ${message}`],
    },
  },
})
