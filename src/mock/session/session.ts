import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { chain, type MaybePromise } from '../maybe-promise.ts'
import { inOneUnit } from '../storage/in-one-unit.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import type { Storage, Transaction, Write } from '../storage/storage.ts'
import { openStore, UnitOfWork } from '../storage/unit-of-work.ts'
import type { Strictness } from '../strict.ts'
import { createClock, type MovableClock } from './clock.ts'
import { Faults, type InjectedFault } from './faults.ts'
import { type Journal, LocalJournal } from './journal.ts'
import { SharedJournal } from './shared-journal.ts'
import { Snapshots } from './snapshots.ts'

/** What a session needs from an interface to create its state. */
export interface MountedInterface {
  name: string
  definition: InterfaceDefinition
  seed(store: Store): Promise<void>
}

/** Owner of the records that belong to the session itself; no interface has this name. */
const self = '(session)'

/** Records of the session itself that matter for each request; each is the only one in its collection. */
const settings = ['clock', 'strictness'] as const

/** The state of one caller: the records of every interface, a clock, faults, snapshots and a journal. */
export class Session {
  readonly name: string
  readonly storage: Storage
  readonly clock: MovableClock = createClock()
  readonly journal: Journal
  readonly snapshots: Snapshots
  requestsUnderWay = 0
  /** Undefined when the setting of the whole mock applies. */
  strict: Strictness | undefined
  /** When it was last used, in milliseconds of real time. */
  lastUsed = 0
  readonly #states = new Map<string, InterfaceState>()

  constructor(name: string, storage: Storage = new MemoryStorage()) {
    this.name = name
    this.storage = storage
    this.snapshots = new Snapshots(name, storage)
    this.journal = storage.shared ? new SharedJournal(name, storage.shared) : new LocalJournal()
  }

  /** True when other processes use the session, too. */
  get isShared(): boolean {
    return this.storage.shared !== undefined
  }

  begin(): UnitOfWork {
    return new UnitOfWork(this.storage, this.name)
  }

  state(mounted: MountedInterface): InterfaceState {
    const known = this.#states.get(mounted.name)
    if (known?.mounted === mounted) return known
    const state = new InterfaceState(this, mounted)
    this.#states.set(mounted.name, state)
    return state
  }

  faults(unit: UnitOfWork): Faults {
    return new Faults(unit.store(self))
  }

  /**
   * Applies the session's faults to a request. The faults are counted in their own unit of work, even if the request is refused.
   *
   * @param unit the request's unit. In a shared session, its commit checks that there were no faults.
   */
  applyFaults(name: string, operation: string | undefined, unit: UnitOfWork): MaybePromise<InjectedFault | undefined> {
    const found = this.isShared ? unit : this.storage.begin(this.name)
    return chain(found.list(self, Faults.collection), (faults) =>
      faults.length === 0
        ? undefined
        : inOneUnit(
            () => this.begin(),
            (unit) => this.faults(unit).apply(name, operation),
          ),
    )
  }

  /** Names of the interfaces that have their first records. */
  async interfaces(): Promise<string[]> {
    return (await this.storage.owners(this.name)).filter((owner) => owner !== self)
  }

  /** Moves the clock when the unit of work is stored. */
  setClock(moment: Date, unit: UnitOfWork): void {
    const ahead = moment.getTime() - Date.now()
    unit.write(self, 'clock', 'clock', { ahead })
    unit.afterwards(() => {
      this.clock.ahead = ahead
    })
  }

  /** Sets the clock and the strictness by what the unit of work reads, since other processes may have changed them. */
  readSettings(unit: UnitOfWork): MaybePromise<void> {
    return chain(unit.read(self, 'clock', 'clock'), (clock) =>
      chain(unit.read(self, 'strictness', 'strictness'), (strictness) => this.#follow(clock, strictness)),
    )
  }

  /** Waits on the clock. Other processes see that a request of the session waits, and wake it when they move the clock. */
  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    // Registered first, so that no move of the clock comes between.
    const waited = this.clock.wait(milliseconds, signal)
    const { shared } = this.storage
    if (!shared) return waited
    waited.catch(() => {})
    const end = await shared.attend(this.name, 'waiting')
    try {
      await waited
    } finally {
      await end().catch(() => {})
    }
  }

  /** Changes the strictness when the unit of work is stored. */
  setStrictness(strict: Strictness, unit: UnitOfWork): void {
    unit.write(self, 'strictness', 'strictness', { strict })
    unit.afterwards(() => {
      this.strict = strict
    })
  }

  /** Resets the session to its first state; snapshots stay. */
  async reset(): Promise<void> {
    await this.journal.clear()
    await this.storage.empty(this.name)
    await this.resume()
  }

  /** Restores the state of a snapshot. */
  async restore(snapshot: string): Promise<void> {
    await this.snapshots.restore(snapshot)
    await this.resume()
  }

