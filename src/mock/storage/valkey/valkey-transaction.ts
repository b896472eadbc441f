import { chain, type MaybePromise } from '../../maybe-promise.ts'
import { freezeOwn, thawRecord } from '../freeze-record.ts'
import type { Place, StoredChange, Transaction, Write } from '../storage.ts'
import { decodeRecord, encodeRecord } from '../tagged-json.ts'
import { collectionName, collectionOf, ownerOf } from './keys.ts'
import { type CachedPartition, type CachedPlace, calmLooks, type FoundPlace, type Spot } from './record-cache.ts'

/** The reply for one place: a record as text, empty if there is none; or the version of a collection and its records. */
type Found = string | [version: string, entries: string[]]

/** The reply for a place that has the known version. */
const unchanged = 0

/** The calls of a transaction to the engine, for its partition. */
export interface PartitionCalls {
  /** @param args known version of the partition; then collection, key and known version of places in turn */
  fetch(args: readonly string[]): Promise<FetchReply>
  /** @param isClockChange tells all replicas that the clock of the session has changed */
  commit(args: readonly string[], note: string, isClockChange: boolean): Promise<CommitReply>
  /** Called when the cached records of the partition have changed. */
  settle(): void
}

export type FetchReply = [version: string, changed: string[] | 0, ...found: (Found | typeof unchanged)[]]

export type CommitReply = [result: 0 | 1, version: string] | [result: 2, version: string, ...stale: (number | Found)[]]

/** A transaction with more writes is a seed, whose records are mostly not read again, so they are not cached. */
const maxKnownWrites = 20

/** Reads from the cache or from the engine. At the commit, the engine compares the versions of all reads. */
export class ValkeyTransaction implements Transaction {
  readonly #calls: PartitionCalls
  readonly #known: CachedPartition
  readonly #reads: { spot: Spot; version: string }[] = []
  readonly #fetched = new Set<string>()

  /** @param known the cached records of the partition; empty to read everything from the engine */
  constructor(calls: PartitionCalls, known: CachedPartition) {
    this.#calls = calls
    this.#known = known
  }

  prefetch(places: readonly Place[]): MaybePromise<void> {
    const missing = places.map(spotOf).filter((spot) => !this.#believed(spot))
    return missing.length === 0 ? undefined : this.#fetch(missing)
  }

  read(owner: string, collection: string, key: string): MaybePromise<unknown> {
    return chain(this.#find(spotOf({ owner, collection, key })), thawRecord)
  }

  list(owner: string, collection: string): MaybePromise<[string, unknown][]> {
    return chain(this.#find(spotOf({ owner, collection })), (value) =>
      (value as [string, unknown][]).map(([key, record]) => [key, thawRecord(record)]),
    )
  }

  async commit(writes: readonly Write[], note = ''): Promise<boolean> {
    const known = this.#known
    const isCurrent = this.#reads.every(({ spot, version }) => known.current(spot)?.version === version)
    const at = isCurrent && this.#reads.length > 0 ? String(known.version) : ''
    const written = encodeWrites(writes)
    const isClockChange = writes.some(({ owner, collection }) => owner === '(session)' && collection === 'clock')
    const commit = (reads: readonly string[]) =>
      this.#calls.commit([at, String(reads.length / 3), ...reads, ...written], note, isClockChange)
    // The version of the partition is enough, unless other processes may have changed the partition since.
    const isVersionEnough = at !== '' && (!known.isContested || this.#fetched.size > 0)
    let reply = await commit(isVersionEnough ? [] : this.#readVersions())
    if (reply[0] === 0) {
      known.contest()
      reply = await commit(this.#readVersions())
    }
    const version = Number(reply[1])
    if (reply[0] === 1) this.#learnCommit(version, writes)
    else this.#learnConflict(version, reply.slice(2) as (number | Found)[])
    this.#calls.settle()
    return reply[0] === 1
  }

  /** The arguments of the commit. */
  #readVersions(): string[] {
    return this.#reads.flatMap(({ spot, version }) => [spot.collection, spot.key, version])
  }

  #find(spot: Spot): MaybePromise<unknown> {
    const place = this.#believed(spot)
    if (place) return this.#use(spot, place)
    return this.#fetch([spot]).then(() => {
      const fetched = this.#known.places.get(spot.name)
      // Another request of this process may have replaced the fetched content with newer content, which is used instead.
      return fetched ? this.#use(spot, fetched) : this.#find(spot)
    })
  }

  #believed(spot: Spot): CachedPlace | undefined {
    return this.#fetched.has(spot.name) ? this.#known.current(spot) : this.#known.believed(spot)
  }

