import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { common, type DevOptions, startDevSession, touches } from './session.ts'

// Tells of an edit, and is ready only after the session could follow it.
vi.mock('./watch.ts', () => ({
  async watchSources(_base: string, _watched: string[], tell: (path: string) => void) {
    tell('src/interfaces/lamps/definition.ts')
    await vi.advanceTimersByTimeAsync(1000)
    return async () => {}
  },
}))

const all = ['orders', 'secrets', 'request-params']

it.for([
  [['specs/orders/schemas/Order.yaml'], ['orders']],
  [['specs/orders/schemas'], ['orders']],
  [['specs/orders'], ['orders']],
  [
    ['specs/request-params/rules.yaml', 'specs/orders/rules.yaml'],
    ['orders', 'request-params'],
  ],
  [['specs/shared/responses/NotFound.yaml'], all],
  [['specs/shared'], all],
  [['specs/sources.yaml'], all],
  [['redocly.yaml'], all],
  [['specs/orders/rules.yaml', 'redocly.yaml'], all],
  [['specs/orders-v2/openapi.yaml'], []],
  [['specs/chairs'], []],
] as const)('%s touches %s', ([paths, names]) => {
  expect(all.filter((name) => touches(new Set(paths), [`specs/${name}`, ...common]))).toEqual(names)
})

it('follows an edit that comes while watching starts', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reloaded: unknown[] = []
  const lamps = { name: 'lamps', baseUrls: [] }
  const session = await startDevSession({
    base: `${temporaryFolder()}/`,
    workspace: { interfaces: [], recipe: { words: ['lamps.yaml'] }, find: (name: string) => name },
    mock: { interfaces: [lamps], reload: async (one: unknown) => void reloaded.push(one) },
    servesNew: false,
    print: () => {},
  } as unknown as DevOptions)
  await session.close()
  expect(reloaded).toEqual(['lamps'])
})
