import { describeRule } from './rule.fixture.ts'

describeRule('parameter-example', {
  message:
    'A parameter needs an `example`, a schema with a `default` that says it all, or `x-excludes` with the name of one that has an example.',
  accepts: {
    'a default instead': [
      ['parameters/LampId.yaml', 'schema: {type: string}\nexample: hall', 'schema: {type: string, default: hall}'],
    ],
    'a parameter that excludes another': [['parameters/LampId.yaml', 'example: hall', 'x-excludes: lampName']],
    'named examples': [['parameters/LampId.yaml', 'example: hall', 'examples: {hall: {value: hall}}']],
  },
  rejects: {
    'neither example nor default': ['parameters/LampId.yaml', ['parameters/LampId.yaml', 'example: hall\n', '']],
    'a parameter in place': [
      'paths/lamps_{lampId}.yaml put.parameters.0',
      [
        'paths/lamps_{lampId}.yaml',
        'put:\n',
        'put:\n  parameters:\n    - {name: dry, in: query, schema: {type: boolean}}\n',
      ],
    ],
  },
})
