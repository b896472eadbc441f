import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess } from '../../src/start-process.fixture.ts'
import { listInterfaces, loadRuntime } from '../../src/workspace/interfaces.ts'
import { root } from '../../src/workspace/root.ts'

const command = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')

it.each(listInterfaces().map(({ name }) => name))(
  'the plain prism mock command runs the bundle of %s',
  async (name) => {
    const { operations } = loadRuntime(name)
    const get = operations.find(({ method }) => method === 'get') ?? operations[0]
    const bundle = join(root, `generated/${name}/openapi.yaml`)
    const prism = startProcess([process.execPath, command, 'mock', bundle, '--port', '0'])
    const [, origin] = await prism.says(/listening on (http:\/\/\S+:\d+)/)
    const { status } = await fetch(origin + (get?.path.replace(/\{[^}]+\}/g, 'x') ?? '/'))
    await prism.end()
    // The exact status depends on the operation; what counts is that Prism answered for one of our operations.
    expect(status).toBeLessThan(500)
  },
  30_000,
)
