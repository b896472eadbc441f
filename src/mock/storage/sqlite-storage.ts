import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import type { Collection, Store } from '../../behaviour/store.ts'
import type { MemoryStore } from './memory-store.ts'
import type { Vault } from './storage.ts'

/** The tables of a state file, in the version that `state-file.ts` writes into it. */
export const schema = `
  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    UNIQUE (space, owner, collection, key)
  );
  CREATE TABLE settled (space TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (space, owner)) WITHOUT ROWID;
`

const statements = {
  get: 'SELECT value FROM records WHERE space = ? AND owner = ? AND collection = ? AND key = ?',
  // A record that is there keeps its position: entries come in the order in which their keys were first set.
  set: `INSERT INTO records (space, owner, collection, key, value) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (space, owner, collection, key) DO UPDATE SET value = excluded.value`,
  delete: 'DELETE FROM records WHERE space = ? AND owner = ? AND collection = ? AND key = ?',
  entries: 'SELECT key, value FROM records WHERE space = ? AND owner = ? AND collection = ? ORDER BY position',
  settled: 'SELECT owner FROM settled WHERE space = ?',
  settle: 'INSERT OR IGNORE INTO settled (space, owner) VALUES (?, ?)',
  emptySpace: 'DELETE FROM records WHERE space = ?',
  emptyOwner: 'DELETE FROM records WHERE space = ? AND owner = ?',
  unsettleSpace: 'DELETE FROM settled WHERE space = ?',
  unsettleOwner: 'DELETE FROM settled WHERE space = ? AND owner = ?',
  copyRecords: `INSERT INTO records (space, owner, collection, key, value)
                SELECT ?, owner, collection, key, value FROM records WHERE space = ? ORDER BY position`,
  copySettled: 'INSERT INTO settled (space, owner) SELECT ?, owner FROM settled WHERE space = ?',
  spaces: 'SELECT space FROM settled UNION SELECT space FROM records',
} as const

type Statements = Record<keyof typeof statements, StatementSync>

/**
 * Keeps everything in a database. Every change is in it before its promise resolves, and each runs to its end without
 * giving way, so that none of this process comes between the reading and the writing of an update.
 */
export class SqliteVault implements Vault {
  readonly #database: DatabaseSync
  readonly #run: Statements

  constructor(database: DatabaseSync) {
    this.#database = database
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)])
    this.#run = Object.fromEntries(prepared) as Statements
  }

  store(space: string, owner: string): Store {
    return { collection: <T>(name: string) => new SqliteCollection<T>(this.#run, [space, owner, name]) }
  }

  async settled(space: string): Promise<string[]> {
    return textsOf(this.#run.settled.all(space), 'owner')
  }

  async settle(space: string, owner: string, records: MemoryStore): Promise<void> {
    this.#atOnce(() => {
      this.#run.emptyOwner.run(space, owner)
      this.#run.settle.run(space, owner)
      for (const [collection, key, value] of records.records()) {
        this.#run.set.run(space, owner, collection, keyToText(key), serialize(value))
      }
    })
  }

  async copy(from: string, to: string): Promise<void> {
    this.#atOnce(() => {
      this.#emptySpace(to)
      this.#run.copyRecords.run(to, from)
      this.#run.copySettled.run(to, from)
    })
  }

  async empty(space: string, owner?: string): Promise<void> {
    this.#atOnce(() => {
      if (owner === undefined) return this.#emptySpace(space)
      this.#run.emptyOwner.run(space, owner)
      this.#run.unsettleOwner.run(space, owner)
    })
  }

  async spaces(): Promise<string[]> {
    return textsOf(this.#run.spaces.all(), 'space')
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #emptySpace(space: string): void {
    this.#run.emptySpace.run(space)
    this.#run.unsettleSpace.run(space)
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
  readonly #place: [space: string, owner: string, collection: string]

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
