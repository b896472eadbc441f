import type { Clock } from '../../behaviour/clock.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Collection, Store } from '../../behaviour/store.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { MemoryStore } from '../storage/memory-store.ts'
import type { Storage } from '../storage/storage.ts'
import { createClock, type MovableClock } from './clock.ts'
import { Faults, type InjectedFault } from './faults.ts'
import { Journal } from './journal.ts'
import { Snapshots } from './snapshots.ts'

/** What one interface is and knows in one session. */
export interface InterfaceState {
  store: Store
  clock: Clock
  conditions(): MaybePromise<object>
  /** Applies the injected faults to a request for this operation. */
  applyFault?(operation: string | undefined): MaybePromise<InjectedFault>
}

/** What a session needs from an interface to create its state. */
export interface MountedInterface {
  name: string
  definition: InterfaceDefinition
  seed(store: Store): Promise<void>
}

/** Owner of what belongs to the session itself: no interface is called so. */
const self = '(session)'

/** State of its own: the records of every interface, one clock, faults, snapshots, and a journal. */
export class Session {
  readonly name: string
  readonly clock: MovableClock = createClock()
  readonly journal = new Journal()
  readonly faults: Faults
  readonly snapshots: Snapshots
  requestsUnderWay = 0
  /** When it was last used, in milliseconds of real time. */
  lastUsed = 0
  readonly #storage: Storage
  readonly #states = new Map<string, { mounted: MountedInterface; state: MaybePromise<InterfaceState> }>()

  constructor(name: string, storage: Storage) {
    this.name = name
    this.#storage = storage
    this.faults = new Faults(storage.store(name, self))
    this.snapshots = new Snapshots(name, storage)
  }

  /** The state of an interface; seeded when first asked for. */
  state(mounted: MountedInterface): MaybePromise<InterfaceState> {
    const known = this.#states.get(mounted.name)
    if (known?.mounted === mounted) return known.state
    const opening = this.#settle(mounted).then(() => {
      const state = this.#stateOf(mounted)
      // It may have been emptied meanwhile.
      if (opened === this.#states.get(mounted.name)) opened.state = state
      return state
    })
    const opened: { mounted: MountedInterface; state: MaybePromise<InterfaceState> } = { mounted, state: opening }
    this.#states.set(mounted.name, opened)
    return opening
  }

  /** Present values of an interface's conditions; does not seed it. */
  conditions({ name, definition }: MountedInterface): MaybePromise<object> {
    return compileConditions(this.#storage.store(this.name, name), definition)()
  }

  /** Interfaces that have records. */
  interfaces(): Promise<string[]> {
    return this.#storage.settled(this.name)
  }

  async setClock(moment: Date): Promise<void> {
    this.clock.set(moment)
    await this.#keptClock().set('clock', { ahead: this.clock.ahead })
  }

  /** Makes it as it was at first; snapshots stay. */
  async reset(): Promise<void> {
    this.#states.clear()
    this.journal.clear()
    await this.#storage.empty(this.name)
    await this.resume()
  }

  /** Makes it as it was when a snapshot was taken. */
  async restore(snapshot: string): Promise<void> {
    this.#states.clear()
    await this.snapshots.restore(snapshot)
    await this.resume()
  }

  /** Drops it with all that is kept of it. */
  async delete(): Promise<void> {
    await this.snapshots.clear()
    this.#states.clear()
    await this.#storage.empty(this.name)
  }

  /** Drops the records of one interface; they are seeded again when next asked for. */
  async forget(name: string): Promise<void> {
    this.#states.delete(name)
    await this.#storage.empty(this.name, name)
  }

  /** Goes on from what is kept: after a restart, and when that has been replaced. */
  async resume(): Promise<void> {
    const kept = await this.#keptClock().get('clock')
    this.clock.ahead = kept?.ahead ?? 0
  }

  #stateOf({ name, definition }: MountedInterface): InterfaceState {
    const store = this.#storage.store(this.name, name)
    return {
      store,
      clock: this.clock,
      conditions: compileConditions(store, definition),
      applyFault: (operation) => this.faults.apply(name, operation),
    }
  }

  async #settle(mounted: MountedInterface): Promise<void> {
    if ((await this.interfaces()).includes(mounted.name)) return
    const first = await firstRecords(mounted)
    await this.#storage.settle(this.name, mounted.name, first)
  }

  #keptClock(): Collection<{ ahead: number }> {
    return this.#storage.store(this.name, self).collection('clock')
  }
}

/** Seeded once for all sessions: these share what none has changed. */
const seeded = new WeakMap<MountedInterface, Promise<MemoryStore>>()

function firstRecords(mounted: MountedInterface): Promise<MemoryStore> {
  const known = seeded.get(mounted) ?? seed(mounted)
  seeded.set(mounted, known)
  return known
}

async function seed(mounted: MountedInterface): Promise<MemoryStore> {
  const store = new MemoryStore()
  await mounted.seed(store)
  return store
}

/** Collection of an interface's store that holds the conditions which have been set. */
export const setConditions = '_conditions'

function compileConditions(store: Store, definition: InterfaceDefinition): () => MaybePromise<object> {
  const initial = Object.freeze(initialConditions(definition))
  const changed = store.collection(setConditions)
  return () => {
    if (changed.isEmpty) return initial
    return changed.entries().then((set) => {
      // A condition that the interface no longer declares may still be kept in a file.
      return { ...initial, ...Object.fromEntries(set.filter(([name]) => Object.hasOwn(initial, name))) }
    })
  }
}

/** The conditions of a server as it starts. */
export function initialConditions({ conditions = {} }: InterfaceDefinition): object {
  const declared = Object.entries(conditions as Record<string, { initial: unknown }>)
  return Object.fromEntries(declared.map(([name, { initial }]) => [name, initial]))
}
