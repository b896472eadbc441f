import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../../src/start-process.fixture.ts'
import { root } from '../../src/workspace/root.ts'
import { changing, type Fault } from './faulty-proxy.fixture.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const cache = join(root, '.cache/documents')
const packages = ['fastapi==0.115.6', 'uvicorn==0.34.0']

export const shopKey = 'key-of-the-shop'

/** Faults of the shop, each of which breaks one rule of its document. */
export const shopFaults = {
  status: {
    change: ({ method, path, status }) =>
      method === 'POST' && path === '/shelves' && status === 201 ? { status: 200 } : {},
  },
  member: changing('GET', /^\/items\/\d/, ({ name, ...rest }) => rest),
  removal: { instead: (method, path) => (method === 'DELETE' && path.startsWith('/shelves/') ? 204 : undefined) },
} satisfies Record<string, Fault>

/**
 * Installs Python packages into a separate folder.
 *
 * @returns the folder of their commands, or why they are not installed
 */
export function installPython(...more: string[]): { commands: string } | { missing: string } {
  mkdirSync(cache, { recursive: true })
  const install = `python3 -m venv python && python/bin/pip install --quiet ${[...packages, ...more].join(' ')}`
  const { status, stderr } = spawnSync('sh', ['-c', install], { cwd: cache, encoding: 'utf8' })
  if (status !== 0) return { missing: `needs Python and its package registry: ${stderr.trim().split('\n').at(-1)}` }
  return { commands: join(cache, 'python/bin') }
}

/** Starts the shop on a framework that writes the document by itself, and keeps the document in a file. */
export async function startShop(commands: string) {
  const command = [join(commands, 'uvicorn'), 'shop:app', '--port', '0', '--log-level', 'info']
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
  const server = startProcess(command, { cwd: folder, env })
  const [, origin = ''] = await server.says(/Uvicorn running on (http:\/\/[\d.:]+)/)
  const document = join(cache, 'shop.json')
  writeFileSync(document, await (await fetch(`${origin}/openapi.json`)).text())
  const headers = { authorization: `Bearer ${shopKey}` }
  return {
    origin,
    document,
    /** All things of the shop, as text. */
    async inventory(): Promise<string[]> {
      const lists = ['/shelves', '/items'].map(async (path) => (await fetch(origin + path, { headers })).json())
      return (await Promise.all(lists)).flat().map((thing) => JSON.stringify(thing))
    },
    end: () => server.end(),
  }
}
