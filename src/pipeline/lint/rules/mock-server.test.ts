import { describeRule } from './rule.fixture.ts'

const message = 'The first server must be http://127.0.0.1:4010/lamps or below it: the mock serves the interface there.'
const path = 'paths/lamps_{lampId}.yaml'
const server = (url: string) => `servers:\n  - {url: '${url}', description: A server.}\n`

describeRule('mock-server', {
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
    'another port': {
      edits: [['openapi.yaml', ':4010/', ':4011/']],
      diagnostics: [`openapi.yaml servers.0.url: ${message}`],
    },
    'another interface': {
      edits: [['openapi.yaml', '4010/lamps/api', '4010/candles/api']],
      diagnostics: [`openapi.yaml servers.0.url: ${message}`],
    },
    'a name that only starts like the mount': {
      edits: [['openapi.yaml', '4010/lamps/api', '4010/lampshades']],
      diagnostics: [`openapi.yaml servers.0.url: ${message}`],
    },
    'a real server before the mock': {
      edits: [['openapi.yaml', 'servers:', server('https://lamps.example').trimEnd()]],
      diagnostics: [`openapi.yaml servers.0.url: ${message}`],
    },
    'a path item with a server elsewhere': {
      edits: [[path, 'get:', `${server('https://lamps.example')}get:`]],
      diagnostics: [`${path} servers.0.url: ${message}`],
    },
    'an operation with a server elsewhere': {
      edits: [[path, 'get:', `get:\n${server('https://lamps.example').replaceAll(/^/gm, '  ').trimEnd()}`]],
      diagnostics: [`${path} get.servers.0.url: ${message}`],
    },
  },
})
