import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const needsSwitch =
  '`x-list-verb` needs a query parameter `list` that may be true: LIST stands for a GET with list=true.'
const listVerb = (schema: string, { mark = 'true', place = 'query' } = {}) =>
  [
    path,
    'get:\n',
    `get:\n  x-list-verb: ${mark}\n  parameters:\n    - {name: list, in: ${place}, schema: ${schema}}\n`,
  ] as const

describeRule('list-verb', {
  accepts: {
    'a boolean switch': [listVerb('{type: boolean}')],
    'a switch that may be null': [listVerb("{type: [boolean, 'null']}")],
    'an enum with true': [listVerb("{type: string, enum: ['true', 'false']}")],
    'a constant true': [listVerb('{const: true}')],
    'a switch of the whole path, in a file': [
      [path, 'get:\n', '  - $ref: ../parameters/List.yaml\nget:\n  x-list-verb: true\n'],
      ['parameters/List.yaml', '', 'name: list\nin: query\nschema: {type: boolean}\n'],
    ],
  },
  rejects: {
    'another method': [
      `${path} put.x-list-verb: \`x-list-verb\` belongs on GET: LIST stands for a GET with list=true, not for PUT.`,
      [path, 'put:\n', 'put:\n  x-list-verb: true\n'],
    ],
    'no switch': [`${path} get.x-list-verb: ${needsSwitch}`, [path, 'get:\n', 'get:\n  x-list-verb: true\n']],
    'a switch in a header': [
      `${path} get.x-list-verb: ${needsSwitch}`,
      listVerb('{type: boolean}', { place: 'header' }),
    ],
    'a switch that is never true': [`${path} get.x-list-verb: ${needsSwitch}`, listVerb('{type: integer}')],
    'a mark that is not true': [
      `${path} get.x-list-verb: \`x-list-verb\` is true or absent.`,
      listVerb('{type: boolean}', { mark: 'false' }),
    ],
  },
})
