/** What is at a place: a record, or all records of a collection. */
export interface FoundPlace {
  /** Version of the record or of the collection; `0` when there is none. */
  version: string
  /** Frozen, or of a kind that each reader gets a copy of. */
  value: unknown
  /** Characters of its text, roughly. */
  size: number
}

/** Names a place. */
export interface Spot {
  /** Within its partition. */
  name: string
  collection: string
  /** As scripts take it: empty for all records, else `=` and the key. */
  key: string
}

export interface CachedPlace extends FoundPlace {
  /** Version of the partition at which this was last known to be true. */
  validAt: number
  /** Looks in a row that have found no change by another process. */
  calm: number
  /** It has just come with a refusal, and is believed once. */
  isNew?: boolean
}

/**
 * What another process has changed is contested, until so many looks have found no further change. A look costs less than a request that
 * runs again, and processes behind a load balancer take turns.
 */
export const calmLooks = 8

/** Most collections for which a partition has a floor. */
const maxFloors = 100

/** What this process knows of one partition. */
export class CachedPartition {
  readonly places = new Map<string, CachedPlace>()
  /** Key of its index. */
  index: string | undefined
  /** Latest known version of the partition. */
  version = -1
  cost = 0
  /** The cost that the limit over all sessions reckons with. */
  counted = 0
  /** Since this version, this process knows every change. */
  #floor = -1
  /** The same for collections that other processes have changed later. */
  readonly #floors = new Map<string, number>()
  #calm = calmLooks

  /** Other processes have changed something lately. */
  get isContested(): boolean {
    return this.#calm < calmLooks
  }

  contest(): void {
    this.#calm = 0
  }

  /**
   * Notes the version that the engine has told.
   *
   * @param changed collections that have changed since the version that was known; undefined when any may have
   */
  see(version: number, changed?: readonly string[]): void {
    if (version === this.version) {
      this.#calm++
      return
    }
    if (this.version !== -1) this.contest()
    // A version that goes back is of another history: the session was deleted, or the engine lost its last writes.
    if (version < this.version) this.clear()
    this.version = version
    if (changed && this.#floors.size < maxFloors) {
      for (const collection of changed) this.#floors.set(collection, version)
    } else {
      this.#floor = version
      this.#floors.clear()
    }
  }

  /** The place as it is at the latest known version, as far as this process can tell. */
  current({ name, collection }: Spot): CachedPlace | undefined {
    const place = this.places.get(name)
    if (!place || place.validAt < this.#floor) return undefined
    return place.validAt < (this.#floors.get(collection) ?? 0) ? undefined : place
  }

  /** The same, unless other processes change the place: then it is looked up first. */
  believed(spot: Spot): CachedPlace | undefined {
    const place = this.current(spot)
    return place && (place.calm >= calmLooks || place.isNew) ? place : undefined
  }

  /** Notes what a look has found, of which `before` was known; undefined when that has not changed. */
  learn(name: string, before: CachedPlace | undefined, found: FoundPlace | undefined): void {
    const validAt = this.version
    if (!before) this.set(name, { ...(found as FoundPlace), validAt, calm: calmLooks })
    else if (!found) this.set(name, { ...before, validAt, calm: before.calm + 1 })
    else this.set(name, { ...found, validAt, calm: 0 })
  }

  set(name: string, place: CachedPlace): void {
    this.delete(name)
    this.places.set(name, place)
    this.cost += costOf(name, place)
  }

  delete(name: string): void {
    const place = this.places.get(name)
    if (place) this.cost -= costOf(name, place)
    this.places.delete(name)
  }

  clear(): void {
    this.places.clear()
    this.cost = 0
  }
}

/** Bytes, roughly. */
function costOf(name: string, { size }: FoundPlace): number {
  return name.length + size + 300
}

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
