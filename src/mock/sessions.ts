import type { InterfaceSlice } from '../interfaces/slice.ts'
import type { Clock, Store } from '../interfaces/world.ts'
import { createClock, type MovableClock } from './clock.ts'
import { MemoryStore } from './memory-store.ts'

/** What one interface is and knows in one session. */
export interface World {
  store: Store
  clock: Clock
  conditions(): Promise<object>
}

/** What a session needs to know of an interface to make its world. */
export interface Inhabitant {
  name: string
  slice: InterfaceSlice
  seed(store: Store): Promise<void>
}

interface Session {
  clock: MovableClock
  worlds: Map<string, Promise<Store>>
}

/** The worlds of all sessions: each caller that names a session of its own has its own records, conditions and time. */
export class Sessions {
  readonly #sessions = new Map<string, Session>()

  /** The world of an interface in a session; made and seeded when first asked for. */
  async world(id: string, inhabitant: Inhabitant): Promise<World> {
    const session = this.#open(id)
    let opening = session.worlds.get(inhabitant.name)
    if (!opening) {
      opening = settle(inhabitant)
      session.worlds.set(inhabitant.name, opening)
    }
    const store = await opening
    return { store, clock: session.clock, conditions: () => readConditions(store, inhabitant.slice) }
  }

  /** Drops the records of an interface in every session; they are seeded again when next asked for. */
  forget(name: string): void {
    for (const { worlds } of this.#sessions.values()) worlds.delete(name)
  }

  #open(id: string): Session {
    const known = this.#sessions.get(id)
    if (known) return known
    const session = { clock: createClock(), worlds: new Map() }
    this.#sessions.set(id, session)
    return session
  }
}

async function settle({ seed }: Inhabitant): Promise<Store> {
  const store = new MemoryStore()
  await seed(store)
  return store
}

async function readConditions(store: Store, { conditions = {} }: InterfaceSlice): Promise<object> {
  const initial = Object.entries(conditions as Record<string, { initial: unknown }>)
  const set = new Map(await store.collection('_conditions').entries())
  return Object.fromEntries(
    initial.map(([name, condition]) => [name, set.has(name) ? set.get(name) : condition.initial]),
  )
}
