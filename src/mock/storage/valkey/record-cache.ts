/** What was last known to be at a place. */
export interface CachedPlace {
  /** Version of the record or of the collection; `0` when there is none. */
  version: string
  /** Frozen, or of a kind that each reader gets a copy of. */
  value: unknown
  /** Version of the partition at which this was last known to be true. */
  validAt: number
  /** Another process has changed it lately, so it is fetched and not believed, unless it has just come with a refusal. */
  isContested: boolean
  isNew?: boolean
  cost: number
}

/** What this process knows of one partition. */
export class CachedPartition {
  readonly places = new Map<string, CachedPlace>()
  /** Latest known version of the partition. */
  version = -1
  /** From this version to the latest, all changes were this process's own. */
  floor = -1
  /** The last commit met changes of other processes. */
  isContested = false
  cost = 0
  /** The cost that the limit over all sessions reckons with. */
  counted = 0

  /** Notes the version that the engine has told. */
  see(version: number): void {
    if (version === this.version) return
    // A version that goes back is of another history: the session was deleted, or the engine lost its last writes.
    if (version < this.version) this.clear()
    this.version = version
    this.floor = version
  }

  /** Something that may be used in a unit of work that started at the latest version. */
  current(name: string): CachedPlace | undefined {
    const place = this.places.get(name)
    return place && place.validAt >= this.floor ? place : undefined
  }

  set(name: string, place: Omit<CachedPlace, 'cost'>, size: number): CachedPlace {
    this.delete(name)
    const kept = { ...place, cost: name.length + size + overhead }
    this.places.set(name, kept)
    this.cost += kept.cost
    return kept
  }

  delete(name: string): void {
    this.cost -= this.places.get(name)?.cost ?? 0
    this.places.delete(name)
  }

  clear(): void {
    this.places.clear()
    this.cost = 0
  }
}

/** Bytes of an entry beside its text, roughly. */
const overhead = 300

const maxPartitions = 2000

/**
 * Records that this process has read or written lately. They are only a guess: the commit of each unit of work has the engine compare their
 * versions. The cache has a limit over all sessions, and the session that was used last stays longest.
 */
export class RecordCache {
  readonly #max: number
  readonly #partitions = new Map<string, CachedPartition>()
  #cost = 0

  /** @param max bytes, roughly */
  constructor(max: number) {
    this.#max = max
  }

  of(name: string): CachedPartition {
    const known = this.#partitions.get(name) ?? new CachedPartition()
    this.#partitions.delete(name)
    this.#partitions.set(name, known)
    return known
  }

  /** Removes what is beyond the limit. To be called after changes of a partition. */
  settle(name: string): void {
    const changed = this.#partitions.get(name)
    if (!changed) return
    if (changed.cost > this.#max / 4) changed.clear()
    this.#cost += changed.cost - changed.counted
    changed.counted = changed.cost
    for (const oldest of this.#partitions.keys()) {
      if (this.#cost <= this.#max && this.#partitions.size <= maxPartitions) break
      if (oldest === name) continue
      this.#cost -= this.#partitions.get(oldest)?.counted ?? 0
      this.#partitions.delete(oldest)
    }
  }

  /** Units of work under way lose what they know of it as well. */
  forget(name: string): void {
    const known = this.#partitions.get(name)
    if (!known) return
    known.clear()
    known.version = -1
    this.settle(name)
  }

  clear(): void {
    for (const name of [...this.#partitions.keys()]) this.forget(name)
  }
}
