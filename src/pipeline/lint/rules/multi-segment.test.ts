import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const mark = ['parameters/LampId.yaml', 'required: true', 'required: true\nx-multi-segment: true'] as const

describeRule('multi-segment', {
  accepts: {
    'the last parameter': [mark],
    'the last parameter before a literal segment': [
      [
        'openapi.yaml',
        "/lamps/{lampId}: {$ref: 'paths/lamps_{lampId}.yaml'}",
        "/lamps/{lampId}/: {$ref: 'paths/lamps_{lampId}.yaml'}",
      ],
      mark,
    ],
  },
  rejects: {
    'an earlier parameter': [
      'parameters/LampId.yaml x-multi-segment: `x-multi-segment` belongs on the last path parameter of /lamps/{lampId}/{bulb}, which is {bulb}, not on `lampId`.',
      [
        'openapi.yaml',
        "/lamps/{lampId}: {$ref: 'paths/lamps_{lampId}.yaml'}",
        "/lamps/{lampId}/{bulb}: {$ref: 'paths/lamps_{lampId}.yaml'}",
      ],
      mark,
    ],
    'a query parameter of an operation': [
      `${path} put.parameters.0.x-multi-segment: \`x-multi-segment\` belongs on the last path parameter of /lamps/{lampId}, which is {lampId}, not on \`lampId\`.`,
      [
        path,
        'put:\n',
        'put:\n  parameters:\n    - {name: lampId, in: query, x-multi-segment: true, schema: {type: string}}\n',
      ],
    ],
    'a template without parameters': [
      'parameters/LampId.yaml x-multi-segment: `x-multi-segment` belongs on the last path parameter of /lamps, which has none, not on `lampId`.',
      ['openapi.yaml', '/lamps/{lampId}: {$ref', '/lamps: {$ref'],
      mark,
    ],
    'a mark that is not true': [
      'parameters/LampId.yaml x-multi-segment: `x-multi-segment` is true or absent.',
      ['parameters/LampId.yaml', 'required: true', "required: true\nx-multi-segment: 'yes'"],
    ],
  },
})
