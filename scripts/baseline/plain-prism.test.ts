import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listInterfaces, loadRuntime } from '../../src/contract/registry.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts `prism mock` on a bundle and asks it one thing. */
async function askPrism(name: string, path: string): Promise<number> {
  const args = [
    'node_modules/@stoplight/prism-cli/dist/index.js',
    'mock',
    `generated/${name}/openapi.yaml`,
    '--port',
    '0',
  ]
  const prism = spawn(process.execPath, args, { cwd: root })
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let printed = ''
      const read = (chunk: Buffer) => {
        printed += chunk
        const found = /listening on (http:\/\/\S+:\d+)/.exec(printed)?.[1]
        if (found) resolve(found)
      }
      prism.stdout.on('data', read)
      prism.stderr.on('data', read)
      prism.on('close', () => reject(new Error(`prism mock ended: ${printed}`)))
    })
    const { status } = await fetch(origin + path)
    return status
  } finally {
    prism.kill()
  }
}

describe('the plain prism mock command', () => {
  it.each(listInterfaces().map(({ name }) => name))(
    'runs the bundle of %s',
    async (name) => {
      const get = loadRuntime(name).operations.find(({ method }) => method === 'get') ?? loadRuntime(name).operations[0]
      const path = get?.path.replace(/\{[^}]+\}/g, 'x') ?? '/'
      const status = await askPrism(name, path)
      // The exact status depends on the operation; what counts is that Prism answered for one of our operations.
      expect(status).toBeLessThan(500)
    },
    30_000,
  )
})
