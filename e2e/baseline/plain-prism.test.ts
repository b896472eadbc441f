import { expect, it } from 'vitest'
import { listInterfaces, loadRuntime } from '../../src/workspace/interfaces.ts'
import { startPlainPrism } from './plain-prism.ts'

it.each(listInterfaces().map(({ name }) => name))(
  'the plain prism mock command runs the bundle of %s',
  async (name) => {
    const { operations } = loadRuntime(name)
    const get = operations.find(({ method }) => method === 'get') ?? operations[0]
    const prism = await startPlainPrism(name)
    const { status } = await fetch(prism.origin + (get?.path.replace(/\{[^}]+\}/g, 'x') ?? '/'))
    prism.close()
    // The exact status depends on the operation; what counts is that Prism answered for one of our operations.
    expect(status).toBeLessThan(500)
  },
  30_000,
)
