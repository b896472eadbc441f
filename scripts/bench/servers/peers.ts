import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../specs/interfaces.ts'
import type { Scenario } from '../documents/scenarios.ts'
import { otherMocks } from './other-mocks.ts'
import { noBase, type Peer } from './peer.ts'

const prismCli = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** All peers; adding one is adding it here. */
export const peers: readonly Peer[] = [
  {
    name: 'mock',
    title: 'this mock',
    command: ({ document }) => document.mockCommand,
    portFlags: [],
    base: ({ document }) => document.mockBase,
  },
  {
    name: 'prism',
    title: '`prism mock`',
    command: ({ document }) => [process.execPath, prismCli, 'mock', document.openapi],
    portFlags: ['--port'],
    base: noBase,
  },
  {
    name: 'prism-silent',
    title: '`prism mock -v silent`',
    command: ({ document }) => [process.execPath, prismCli, 'mock', document.openapi, '-v', 'silent'],
    portFlags: ['--port'],
    base: noBase,
  },
  {
    name: 'fastify',
    title: 'Fastify by hand',
    command: ({ document }) => [process.execPath, script('fastify/serve.ts'), document.recordsFile ?? 'examples'],
    portFlags: [],
    base: noBase,
    // Nobody writes 1,500 routes of the same by hand.
    serves: ({ smaller }) => smaller === undefined,
  },
  ...otherMocks,
  {
    name: 'bare',
    title: 'bare `node:http`',
    command: ({ answerFile }) => [process.execPath, script('serve-constant.ts'), answerFile],
    portFlags: [],
    constant: true,
    base: noBase,
    // A constant answer does not know how large a document is.
    serves: ({ smaller }) => smaller === undefined,
  },
]

/** Whether the peer can answer the scenario. */
export function canServe({ serves }: Peer, scenario: Scenario): boolean {
  return serves?.(scenario) ?? true
}

/** The same peer, run by Node with these flags. */
export function withNodeFlags(peer: Peer, ...flags: readonly string[]): Peer {
  return {
    ...peer,
    command: (scenario) => {
      const [node = '', ...rest] = peer.command(scenario)
      return [node, ...flags, ...rest]
    },
  }
}

/** The mock with so many workers, which answer from examples alone. */
export function withWorkers(mock: Peer, workers: number): Peer {
  return {
    ...mock,
    title: `${mock.title}, ${workers} workers`,
    command: (scenario) => {
      const [port = '', ...rest] = mock.command(scenario).toReversed()
      return [...rest.toReversed(), '--examples', '--workers', String(workers), port]
    },
  }
}

/** The same peer, writing a CPU profile of each of its processes into the folder when it ends. */
export function profiled(peer: Peer, folder: string): Peer {
  return withNodeFlags(peer, '--cpu-prof', `--cpu-prof-dir=${folder}`)
}
