import type { Store } from '../../behaviour/store.ts'
import { createEngine } from '../../mock/engine.ts'
import { examplesOf } from '../../mock/examples.ts'
import { Session } from '../../mock/session/session.ts'
import { loadRuntime } from '../../workspace/interfaces.ts'
import { loadDefinition } from '../load.ts'
import { seed } from './seed.ts'

/** A request of a test. Its token has all rights, unless another is given; null sends none. */
interface Ask {
  token?: string | null
  headers?: Record<string, string>
  body?: Buffer | string | undefined
}

/** Faults of the mock, which no test expects: answers that break the contract, and behaviours that throw. */
export const faults: string[] = []

const runtime = loadRuntime('secrets')
const definition = await loadDefinition('secrets')
const engine = createEngine({ runtime, definition, onFault: (reason) => faults.push(reason) })

/** Creates the interface with its seed and without sockets; returns a function that sends requests. */
export async function tryOut() {
  const seeded = (store: Store) => seed(store, examplesOf(runtime))
  const state = new Session('tried out').state({ name: runtime.name, definition, seed: seeded })
  await state.begin()
  return async (method: string, target: string, { token = 'svc.example-full-access', headers, body }: Ask = {}) => {
    const [path = '', query = ''] = target.split('?')
    const { handled, ...answer } = await engine.handle(
      {
        method,
        path,
        query,
        headers: { host: 'mock.example', ...(token === null ? {} : { 'x-svc-token': token }), ...headers },
        body: body === undefined ? null : Buffer.from(body),
        peer: new AbortController(),
      },
      state,
    )
    return { ...answer, operation: handled?.operation }
  }
}
