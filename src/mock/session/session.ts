import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { memoizeByObject } from '../../memoize.ts'
import type { Strictness } from '../answer/strict.ts'
import { chain, type MaybePromise } from '../maybe-promise.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { runTransaction } from '../storage/run-transaction.ts'
import type { RecordRange, Storage, StorageTransaction, Write } from '../storage/storage.ts'
import { openStore, Transaction } from '../storage/transaction.ts'
import { createClock, type MovableClock } from './clock.ts'
import { Faults, type InjectedFault } from './faults.ts'
import { type Journal, LocalJournal } from './journal.ts'
import { Snapshots } from './snapshots.ts'

/** What a session needs from an interface to create its state. */
export interface MountedInterface {
  name: string
  definition: InterfaceDefinition
  seed(store: Store): Promise<void>
}

/** Interface name of the records that belong to the session itself; no interface has it. */
const self = '(session)'

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

  constructor(name: string, storage: Storage = new MemoryStorage(), journal: Journal = new LocalJournal()) {
    this.name = name
    this.storage = storage
    this.snapshots = new Snapshots(name, storage)
    this.journal = journal
  }

  begin(): Transaction {
    return new Transaction(this.storage, this.name)
  }

  state(mounted: MountedInterface): InterfaceState {
    return new InterfaceState(this, mounted)
  }

  faults(transaction: Transaction): Faults {
    return new Faults(transaction.store(self))
  }

  /**
   * Applies the session's faults to a request. The faults are counted in their own transaction, even if the request is refused.
   *
   * @param transaction the request's own, whose commit checks that there were no faults
   */
  applyFaults(
    interfaceName: string,
    operation: string | undefined,
    transaction: Transaction,
  ): MaybePromise<InjectedFault | undefined> {
    return chain(transaction.list(self, Faults.collection), (faults) =>
      faults.length === 0
        ? undefined
        : runTransaction(
            () => this.begin(),
            (own) => this.faults(own).apply(interfaceName, operation),
          ),
    )
  }

  /** Names of the interfaces that have their first records. */
  async interfaces(): Promise<string[]> {
    return (await this.storage.interfaces(this.name)).filter((name) => name !== self)
  }

  /** Moves the clock when the transaction is stored. */
  setClock(moment: Date, transaction: Transaction): void {
    const ahead = moment.getTime() - Date.now()
    transaction.write(self, 'clock', 'clock', { ahead })
    transaction.afterwards(() => {
      this.clock.ahead = ahead
    })
  }

  /** Sets the clock and the strictness to the values that the transaction reads. */
  readSettings(transaction: Pick<StorageTransaction, 'read'>): MaybePromise<void> {
    return chain(transaction.read(self, 'clock', 'clock'), (clock) =>
      chain(transaction.read(self, 'strictness', 'strictness'), (strictness) => {
        const { ahead } = (clock as { ahead: number } | undefined) ?? { ahead: 0 }
        if (this.clock.ahead !== ahead) this.clock.ahead = ahead
        this.strict = (strictness as { strict: Strictness } | undefined)?.strict
      }),
    )
  }

  /** Waits on the clock. */
  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    // The wait starts first, so that no move of the clock comes between.
    const waited = this.clock.wait(milliseconds, signal)
    waited.catch(() => {})
    const leave = await this.storage.registerWaiter(this.name, () => this.resume())
    try {
      await waited
    } finally {
      await leave()
    }
  }

  /** Changes the strictness, which each request reads anew. */
  setStrictness(strict: Strictness, transaction: Transaction): void {
    transaction.write(self, 'strictness', 'strictness', { strict })
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
    await this.storage.deleteSession(this.name)
  }

  /** Removes the records of one interface. The next request to it stores its first records again. */
  async forget(interfaceName: string): Promise<void> {
    await this.storage.forget(this.name, interfaceName)
  }

  /** Sets the clock and the strictness to the stored values, after a restart and when the records were replaced. */
  async resume(): Promise<void> {
    await this.readSettings(this.storage.begin(this.name))
  }
}

/** Collection of an interface's store with the conditions that callers have set. */
export const conditionsCollection = '_conditions'

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
    this.#initial = frozenConditions(mounted.definition)
  }

  /** Starts a transaction on the session. Stores the first records of this interface if it has none. */
  begin(): MaybePromise<Transaction> {
    const { name } = this.mounted
    const transaction = this.session.begin()
    return chain(transaction.prefetch(readByAll(this.mounted)), () =>
      chain(this.session.readSettings(transaction), () =>
        chain(transaction.read(name, seeded, seeded), (isSeeded) => (isSeeded ? transaction : this.#seed())),
      ),
    )
  }

  store(transaction: Transaction): Store {
    return transaction.store(this.mounted.name)
  }

  /** Its records; each change is stored at once. */
  get immediate(): Store {
    return openStore(this.session.storage, this.session.name, this.mounted.name)
  }

  /** The current values of the conditions of the server. */
  conditions(transaction: Pick<StorageTransaction, 'list'>): MaybePromise<object> {
    return chain(transaction.list(this.mounted.name, conditionsCollection), (set) => {
      if (set.length === 0) return this.#initial
      // A condition that the interface no longer declares may still be stored in a file.
      return { ...this.#initial, ...Object.fromEntries(set.filter(([name]) => Object.hasOwn(this.#initial, name))) }
    })
  }

  async #seed(): Promise<Transaction> {
    const { name } = this.mounted
    const first = await firstRecords(this.mounted)
    const transaction = this.session.begin()
    if (!(await transaction.read(name, seeded, seeded))) for (const write of first) transaction.add(write)
    // When this transaction is not stored, another request has stored the same records.
    await transaction.end()
    return this.begin()
  }
}

/** What each request reads before anything else. */
const readByAll = memoizeByObject(({ name }: MountedInterface): readonly RecordRange[] => [
  ...['clock', 'strictness'].map((setting) => ({ interfaceName: self, collection: setting, key: setting })),
  { interfaceName: self, collection: Faults.collection },
  { interfaceName: name, collection: seeded, key: seeded },
  { interfaceName: name, collection: conditionsCollection },
])

/** Computed once for all sessions, which share the records until a session changes them. */
const firstRecords = memoizeByObject(async ({ name, seed }: MountedInterface): Promise<readonly Write[]> => {
  const transaction = new Transaction(new MemoryStorage(), name)
  await seed(transaction.store(name))
  transaction.write(name, seeded, seeded, true)
  return transaction.writes
})

/** The conditions of a server as it starts. */
export function initialConditions({ conditions = {} }: InterfaceDefinition): object {
  const declared = Object.entries(conditions as Record<string, { initial: unknown }>)
  return Object.fromEntries(declared.map(([name, { initial }]) => [name, initial]))
}

const frozenConditions = memoizeByObject((definition: InterfaceDefinition) =>
  Object.freeze(initialConditions(definition)),
)
