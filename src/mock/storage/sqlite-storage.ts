import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Storage, StorageError, type StorageTransaction, type Write } from './storage.ts'
import { decodeRecord, encodeRecord } from './tagged-json.ts'

/** The table of a state file, in the version that `state-file.ts` writes into it. */
export const schema = `
  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    partition TEXT NOT NULL,
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    version INTEGER NOT NULL,
    UNIQUE (partition, owner, collection, key)
  );
`

const statements = {
  get: 'SELECT value, version FROM records WHERE partition = ? AND owner = ? AND collection = ? AND key = ?',
  // An existing record keeps its position, so that entries come in the order in which their keys were first set.
  set: `INSERT INTO records (partition, owner, collection, key, value, version) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (partition, owner, collection, key) DO UPDATE SET value = excluded.value, version = excluded.version`,
  delete: 'DELETE FROM records WHERE partition = ? AND owner = ? AND collection = ? AND key = ?',
  list: 'SELECT key, value, version FROM records WHERE partition = ? AND owner = ? AND collection = ? ORDER BY position',
  empty: 'DELETE FROM records WHERE partition = ?',
  forget: 'DELETE FROM records WHERE partition = ? AND owner = ?',
  deleteSession: 'DELETE FROM records WHERE partition = ? OR (partition >= ? AND partition <= ?)',
  copy: `INSERT INTO records (partition, owner, collection, key, value, version)
         SELECT ?, owner, collection, key, value, ? FROM records WHERE partition = ? ORDER BY position`,
  partitions: 'SELECT DISTINCT partition AS name FROM records WHERE partition >= ? AND partition <= ?',
  interfaces: 'SELECT DISTINCT owner AS name FROM records WHERE partition = ?',
  lastVersion: 'SELECT max(version) AS version FROM records',
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
} as const

type Statements = Record<keyof typeof statements, StatementSync>

/**
 * Keeps records in a database that only this process uses. No method waits before its end, so a commit can compare versions and then
 * write in one transaction of SQLite.
 */
export class SqliteStorage implements Storage {
  readonly #database: DatabaseSync
  readonly #run: Statements
  /** Version of the latest change. */
  #changes: number

  readonly #onWriteFailure: (reason: string) => void

  /** @param onWriteFailure called with the reason each time a change cannot be written */
  constructor(database: DatabaseSync, onWriteFailure: (reason: string) => void) {
    this.#database = database
    this.#onWriteFailure = onWriteFailure
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)])
    this.#run = Object.fromEntries(prepared) as Statements
    this.#changes = Number(this.#run.lastVersion.get()?.version ?? 0)
  }

  begin(partition: string): StorageTransaction {
    const run = this.#run
    const started = this.#changes
    const reads: { place: [string, string, string]; key?: string; found: string }[] = []
    const isStale = ({ place, key, found }: (typeof reads)[number]): boolean =>
      versionOf(key === undefined ? run.list.all(...place) : [run.get.get(...place, key)]) !== found

    return {
      read(interfaceName, collection, key) {
        const text = keyToText(key)
        const row = run.get.get(partition, interfaceName, collection, text)
        reads.push({ place: [partition, interfaceName, collection], key: text, found: versionOf([row]) })
        return row && decodeRecord(String(row.value))
      },
      list(interfaceName, collection) {
        const rows = run.list.all(partition, interfaceName, collection)
        reads.push({ place: [partition, interfaceName, collection], found: versionOf(rows) })
        return rows.map((row) => [JSON.parse(String(row.key)), decodeRecord(String(row.value))])
      },
      commit: (writes) => {
        if (this.#changes !== started && reads.some(isStale)) return false
        if (writes.length === 0) return true
        const write = (version: number) => this.#write(partition, writes, version)
        // One statement is a transaction by itself; BEGIN and COMMIT would cost as much as the statement.
        if (writes.length === 1) this.#change(write)
        else this.#atOnce(write)
        return true
      },
    }
  }

  copy(from: string, to: string, writes: readonly Write[] = []): void {
    this.#atOnce((version) => {
      this.#run.empty.run(to)
      this.#run.copy.run(to, version, from)
      this.#write(to, writes, version)
    })
  }

  empty(partition: string): void {
    this.#change(() => this.#run.empty.run(partition))
  }

  forget(partition: string, interfaceName: string): void {
    this.#change(() => this.#run.forget.run(partition, interfaceName))
  }

  deleteSession(session: string): void {
    this.#change(() => this.#run.deleteSession.run(session, `${session}/`, `${session}/\u{10FFFF}`))
  }

  partitions(prefix: string): string[] {
    return this.#run.partitions.all(prefix, `${prefix}\u{10FFFF}`).map(({ name }) => String(name))
  }

  interfaces(partition: string): string[] {
    return this.#run.interfaces.all(partition).map(({ name }) => String(name))
  }

  /** Only this process moves its clocks, and it wakes who waits. */
  registerWaiter(): () => void {
    return () => {}
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #write(partition: string, writes: readonly Write[], version: number): void {
    for (const { interfaceName, collection, key, value } of writes) {
      const place = [partition, interfaceName, collection, keyToText(key)] as const
      if (value === undefined) this.#run.delete.run(...place)
      else this.#run.set.run(...place, encodeRecord(value), version)
    }
  }

  #atOnce(change: (version: number) => void): void {
    this.#change((version) => {
      this.#run.begin.run()
      change(version)
      this.#run.commit.run()
    })
  }

  #change(change: (version: number) => unknown): void {
    try {
      change(++this.#changes)
    } catch (error) {
      // SQLite ends the transaction by itself after some failures of the disk.
      if (this.#database.isTransaction) this.#run.rollback.run()
      const reason = whyUnwritable(error)
      if (reason === undefined) throw error
      this.#onWriteFailure(reason)
      throw new StorageError(`The mock cannot store the change: ${reason}.`)
    }
  }
}

/** Undefined for errors that have nothing to do with the file. The numbers are SQLite's result codes. */
function whyUnwritable(error: unknown): string | undefined {
  const { errcode = 0, message } = error as { errcode?: number; message: string }
  switch (errcode & 0xff) {
    case 8:
      return 'the state file has become read-only'
    case 10:
      return `writing to the state file failed (${message}); a full disk or a file-size limit causes this`
    case 13:
      return 'the disk of the state file is full'
    default:
      return undefined
  }
}

type Row = Record<string, unknown> | undefined

/** Differs for any two states of the same rows: each change gets a higher version than all before, and a removal lowers the count. */
function versionOf(rows: Row[]): string {
  let latest = 0
  for (const row of rows) latest = Math.max(latest, Number(row?.version ?? 0))
  return `${rows.length} ${latest}`
}

/** As a JSON string, since SQLite's text has no lone surrogates. */
function keyToText(key: string): string {
  return JSON.stringify(key)
}
