import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import type { Collection, Store } from '../../behaviour/store.ts'
import type { MemoryStore } from './memory-store.ts'
import type { Storage } from './storage.ts'

/** The tables of a state file, in the version that `state-file.ts` writes into it. */
export const schema = `
  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    partition TEXT NOT NULL,
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    UNIQUE (partition, owner, collection, key)
  );
  CREATE TABLE settled (partition TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (partition, owner)) WITHOUT ROWID;
`

const statements = {
  get: 'SELECT value FROM records WHERE partition = ? AND owner = ? AND collection = ? AND key = ?',
  // A record that is there keeps its position: entries come in the order in which their keys were first set.
  set: `INSERT INTO records (partition, owner, collection, key, value) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (partition, owner, collection, key) DO UPDATE SET value = excluded.value`,
  delete: 'DELETE FROM records WHERE partition = ? AND owner = ? AND collection = ? AND key = ?',
  entries: 'SELECT key, value FROM records WHERE partition = ? AND owner = ? AND collection = ? ORDER BY position',
  settled: 'SELECT owner FROM settled WHERE partition = ?',
  settle: 'INSERT OR IGNORE INTO settled (partition, owner) VALUES (?, ?)',
  emptyPartition: 'DELETE FROM records WHERE partition = ?',
  emptyOwner: 'DELETE FROM records WHERE partition = ? AND owner = ?',
  unsettlePartition: 'DELETE FROM settled WHERE partition = ?',
  unsettleOwner: 'DELETE FROM settled WHERE partition = ? AND owner = ?',
  copyRecords: `INSERT INTO records (partition, owner, collection, key, value)
                SELECT ?, owner, collection, key, value FROM records WHERE partition = ? ORDER BY position`,
  copySettled: 'INSERT INTO settled (partition, owner) SELECT ?, owner FROM settled WHERE partition = ?',
  partitions: 'SELECT partition FROM settled UNION SELECT partition FROM records',
} as const

type Statements = Record<keyof typeof statements, StatementSync>

/**
 * Keeps everything in a database. Every change is in it before its promise resolves, and each runs to its end without
 * giving way, so that none of this process comes between the reading and the writing of an update.
 */
export class SqliteStorage implements Storage {
  readonly #database: DatabaseSync
  readonly #run: Statements

  constructor(database: DatabaseSync) {
    this.#database = database
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)])
    this.#run = Object.fromEntries(prepared) as Statements
  }

  store(partition: string, owner: string): Store {
    return { collection: <T>(name: string) => new SqliteCollection<T>(this.#run, [partition, owner, name]) }
  }

  async settled(partition: string): Promise<string[]> {
    return textsOf(this.#run.settled.all(partition), 'owner')
  }

  async settle(partition: string, owner: string, records: MemoryStore): Promise<void> {
    this.#atOnce(() => {
      this.#run.emptyOwner.run(partition, owner)
      this.#run.settle.run(partition, owner)
      for (const [collection, key, value] of records.records()) {
        this.#run.set.run(partition, owner, collection, keyToText(key), serialize(value))
      }
    })
  }

  async copy(from: string, to: string): Promise<void> {
    this.#atOnce(() => {
      this.#emptyPartition(to)
      this.#run.copyRecords.run(to, from)
      this.#run.copySettled.run(to, from)
    })
  }

  async empty(partition: string, owner?: string): Promise<void> {
    this.#atOnce(() => {
      if (owner === undefined) return this.#emptyPartition(partition)
      this.#run.emptyOwner.run(partition, owner)
      this.#run.unsettleOwner.run(partition, owner)
    })
  }

  async partitions(): Promise<string[]> {
    return textsOf(this.#run.partitions.all(), 'partition')
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #emptyPartition(partition: string): void {
    this.#run.emptyPartition.run(partition)
    this.#run.unsettlePartition.run(partition)
  }

  #atOnce(change: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      change()
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

class SqliteCollection<T> implements Collection<T> {
  readonly #run: Statements
  readonly #place: [partition: string, owner: string, collection: string]

  constructor(run: Statements, place: [string, string, string]) {
    this.#run = run
    this.#place = place
  }

  async get(key: string): Promise<T | undefined> {
    return this.#get(key)
  }

  async set(key: string, value: T): Promise<void> {
    this.#run.set.run(...this.#place, keyToText(key), serialize(value))
  }

  async update(key: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined> {
    const next = change(this.#get(key))
    if (next !== undefined) this.#run.set.run(...this.#place, keyToText(key), serialize(next))
    return next
  }

  async delete(key: string): Promise<boolean> {
    return this.#run.delete.run(...this.#place, keyToText(key)).changes !== 0
  }

  async entries(): Promise<[string, T][]> {
    return this.#run.entries.all(...this.#place).map((row) => [keyFromText(row.key), decode<T>(row)])
  }

  #get(key: string): T | undefined {
    const row = this.#run.get.get(...this.#place, keyToText(key))
    return row && decode<T>(row)
  }
}

type Row = ReturnType<StatementSync['all']>[number]

/** The structured clone format, as the memory store keeps it: dates, maps and `undefined` stay what they are. */
function decode<T>(row: Row): T {
  return deserialize(row.value as Uint8Array)
}

/** As a JSON string, since SQLite's text has no lone surrogates. */
function keyToText(key: string): string {
  return JSON.stringify(key)
}

function keyFromText(text: unknown): string {
  return JSON.parse(String(text))
}

function textsOf(rows: Row[], column: string): string[] {
  return rows.map((row) => String(row[column]))
}