  /** Removes all its records and snapshots. */
  async delete(): Promise<void> {
    this.journal.close()
    const partitions = [this.name, ...(await this.snapshots.partitions())]
    await (this.storage.shared?.remove(this.name, partitions) ?? this.storage.empty(...partitions))
  }

  /** Removes the records of one interface. The next request to it stores its first records again. */
  async forget(name: string): Promise<void> {
    await this.storage.forget(this.name, name)
  }

  /** Sets the clock and the strictness to the stored values, after a restart and when the records were replaced. */
  async resume(): Promise<void> {
    const stored = this.storage.begin(this.name)
    const [clock, strictness] = await Promise.all(settings.map((name) => stored.read(self, name, name)))
    this.#follow(clock, strictness)
  }

  #follow(clock: unknown, strictness: unknown): void {
    const { ahead } = (clock as { ahead: number } | undefined) ?? { ahead: 0 }
    if (this.clock.ahead !== ahead) this.clock.ahead = ahead
    this.strict = (strictness as { strict: Strictness } | undefined)?.strict
  }
}

/** Collection of an interface's store with the conditions that callers have set. */
export const setConditions = '_conditions'

/** Collection that marks an interface as having its first records. */
const seeded = '_seeded'

/** One interface in one session. */
export class InterfaceState {
  readonly session: Session
  readonly mounted: MountedInterface
  readonly #initial: object

  constructor(session: Session, mounted: MountedInterface) {
    this.session = session
    this.mounted = mounted
    this.#initial = Object.freeze(initialConditions(mounted.definition))
  }

  /** Starts a unit of work on the session. Stores the first records of this interface if it has none. */
  begin(): MaybePromise<UnitOfWork> {
    const unit = this.session.begin()
    return unit.isShared ? chain(this.#prepare(unit), () => this.#seeded(unit)) : this.#seeded(unit)
  }

  store(unit: UnitOfWork): Store {
    return unit.store(this.mounted.name)
  }

  /** Its records; each change is stored at once. */
  get immediate(): Store {
    return openStore(this.session.storage, this.session.name, this.mounted.name)
  }

  /** The store beside a unit of work. It stores nothing for a unit that has read stale data and will run again. */
  immediateBeside(unit: UnitOfWork): Store {
    return openStore(this.session.storage, this.session.name, this.mounted.name, () => unit.confirm())
  }

  /** The current values of the conditions of the server. */
  conditions(unit: Pick<Transaction, 'list'>): MaybePromise<object> {
    return chain(unit.list(this.mounted.name, setConditions), (set) => {
      if (set.length === 0) return this.#initial
      // A condition that the interface no longer declares may still be stored in a file.
      return { ...this.#initial, ...Object.fromEntries(set.filter(([name]) => Object.hasOwn(this.#initial, name))) }
    })
  }

  applyFaults(operation: string | undefined, unit: UnitOfWork): MaybePromise<InjectedFault | undefined> {
    return this.session.applyFaults(this.mounted.name, operation, unit)
  }

  /** Reads everything that each request needs in one call. */
  #prepare(unit: UnitOfWork): MaybePromise<void> {
    const { name } = this.mounted
    const fetched = unit.prefetch([
      ...settings.map((name) => ({ owner: self, collection: name, key: name })),
      { owner: self, collection: Faults.collection },
      { owner: name, collection: seeded, key: seeded },
      { owner: name, collection: setConditions },
    ])
    return chain(fetched, () => this.session.readSettings(unit))
  }

  #seeded(unit: UnitOfWork): MaybePromise<UnitOfWork> {
    return chain(unit.read(this.mounted.name, seeded, seeded), (isSeeded) => (isSeeded ? unit : this.#seed()))
  }

  async #seed(): Promise<UnitOfWork> {
    const { name } = this.mounted
    const first = await firstRecords(this.mounted)
    const unit = this.session.begin()
    if (!(await unit.read(name, seeded, seeded))) for (const write of first) unit.add(write)
    // When this unit is not stored, another request has stored the same records.
    await unit.end()
    return this.begin()
  }
}

/** Computed once for all sessions, which share the records until a session changes them. */
const firstWrites = new WeakMap<MountedInterface, Promise<readonly Write[]>>()

function firstRecords(mounted: MountedInterface): Promise<readonly Write[]> {
  const known = firstWrites.get(mounted) ?? seed(mounted)
  firstWrites.set(mounted, known)
  return known
}

async function seed({ name, seed }: MountedInterface): Promise<readonly Write[]> {
  const unit = new UnitOfWork(new MemoryStorage(), name)
  await seed(unit.store(name))
  unit.write(name, seeded, seeded, true)
  return unit.writes
}

/** The conditions of a server as it starts. */
export function initialConditions({ conditions = {} }: InterfaceDefinition): object {
  const declared = Object.entries(conditions as Record<string, { initial: unknown }>)
  return Object.fromEntries(declared.map(([name, { initial }]) => [name, initial]))
}
