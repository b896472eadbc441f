import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../../src/workspace/root.ts'
import { type BenchRequest, type Recipe, requestAt } from '../load/requests.ts'
import { headers, type Scenario } from '../mock/scenarios.ts'

export interface Peer {
  name: string
  title: string
  path: string
  /** The command that starts it for a scenario; the port is added. Scenarios with the same command share one process. */
  command: (scenario: Scenario) => readonly string[]
}

const { execPath: node } = process
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const rulebound = [node, join(root, 'src/cli/rulebound.ts'), 'mock']
const document = join(root, 'generated/orders/openapi.yaml')
export const prismCommand = [node, join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'), 'mock']

/** From examples, the mock serves one document and explains nothing, as Prism; from records, all that it can. */
export const mock: Peer = {
  name: 'mock',
  title: 'this mock',
  path: '/orders/api/orders',
  command: ({ from }) =>
    from === 'records' ? [...rulebound, '--port'] : [...rulebound, 'orders', '--examples', '--no-explain', '--port'],
}

/** All peers. The last one answers what the first one has answered. */
export const peers: readonly Peer[] = [
  mock,
  {
    name: 'prism',
    title: '`prism mock`',
    path: '/orders',
    command: () => [...prismCommand, document, '--port'],
  },
  {
    name: 'prism-silent',
    title: '`prism mock -v silent`',
    path: '/orders',
    command: () => [...prismCommand, document, '-v', 'silent', '--port'],
  },
  {
    name: 'fastify',
    title: 'Fastify by hand',
    path: '/orders',
    command: ({ from, records }) => [node, script('serve-fastify.ts'), from === 'records' ? records : from],
  },
  {
    name: 'bare',
    title: 'bare `node:http`',
    path: '/orders',
    command: ({ answer }) => [node, script('serve-constant.ts'), answer],
  },
]

export function recipeFor({ kind, tokens, sessions }: Scenario, { path }: Peer): Recipe {
  return { kind, path, tokens, headers, sessions }
}

export function firstRequest(scenario: Scenario, peer: Peer): BenchRequest {
  return requestAt(recipeFor(scenario, peer), 0)
}
