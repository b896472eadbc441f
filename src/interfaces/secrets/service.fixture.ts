import type { Store } from '../../behaviour/store.ts'
import { loadRuntime } from '../../contract/registry.ts'
import { createEngine } from '../../mock/engine.ts'
import { examplesOf } from '../../mock/examples.ts'
import type { MovableClock } from '../../mock/session/clock.ts'
import { Session, setConditions } from '../../mock/session/session.ts'
import { loadDefinition } from '../load.ts'
import type { Conditions } from './conditions.ts'
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
  rules: readonly string[]
  operation: string | undefined
}

/** The interface on its own, without sockets: freshly seeded, to be asked and to be changed. */
export interface TryOut {
  store: Store
  clock: MovableClock
  set(changes: Partial<Conditions>): void
  ask(method: string, target: string, ask?: Ask): Promise<ServiceAnswer>
  act(action: string, input: object): Promise<unknown>
}

/** Faults of the mock itself, which no test expects: answers that break the contract, behaviours that throw. */
export const faults: string[] = []

const runtime = loadRuntime('secrets')
const definition = await loadDefinition('secrets')
const engine = createEngine({ runtime, definition, onFault: (reason) => faults.push(reason) })

/** Starts the interface with records of its own. */
export async function tryOut(): Promise<TryOut> {
  const session = new Session('tried out')
  const seeded = (store: Store) => seed(store, examplesOf(runtime))
  const state = session.state({ name: runtime.name, definition, seed: seeded })
  await state.begin()
  const { immediate: store } = state
  const { clock } = session

  return {
    store,
    clock,
    set(changes) {
      const unit = session.begin()
      for (const [name, value] of Object.entries(changes)) unit.write(runtime.name, setConditions, name, value)
      void unit.end()
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
      const { status, headers: sent, body: given, handled } = await engine.handle(request, state)
      return { status, headers: sent, body: given, rules: handled?.rules ?? [], operation: handled?.operation }
    },
    async act(action, input) {
      const signal = new AbortController().signal
      const present = await state.conditions(session.begin())
      const context = { store, immediate: store, clock, conditions: present, signal, because() {}, assume() {} }
      // The control plane has validated the input against the action's own schema.
      return definition.actions?.[action]?.run(input as never, context)
    },
  }
}

function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
