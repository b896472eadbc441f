import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'

describeRule('operation-id-camel-case', {
  accepts: {
    'one word': [[path, 'getLamp', 'read']],
    'a number': [[path, 'getLamp', 'getLampV2']],
  },
  rejects: {
    PascalCase: [
      `${path} get.operationId: operationId \`GetLamp\` must be camelCase, such as getOrder.`,
      [path, 'getLamp', 'GetLamp'],
    ],
    snake_case: [
      `${path} put.operationId: operationId \`replace_lamp\` must be camelCase, such as getOrder.`,
      [path, 'replaceLamp', 'replace_lamp'],
    ],
  },
})