  #use(spot: Spot, place: CachedPlace): unknown {
    const { version, value } = place
    place.isNew = false
    this.#reads.push({ spot, version })
    return value
  }

  async #fetch(spots: readonly Spot[]): Promise<void> {
    const known = this.#known
    const before = spots.map(({ name }) => known.places.get(name))
    const [version, changed, ...found] = await this.#calls.fetch([
      String(known.version),
      ...spots.flatMap(({ collection, key }, index) => [collection, key, before[index]?.version ?? '']),
    ])
    known.see(Number(version), changed || undefined)
    for (const [index, { name }] of spots.entries()) {
      const reply = found[index] as Found | typeof unchanged
      known.learn(name, before[index], reply === unchanged ? undefined : read(reply))
      this.#fetched.add(name)
    }
    // The cache is trimmed only after the read, because its limit may be smaller than one record.
  }

  #learnCommit(version: number, writes: readonly Write[]): void {
    const known = this.#known
    const before = writes.length > 0 ? version - 1 : version
    known.see(before)
    this.#confirmReads(before)
    known.version = version
    for (const { owner, collection, key, value } of writes) {
      known.delete(spotOf({ owner, collection }).name)
      const { name } = spotOf({ owner, collection, key })
      const { calm = calmLooks } = known.places.get(name) ?? {}
      known.delete(name)
      if (writes.length > maxKnownWrites) continue
      // The text is not stored, so its length is estimated.
      const size = 1000
      known.set(name, { version: value === undefined ? '0' : String(version), value, size, validAt: version, calm })
    }
  }

  #learnConflict(version: number, stale: (number | Found)[]): void {
    const known = this.#known
    known.see(version)
    known.contest()
    for (let at = 0; at < stale.length; at += 2) {
      const note = this.#reads[stale[at] as number]
      if (!note) continue
      const fetched = read(stale[at + 1] as Found)
      known.set(note.spot.name, { ...fetched, validAt: version, calm: 0, isNew: true })
      note.version = fetched.version
    }
    this.#confirmReads(version)
  }

  /** Marks all reads as current at this version. */
  #confirmReads(version: number): void {
    for (const { spot, version: seen } of this.#reads) {
      const place = this.#known.places.get(spot.name)
      if (place?.version === seen) place.validAt = version
    }
  }
}

/** The writes as arguments of the scripts. */
export function encodeWrites(writes: readonly Write[]): string[] {
  return writes.flatMap(({ owner, collection, key, value }) => [
    collectionName(owner, collection),
    encodeKey(key),
    value === undefined ? '' : encodeRecord(value),
  ])
}

/** Parses the changes of a commit in the form of the scripts. */
export function decodeChanges(text: string): StoredChange[] {
  const changes: [name: string, key: string, before: string, after: string][] = JSON.parse(text)
  return changes.map(([name, key, before, after]) => ({
    owner: ownerOf(name),
    collection: collectionOf(name),
    key: decodeKey(key),
    before: read(before).value,
    after: after === '' ? undefined : decodeRecord(after),
  }))
}

function spotOf({ owner, collection, key }: Place): Spot {
  const name = collectionName(owner, collection)
  const text = key === undefined ? '' : `=${encodeKey(key)}`
  return { name: name + text, collection: name, key: text }
}

/** Parses a reply. The value is frozen, so that all requests can share it. */
function read(found: Found): FoundPlace {
  if (typeof found === 'string') {
    if (found === '') return { version: '0', value: undefined, size: 0 }
    const { version, value } = readRecord(found)
    return { version, value, size: found.length }
  }
  const [version, entries] = found
  let size = 0
  const records: { position: number; entry: [string, unknown] }[] = []
  for (let at = 0; at < entries.length; at += 2) {
    const text = entries[at + 1] as string
    const { position, value } = readRecord(text)
    records.push({ position, entry: [decodeKey(entries[at] as string), value] })
    size += text.length + 100
  }
  records.sort((one, other) => one.position - other.position)
  return { version, value: records.map(({ entry }) => entry), size }
}

function readRecord(text: string): { version: string; position: number; value: unknown } {
  const first = text.indexOf(':')
  const second = text.indexOf(':', first + 1)
  return {
    version: text.slice(0, first),
    position: Number(text.slice(first + 1, second)),
    value: freezeOwn(decodeRecord(text.slice(second + 1))),
  }
}

/** The key unchanged, or as JSON if UTF-8 cannot encode it or if it looks like JSON. */
function encodeKey(key: string): string {
  return key.startsWith('"') || !key.isWellFormed() ? JSON.stringify(key) : key
}

function decodeKey(text: string): string {
  return text.startsWith('"') ? JSON.parse(text) : text
}
