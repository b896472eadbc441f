/** The content of a place: a record, or all records of a collection. */
export interface FoundPlace {
  /** Version of the record or of the collection; `0` when there is none. */
  version: string
  /** A frozen value, or one of which each reader gets a copy. */
  value: unknown
  /** Approximate length of its text in characters. */
  size: number
}

/** The name of a place. */
export interface Spot {
  /** Unique within its partition. */
  name: string
  collection: string
  /** The key for scripts: empty for all records, otherwise `=` and the key. */
  key: string
}

export interface CachedPlace extends FoundPlace {
  /** Latest version of the partition at which this content was known to be current. */
  validAt: number
  /** Number of successive looks that have found no change by another process. */
  calm: number
  /** True for content that came with the refusal of a commit. It is used once without another look. */
  isNew?: boolean
}

/**
 * A place that another process has changed is contested, until this number of looks has found no further change. A look costs less than
 * running a request again, and a load balancer sends requests to processes in turn.
 */
export const calmLooks = 8

/** Most collections of a partition that have their own floor. */
const maxFloors = 100

/** The knowledge of this process about one partition. */
export class CachedPartition {
  readonly places = new Map<string, CachedPlace>()
  /** Key of its index. */
  index: string | undefined
  /** Latest known version of the partition. */
  version = -1
  cost = 0
  /** The part of `cost` that counts in the limit over all sessions. */
  counted = 0
  /** The version since which this process knows every change. */
  #floor = -1
  /** The same, for collections that other processes have changed later. */
  readonly #floors = new Map<string, number>()
  #calm = calmLooks

  /** True if another process has changed the partition lately. */
  get isContested(): boolean {
    return this.#calm < calmLooks
  }

  contest(): void {
    this.#calm = 0
  }

  /**
   * Records a version that the engine has reported.
   *
   * @param changed collections that have changed since the known version; undefined if any may have changed
   */
  see(version: number, changed?: readonly string[]): void {
    if (version === this.version) {
      this.#calm++
      return
    }
    if (this.version !== -1) this.contest()
    // A lower version belongs to another history: the session was deleted, or the engine lost its last writes.
    if (version < this.version) this.clear()
    this.version = version
    if (changed && this.#floors.size < maxFloors) {
      for (const collection of changed) this.#floors.set(collection, version)
    } else {
      this.#floor = version
      this.#floors.clear()
    }
  }

  /** The content at the latest known version; undefined if this process does not know it. */
  current({ name, collection }: Spot): CachedPlace | undefined {
    const place = this.places.get(name)
    if (!place || place.validAt < this.#floor) return undefined
    return place.validAt < (this.#floors.get(collection) ?? 0) ? undefined : place
  }

  /** The same, but undefined for a contested place, which must be looked up first. */
  believed(spot: Spot): CachedPlace | undefined {
    const place = this.current(spot)
    return place && (place.calm >= calmLooks || place.isNew) ? place : undefined
  }

  /** Records the result of a look: `before` was known, and `found` is undefined if it has not changed. */
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

/** Approximate size in bytes. */
function costOf(name: string, { size }: FoundPlace): number {
  return name.length + size + 300
}

const maxPartitions = 2000

/**
 * Records that this process has read or written lately. They may be stale, so the engine compares their versions at the commit of each unit
 * of work. One limit applies to all partitions; the one that was used longest ago is removed first.
 */
export class RecordCache {
  readonly #max: number
  readonly #partitions = new Map<string, CachedPartition>()
  #cost = 0

  /** @param max approximate limit in bytes */
  constructor(max: number) {
    this.#max = max
  }

  of(name: string): CachedPartition {
    const known = this.#partitions.get(name) ?? new CachedPartition()
    this.#partitions.delete(name)
    this.#partitions.set(name, known)
    return known
  }

  /** Removes the oldest partitions beyond the limit. Call it after changes of a partition. */
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

  /** Removes the cached records of a partition, also from units of work under way. */
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
