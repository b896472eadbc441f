import type { Store } from '../../behaviour/store.ts'
import { loadRuntime } from '../../contract/registry.ts'
import { createEngine } from '../../mock/engine.ts'
import { examplesOf } from '../../mock/examples.ts'
import { createClock, type MovableClock } from '../../mock/session/clock.ts'
import { MemoryStore } from '../../mock/storage/memory-store.ts'
import { loadDefinition } from '../load.ts'
import { type Conditions, conditions } from './conditions.ts'
import { seed } from './seed.ts'

/** A request of a test. The token is the one that may do everything, unless another is given, or null for none. */
interface Ask {
  token?: string | null
  headers?: Record<string, string>
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown
}

interface ServiceAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
  rules: string[]
  operation: string | undefined
}

/** The interface on its own, without sockets: a freshly seeded world, to be asked and to be changed. */
export interface TryOut {
  store: Store
  clock: MovableClock
  set(changes: Partial<Conditions>): void
  ask(method: string, target: string, ask?: Ask): Promise<ServiceAnswer>
  act(action: string, input: object): Promise<unknown>
}

/** What the mock said of itself that no test wants to hear: answers that break the contract, behaviours that throw. */
export const faults: string[] = []

const runtime = loadRuntime('secrets')
const definition = await loadDefinition('secrets')
const engine = createEngine({ runtime, definition, onFault: (reason) => faults.push(reason) })
const initial = Object.entries(conditions).map(([name, { initial }]) => [name, initial] as const)

/** Starts a world of its own. */
export async function tryOut(): Promise<TryOut> {
  const store = new MemoryStore()
  const clock = createClock()
  let present: object = Object.fromEntries(initial)
  await seed(store, examplesOf(runtime))

  return {
    store,
    clock,
    set(changes) {
      present = { ...present, ...changes }
    },
    async ask(method, target, { token = 'svc.example-full-access', headers = {}, body } = {}) {
      const [path = '', query = ''] = target.split('?')
      const request = {
        method,
        path,
        query,
        headers: { host: 'mock.example', ...(token === null ? {} : { 'x-svc-token': token }), ...headers },
        body: body === undefined ? null : toBytes(body),
        peer: new AbortController(),
      }
      const { answer, rules, operation } = await engine.handle(request, {
        store,
        clock,
        conditions: async () => present,
      })
      return { ...answer, rules, operation }
    },
    async act(action, input) {
      const signal = new AbortController().signal
      const context = { store, clock, conditions: present, signal, because() {} }
      // The control plane has validated the input against the action's own schema.
      return definition.actions?.[action]?.run(input as never, context)
    },
  }
}

function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
