import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const server = (url: string) => `servers:\n  - {url: '${url}', description: A server.}\n`

describeRule('mock-server', {
  message: 'The first server must be http://127.0.0.1:4010/lamps or below it: the mock serves the interface there.',
  accepts: {
    'the mount itself': [['openapi.yaml', '4010/lamps/api', '4010/lamps']],
    'another server after it': [
      ['openapi.yaml', 'tags:', '  - {url: https://lamps.example, description: A real server.}\ntags:'],
    ],
    'a path item with a server below the mount': [
      [path, 'get:', `${server('http://127.0.0.1:4010/lamps/{house}')}get:`],
    ],
  },
  rejects: {
    'another port': ['openapi.yaml servers.0.url', ['openapi.yaml', ':4010/', ':4011/']],
    'another interface': ['openapi.yaml servers.0.url', ['openapi.yaml', '4010/lamps/api', '4010/candles/api']],
    'a name that only starts like the mount': [
      'openapi.yaml servers.0.url',
      ['openapi.yaml', '4010/lamps/api', '4010/lampshades'],
    ],
    'a real server before the mock': [
      'openapi.yaml servers.0.url',
      ['openapi.yaml', 'servers:', server('https://lamps.example').trimEnd()],
    ],
    'a path item with a server elsewhere': [
      `${path} servers.0.url`,
      [path, 'get:', `${server('https://lamps.example')}get:`],
    ],
    'an operation with a server elsewhere': [
      `${path} get.servers.0.url`,
      [path, 'get:', `get:\n${server('https://lamps.example').replaceAll(/^/gm, '  ').trimEnd()}`],
    ],
  },
})
