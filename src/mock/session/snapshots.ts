import type { components } from '../../../generated/mock-control/types.ts'
import type { Storage } from '../storage/storage.ts'

export type Snapshot = components['schemas']['Snapshot']

/** Owner of what a snapshot says of itself, within its partition. */
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

  /** The first one first. */
  async list(): Promise<Snapshot[]> {
    const all = await Promise.all((await this.#ids()).map((id) => this.get(id)))
    return all.filter((snapshot) => snapshot !== undefined)
  }

  get(id: string): Promise<Snapshot | undefined> {
    return this.#label(id).get('about')
  }

  async take(now: Date): Promise<Snapshot> {
    const taken = (await this.#ids()).map(Number)
    this.#lastId = Math.max(this.#lastId, ...taken) + 1
    const id = String(this.#lastId)
    await this.#storage.copy(this.#session, this.#partition(id))
    const interfaces = await this.#storage.settled(this.#session)
    const snapshot = { id, now: now.toISOString(), interfaces }
    await this.#label(id).set('about', snapshot)
    return snapshot
  }

  async restore(id: string): Promise<void> {
    await this.#storage.copy(this.#partition(id), this.#session)
    await this.#storage.empty(this.#session, label)
  }

  async delete(id: string): Promise<void> {
    await this.#storage.empty(this.#partition(id))
  }

  async clear(): Promise<void> {
    for (const id of await this.#ids()) await this.delete(id)
  }

  async #ids(): Promise<string[]> {
    const prefix = this.#partition('')
    const partitions = (await this.#storage.partitions()).filter((partition) => partition.startsWith(prefix))
    return partitions
      .map((partition) => partition.slice(prefix.length))
      .sort((one, other) => Number(one) - Number(other))
  }

  /** A slash stands in no session's name. */
  #partition(id: string): string {
    return `${this.#session}/${id}`
  }

  #label(id: string) {
    return this.#storage.store(this.#partition(id), label).collection<Snapshot>('about')
  }
}
