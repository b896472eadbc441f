import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../generate/interfaces.ts'
import type { Scenario } from './scenarios.ts'

/** A server that can take part in the comparison. */
export interface Peer {
  /** As `--peers` takes it. */
  name: string
  title: string
  /** Starts it for a scenario; scenarios with the same command share one process. */
  command: (scenario: Scenario) => readonly string[]
  /** How it takes the port: as the last argument, after these. */
  portFlags: readonly string[]
  /** Answers without looking at the document. */
  constant?: boolean
  /** Path in front of the document's own paths. */
  base: (scenario: Scenario) => string
}

const prismCli = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')
const constantServer = fileURLToPath(new URL('serve-constant.ts', import.meta.url))
const noBase = () => ''

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
    name: 'bare',
    title: 'bare `node:http`',
    command: ({ answerFile }) => [process.execPath, constantServer, answerFile],
    portFlags: [],
    constant: true,
    base: noBase,
  },
]

/** The same peer, writing a CPU profile of each of its processes into the folder when it ends. */
export function profiled(peer: Peer, folder: string): Peer {
  return {
    ...peer,
    command: (scenario) => {
      const [node = '', ...rest] = peer.command(scenario)
      return [node, '--cpu-prof', `--cpu-prof-dir=${folder}`, ...rest]
    },
  }
}
