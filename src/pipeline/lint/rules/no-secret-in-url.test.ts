import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const message = (name: string) =>
  `\`${name}\` sounds like a credential, and a URL ends up in logs. Send it in a header or body, or say in \`x-not-secret\` why it is none.`
const parameter = (name: string, place: string, more = '') =>
  [path, 'put:\n', `put:\n  parameters:\n    - {name: ${name}, in: ${place}, schema: {type: string}${more}}\n`] as const

describeRule('no-secret-in-url', {
  accepts: {
    'a token in a header': [parameter('X-Lamp-Token', 'header')],
    'a token in a cookie': [parameter('token', 'cookie')],
    'a token that is said to be none': [parameter('token', 'query', ', x-not-secret: It names a page.')],
    'a harmless name': [parameter('monkey', 'query')],
  },
  rejects: {
    'a token in the query': [
      `${path} put.parameters.0.name: ${message('accessToken')}`,
      parameter('accessToken', 'query'),
    ],
    'an API key in the query': [`${path} put.parameters.0.name: ${message('api_key')}`, parameter('api_key', 'query')],
    'a secret, whatever its case': [
      `${path} put.parameters.0.name: ${message('clientSECRET')}`,
      parameter('clientSECRET', 'query'),
    ],
    'a reason that is empty': [
      `${path} put.parameters.0.name: ${message('password')}`,
      parameter('password', 'query', ", x-not-secret: ''"),
    ],
    'a credential in the path, in a file': [
      `parameters/LampId.yaml name: ${message('credentialId')}`,
      ['parameters/LampId.yaml', 'name: lampId', 'name: credentialId'],
    ],
  },
})
