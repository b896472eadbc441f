import { fileURLToPath } from 'node:url'
import { prefix } from '../documents/document.ts'
import type { Scenario } from '../documents/scenarios.ts'
import { fileOf } from './installed.ts'
import { noBase, type Peer } from './peer.ts'
import { writeStubs } from './wiremock-stubs.ts'

const scalar = { name: '@scalar/mock-server', version: '0.14.4' }
const mockoon = { name: '@mockoon/cli', version: '9.9.0' }
const openapiBackend = { name: 'openapi-backend', version: '5.21.2' }
const wiremock = { name: 'wiremock', version: '3.13.2' }
const specmatic = { name: 'specmatic', version: '2.55.1' }

/** None of them keeps the records of a document as it stands. */
const examplesAlone = ({ from }: Scenario) => from === 'examples'
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const servers: readonly Peer[] = [
  {
    name: 'scalar',
    title: '`@scalar/mock-server`',
    installs: scalar,
    command: ({ document }) => [process.execPath, script('serve-scalar.ts'), fileOf(scalar), document.openapi],
    portFlags: [],
    base: noBase,
  },
  {
    name: 'mockoon',
    title: 'Mockoon CLI (validates nothing)',
    installs: mockoon,
    command: ({ document }) => [
      process.execPath,
      fileOf(mockoon, 'bin/run.js'),
      ...[
        'start',
        '--data',
        document.openapi,
        '--hostname',
        '127.0.0.1',
        '--disable-log-to-file',
        '--disable-admin-api',
      ],
    ],
    portFlags: ['--port'],
    base: () => `/${prefix}`,
  },
  {
    name: 'openapi-backend',
    title: '`openapi-backend`',
    installs: openapiBackend,
    command: ({ document }) => [
      ...[process.execPath, script('serve-openapi-backend.ts'), fileOf(openapiBackend), document.openapi],
    ],
    portFlags: [],
    base: noBase,
  },
  {
    name: 'wiremock',
    title: 'WireMock (stubs; validates nothing)',
    installs: wiremock,
    command: ({ document }) => [
      ...['java', '-jar', fileOf(wiremock, `build/wiremock-standalone-${wiremock.version}.jar`)],
      ...[
        '--bind-address',
        '127.0.0.1',
        '--root-dir',
        writeStubs(document),
        '--no-request-journal',
        '--disable-banner',
      ],
    ],
    portFlags: ['--port'],
    base: noBase,
  },
  {
    name: 'specmatic',
    title: 'Specmatic',
    installs: specmatic,
    command: ({ document }) => [
      ...['java', '-jar', fileOf(specmatic, 'specmatic.jar'), 'stub', document.openapi, '--host', '127.0.0.1'],
      '--noConsoleLog',
    ],
    portFlags: ['--port'],
    base: noBase,
  },
]

/** Mock servers that others make, each set up as its documentation tells; those made of Java need a `java` to run. */
export const otherMocks: readonly Peer[] = servers.map((peer) => ({ ...peer, serves: examplesAlone, onDemand: true }))
