import type { components } from '../../../generated/mock-control/types.ts'
import { freezeRecord } from '../storage/record.ts'
import type { Storage } from '../storage/storage.ts'
import { openStore } from '../storage/transaction.ts'

export type Snapshot = components['schemas']['Snapshot']

/** Interface name of the record that describes a snapshot, within the snapshot's partition. */
const label = '(snapshot)'

/** The snapshots of one session: each is a copy of its partition. */
export class Snapshots {
  static readonly max = 100
  readonly #session: string
  readonly #storage: Storage

  constructor(session: string, storage: Storage) {
    this.#session = session
    this.#storage = storage
  }

  /** In the order in which they were taken. */
  async list(): Promise<Snapshot[]> {
    const prefix = this.#partition('')
    const numbers = (await this.#storage.partitions(prefix)).map((partition) => Number(partition.slice(prefix.length)))
    const found = await Promise.all(numbers.sort((one, other) => one - other).map((id) => this.get(String(id))))
    // The partition of the counter holds no snapshot.
    return found.filter((snapshot) => snapshot !== undefined)
  }

  async get(id: string): Promise<Snapshot | undefined> {
    return (await this.#storage.begin(this.#partition(id)).read(label, 'about', 'about')) as Snapshot | undefined
  }

  async take(now: Date, interfaces: string[]): Promise<Snapshot> {
    const id = await this.#nextId()
    const snapshot = { id, now: now.toISOString(), interfaces }
    const about = { interfaceName: label, collection: 'about', key: 'about', value: freezeRecord(snapshot) }
    await this.#storage.copy(this.#session, this.#partition(id), [about])
    return snapshot
  }

  async restore(id: string): Promise<void> {
    const about = { interfaceName: label, collection: 'about', key: 'about', value: undefined }
    await this.#storage.copy(this.#partition(id), this.#session, [about])
  }

  async delete(id: string): Promise<void> {
    await this.#storage.empty(this.#partition(id))
  }

  /** A number that no snapshot of the session has had, though a restored snapshot brings back all other records. */
  async #nextId(): Promise<string> {
    const counters = openStore(this.#storage, this.#partition(''), label).collection<number>('counters')
    return String(await counters.update('last', (last = 0) => last + 1))
  }

  /** A slash separates the parts, because no session name has one. */
  #partition(id: string): string {
    return `${this.#session}/${id}`
  }
}
