import type { components } from '../../../generated/mock-control/types.ts'
import { freezeRecord } from '../storage/freeze-record.ts'
import type { Storage } from '../storage/storage.ts'

export type Snapshot = components['schemas']['Snapshot']

/** Owner of the record that describes a snapshot, within the snapshot's partition. */
const label = '(snapshot)'

/** The snapshots of one session: each is a copy of its partition. */
export class Snapshots {
  static readonly max = 100
  readonly #session: string
  readonly #storage: Storage
  #lastId = 0

  constructor(session: string, storage: Storage) {
    this.#session = session
    this.#storage = storage
  }

  /** In the order in which they were taken. */
  async list(): Promise<Snapshot[]> {
    const all = await Promise.all((await this.#ids()).map((id) => this.get(id)))
    return all.filter((snapshot) => snapshot !== undefined)
  }

  async get(id: string): Promise<Snapshot | undefined> {
    return (await this.#storage.begin(this.#partition(id)).read(label, 'about', 'about')) as Snapshot | undefined
  }

  async take(now: Date, interfaces: string[]): Promise<Snapshot> {
    const id = await this.#nextId()
    const snapshot = { id, now: now.toISOString(), interfaces }
    const about = { owner: label, collection: 'about', key: 'about', value: freezeRecord(snapshot) }
    await this.#storage.copy(this.#session, this.#partition(id), [about])
    return snapshot
  }

  async restore(id: string): Promise<void> {
    const about = { owner: label, collection: 'about', key: 'about', value: undefined }
    await this.#storage.copy(this.#partition(id), this.#session, [about])
  }

  async delete(id: string): Promise<void> {
    await this.#storage.empty(this.#partition(id))
  }

  async #nextId(): Promise<string> {
    const { shared } = this.#storage
    if (shared) return shared.nextSnapshot(this.#session)
    const taken = (await this.#ids()).map(Number)
    this.#lastId = Math.max(this.#lastId, ...taken) + 1
    return String(this.#lastId)
  }

  /** Partitions of the snapshots, in the order in which they were taken. */
  async partitions(): Promise<string[]> {
    return (await this.#ids()).map((id) => this.#partition(id))
  }

  async #ids(): Promise<string[]> {
    const prefix = this.#partition('')
    const ids = (await this.#storage.partitions(prefix)).map((partition) => partition.slice(prefix.length))
    return ids.sort((one, other) => Number(one) - Number(other))
  }

  /** A slash separates the parts, because no session name has one. */
  #partition(id: string): string {
    return `${this.#session}/${id}`
  }
}
