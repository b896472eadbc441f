import { chain, type MaybePromise } from '../../maybe-promise.ts'
import { decodeRecord, encodeRecord } from '../record.ts'
import type { RecordKey, RecordRange, StorageTransaction, Write } from '../storage.ts'
import { collectionName, parseName } from './keys.ts'

/** The calls of a transaction to the engine, for its session. */
export interface TransactionCalls {
  /** @param args name and key of each range in turn */
  fetch(args: readonly string[]): Promise<Fetched[]>
  /** @param args the number of reads; name, key and version of each; the writes. Returns false when a read has changed */
  commit(args: readonly string[], journalLine: string): Promise<boolean>
}

/** A record as text, empty if there is none; or the version of a collection and its records, keys and texts in turn. */
export type Fetched = string | [version: string, records: string[]]

interface FetchedRecord {
  /** Of its collection, for the scripts. */
  name: string
  /** For the scripts: empty for all records of the collection, otherwise `=` and the key. */
  key: string
  /** The replies to the call that fetched it. One call may fetch several. */
  replies: MaybePromise<Fetched[]>
  /** Its place among the replies. */
  at: number
}

/** Reads each record once from the engine. At the commit, the engine compares the versions of all reads. */
export class ValkeyTransaction implements StorageTransaction {
  readonly #calls: TransactionCalls
  /** Start of the names of the partition's collections. */
  readonly #start: string
  readonly #fetched = new Map<string, FetchedRecord>()

  constructor(calls: TransactionCalls, start: string) {
    this.#calls = calls
    this.#start = start
  }

  prefetch(ranges: readonly RecordRange[]): Promise<void> {
    const named = ranges.map(({ interfaceName, collection, key }) => ({
      name: this.#start + collectionName(interfaceName, collection),
      key: key === undefined ? '' : `=${encodeKey(key)}`,
    }))
    const replies = this.#calls.fetch(named.flatMap(({ name, key }) => [name, key]))
    const fetched = named.map(({ name, key }, at): FetchedRecord => ({ name, key, replies, at }))
    for (const record of fetched) this.#fetched.set(record.name + record.key, record)
    return replies.then((replies) => {
      for (const record of fetched) record.replies = replies
    })
  }

  read(interfaceName: string, collection: string, key: string): MaybePromise<unknown> {
    return chain(this.#find({ interfaceName, collection, key }), (text) => decodeStored(text as string).value)
  }

  list(interfaceName: string, collection: string): MaybePromise<[string, unknown][]> {
    return chain(this.#find({ interfaceName, collection }), ([, records]) => decodeAll(records as string[]))
  }

  commit(writes: readonly Write[], journalLine?: () => string | undefined): Promise<boolean> {
    const reads: string[] = []
    for (const { name, key, replies, at } of this.#fetched.values()) {
      // A reply that has not come yet has decided nothing.
      if (Array.isArray(replies)) reads.push(name, key, versionOf(replies[at] ?? ''))
    }
    const args = [String(reads.length / 3), ...reads, ...encodeWrites(this.#start, writes)]
    return this.#calls.commit(args, journalLine?.() ?? '')
  }

  #find(range: RecordRange & { key?: string }): MaybePromise<Fetched> {
    const name = this.#start + collectionName(range.interfaceName, range.collection)
    const id = range.key === undefined ? name : `${name}=${encodeKey(range.key)}`
    const known = this.#fetched.get(id)
    if (!known) return this.prefetch([range]).then(() => this.#find(range))
    return chain(known.replies, (replies) => replies[known.at] ?? '')
  }
}

/** The writes as arguments of the scripts. */
export function encodeWrites(start: string, writes: readonly Write[]): string[] {
  return writes.flatMap(({ interfaceName, collection, key, value }) => [
    start + collectionName(interfaceName, collection),
    encodeKey(key),
    value === undefined ? '' : encodeRecord(value),
  ])
}

/** A record before and after a commit; undefined where there is none. */
export interface StoredChange extends RecordKey {
  before: unknown
  after: unknown
}

/** Parses the changes of a commit in the form of the scripts. */
export function decodeChanges(session: string, text: string): StoredChange[] {
  const changes: [name: string, key: string, before: string, after: string][] = JSON.parse(text)
  return changes.map(([name, key, before, after]) => ({
    ...parseName(session, name),
    key: decodeKey(key),
    before: decodeStored(before).value,
    after: after === '' ? undefined : decodeRecord(after),
  }))
}

/** The version of a record or a collection; `0` when there is none. */
function versionOf(fetched: Fetched): string {
  if (typeof fetched !== 'string') return fetched[0]
  return fetched === '' ? '0' : fetched.slice(0, fetched.indexOf(':'))
}

function decodeAll(records: readonly string[]): [string, unknown][] {
  const found: { position: number; entry: [string, unknown] }[] = []
  for (let at = 0; at < records.length; at += 2) {
    const { position, value } = decodeStored(records[at + 1] ?? '')
    found.push({ position, entry: [decodeKey(records[at] ?? ''), value] })
  }
  return found.sort((one, other) => one.position - other.position).map(({ entry }) => entry)
}

/** Parses `version:position:text`. */
function decodeStored(stored: string): { position: number; value: unknown } {
  const first = stored.indexOf(':')
  const second = stored.indexOf(':', first + 1)
  const text = stored.slice(second + 1)
  return { position: Number(stored.slice(first + 1, second)), value: text === '' ? undefined : decodeRecord(text) }
}

/** The key unchanged, or as JSON if UTF-8 cannot encode it or if it looks like JSON. */
function encodeKey(key: string): string {
  return key.startsWith('"') || !key.isWellFormed() ? JSON.stringify(key) : key
}

function decodeKey(text: string): string {
  return text.startsWith('"') ? JSON.parse(text) : text
}
