import { join } from 'node:path'
import { root } from '../../../src/workspace/root.ts'
import type { Scenario } from '../mock/scenarios.ts'
import { prefix } from '../mock/shop-document.ts'
import { writeStubs } from './wiremock-stubs.ts'

/** A server to compare. */
export interface Peer {
  /** Its name for `--peers`. */
  name: string
  title: string
  /** The command that starts it for a scenario on a port; scenarios with the same command share one process. */
  command: (scenario: Scenario, port: number) => readonly string[]
  /** Path in front of the document's own paths. */
  base: (scenario: Scenario) => string
  /** Whether it can answer the scenario; default: every scenario. */
  serves?: (scenario: Scenario) => boolean
  /** True for a peer that answers a constant and reads no document. */
  constant?: boolean
  /** A package that npm installs first, because it is not a dependency of the repository. */
  installs?: Package
  /** True for a peer that is measured only if it is named. */
  onDemand?: boolean
}

export interface Package {
  name: string
  version: string
}

const { execPath: node } = process
const script = (name: string) => join(import.meta.dirname, name)
const noBase = () => ''
/** Nobody writes 1,500 similar routes by hand, and the size of a document does not matter to a constant answer. */
const smallDocuments = ({ smaller }: Scenario) => smaller === undefined

const prism = [node, join(root, 'e2e/node_modules/@stoplight/prism-cli/dist/index.js'), 'mock']
const scalar = { name: '@scalar/mock-server', version: '0.14.4' }
const mockoon = { name: '@mockoon/cli', version: '9.9.0' }
const openapiBackend = { name: 'openapi-backend', version: '5.21.2' }
const wiremock = { name: 'wiremock', version: '3.13.2' }
const specmatic = { name: 'specmatic', version: '2.55.1' }

export const mock: Peer = {
  name: 'mock',
  title: 'this mock',
  command: ({ document }, port) => [...document.mockCommand, `${port}`],
  base: ({ document }) => document.mockBase,
}

/** Other mock servers, set up as their documentation shows; those in Java need `java`. */
const otherMocks: readonly Omit<Peer, 'serves' | 'onDemand'>[] = [
  {
    name: 'scalar',
    title: '`@scalar/mock-server`',
    installs: scalar,
    command: ({ document }, port) => [node, script('serve-scalar.ts'), fileOf(scalar), document.openapi, `${port}`],
    base: noBase,
  },
  {
    name: 'mockoon',
    title: 'Mockoon CLI (validates nothing)',
    installs: mockoon,
    command: ({ document }, port) => [
      ...[node, fileOf(mockoon, 'bin/run.js'), 'start', '--data', document.openapi, '--hostname', '127.0.0.1'],
      ...['--disable-log-to-file', '--disable-admin-api', '--port', `${port}`],
    ],
    base: () => `/${prefix}`,
  },
  {
    name: 'openapi-backend',
    title: '`openapi-backend`',
    installs: openapiBackend,
    command: ({ document }, port) => [
      ...[node, script('serve-openapi-backend.ts'), fileOf(openapiBackend), document.openapi, `${port}`],
    ],
    base: noBase,
  },
  {
    name: 'wiremock',
    title: 'WireMock (stubs; validates nothing)',
    installs: wiremock,
    command: ({ document }, port) => [
      ...['java', '-jar', fileOf(wiremock, `build/wiremock-standalone-${wiremock.version}.jar`), '--bind-address'],
      ...['127.0.0.1', '--root-dir', writeStubs(document), '--no-request-journal', '--disable-banner'],
      ...['--port', `${port}`],
    ],
    base: noBase,
  },
  {
    name: 'specmatic',
    title: 'Specmatic',
    installs: specmatic,
    command: ({ document }, port) => [
      ...['java', '-jar', fileOf(specmatic, 'specmatic.jar'), 'stub', document.openapi, '--host', '127.0.0.1'],
      ...['--noConsoleLog', '--port', `${port}`],
    ],
    base: noBase,
  },
]

/** All peers; to add one, add it here. */
export const peers: readonly Peer[] = [
  mock,
  {
    name: 'prism',
    title: '`prism mock`',
    command: ({ document }, port) => [...prism, document.openapi, '--port', `${port}`],
    base: noBase,
  },
  {
    name: 'prism-silent',
    title: '`prism mock -v silent`',
    command: ({ document }, port) => [...prism, document.openapi, '-v', 'silent', '--port', `${port}`],
    base: noBase,
  },
  {
    name: 'fastify',
    title: 'Fastify by hand',
    command: ({ document }, port) => [node, script('fastify/serve.ts'), document.recordsFile ?? 'examples', `${port}`],
    base: noBase,
    serves: smallDocuments,
  },
  // None of these keeps records of an unchanged document.
  ...otherMocks.map((peer) => ({ ...peer, serves: ({ from }: Scenario) => from === 'examples', onDemand: true })),
  {
    name: 'bare',
    title: 'bare `node:http`',
    command: ({ answerFile }, port) => [node, script('serve-constant.ts'), answerFile, `${port}`],
    base: noBase,
    serves: smallDocuments,
    constant: true,
  },
]

/** The same peer, with flags for Node. */
export function withNodeFlags(peer: Peer, ...flags: readonly string[]): Peer {
  return { ...peer, command: (...of) => peer.command(...of).toSpliced(1, 0, ...flags) }
}

/** The same peer, with flags of its own. */
export function withFlags(peer: Peer, ...flags: readonly string[]): Peer {
  return { ...peer, title: `${peer.title} ${flags.join(' ')}`, command: (...of) => [...peer.command(...of), ...flags] }
}

/** Where npm installs a package with all its dependencies. */
export function folderOf({ name, version }: Package): string {
  return join(root, '.cache/bench', `${name.replace('/', '+')}@${version}`)
}

function fileOf(peerPackage: Package, path = ''): string {
  return join(folderOf(peerPackage), 'node_modules', peerPackage.name, path)
}
