import type { components } from '../../../generated/mock-control/types.ts'
import type { Vault } from '../storage/storage.ts'

export type Snapshot = components['schemas']['Snapshot']

/** Owner of what a snapshot says of itself, within its space. */
const label = '(snapshot)'

/** The snapshots of one session: each is a copy of its space. */
export class Snapshots {
  static readonly most = 100
  readonly #session: string
  readonly #vault: Vault
  #lastId = 0

  constructor(session: string, vault: Vault) {
    this.#session = session
    this.#vault = vault
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
    await this.#vault.copy(this.#session, this.#space(id))
    const interfaces = await this.#vault.settled(this.#session)
    const snapshot = { id, now: now.toISOString(), interfaces }
    await this.#label(id).set('about', snapshot)
    return snapshot
  }

  async restore(id: string): Promise<void> {
    await this.#vault.copy(this.#space(id), this.#session)
    await this.#vault.empty(this.#session, label)
  }

  async delete(id: string): Promise<void> {
    await this.#vault.empty(this.#space(id))
  }

  async clear(): Promise<void> {
    for (const id of await this.#ids()) await this.delete(id)
  }

  async #ids(): Promise<string[]> {
    const prefix = this.#space('')
    const spaces = (await this.#vault.spaces()).filter((space) => space.startsWith(prefix))
    return spaces.map((space) => space.slice(prefix.length)).sort((one, other) => Number(one) - Number(other))
  }

  /** A slash stands in no session's name. */
  #space(id: string): string {
    return `${this.#session}/${id}`
  }

  #label(id: string) {
    return this.#vault.store(this.#space(id), label).collection<Snapshot>('about')
  }
}
