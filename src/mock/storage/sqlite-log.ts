import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { decodeRecord, encodeRecord, freezeRecord } from './record.ts'
import { StorageError, type Write } from './storage.ts'

/** The table of a state file, in the version that `state-file.ts` writes into it. */
export const schema = `
  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    partition TEXT NOT NULL,
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (partition, owner, collection, key)
  );
`

const statements = {
  // An existing record keeps its position, so that entries come in the order in which their keys were first set.
  set: `INSERT INTO records (partition, owner, collection, key, value) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (partition, owner, collection, key) DO UPDATE SET value = excluded.value`,
  delete: 'DELETE FROM records WHERE partition = ? AND owner = ? AND collection = ? AND key = ?',
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
} as const

/** Writes to one partition. */
export type Change = readonly [partition: string, writes: readonly Write[]]

/** Notes changes in a database that only this process uses: each in one transaction of SQLite. */
export class SqliteLog {
  readonly #database: DatabaseSync
  readonly #run: Record<keyof typeof statements, StatementSync>
  readonly #onWriteFailure: (reason: string) => void

  /** @param onWriteFailure called with the reason each time a change cannot be written */
  constructor(database: DatabaseSync, onWriteFailure: (reason: string) => void) {
    this.#database = database
    this.#onWriteFailure = onWriteFailure
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)])
    this.#run = Object.fromEntries(prepared) as Record<keyof typeof statements, StatementSync>
  }

  write(changes: readonly Change[]): void {
    try {
      this.#run.begin.run()
      for (const [partition, writes] of changes) {
        for (const { interfaceName, collection, key, value } of writes) {
          // The key as a JSON string, since SQLite's text has no lone surrogates.
          const place = [partition, interfaceName, collection, JSON.stringify(key)] as const
          if (value === undefined) this.#run.delete.run(...place)
          else this.#run.set.run(...place, encodeRecord(value))
        }
      }
      this.#run.commit.run()
    } catch (error) {
      // SQLite ends the transaction by itself after some failures of the disk.
      if (this.#database.isTransaction) this.#run.rollback.run()
      const { errcode = 0, message } = error as { errcode?: number; message: string }
      // The codes of SQLite for a file that is read-only, a failure of input or output, and a full disk.
      if (![8, 10, 13].includes(errcode & 0xff)) throw error
      const reason = `writing to the state file failed (${message}); a full disk or a file-size limit causes this`
      this.#onWriteFailure(reason)
      throw new StorageError(`The mock cannot store the change: ${reason}.`)
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }
}

/** The records of the database by partition, in the order in which their keys were first set. */
export function* readAll(database: DatabaseSync): Generator<[partition: string, Write]> {
  for (const row of database.prepare('SELECT * FROM records ORDER BY position').iterate()) {
    const { partition, owner, collection, key, value } = row
    const place = { interfaceName: String(owner), collection: String(collection), key: JSON.parse(String(key)) }
    yield [String(partition), { ...place, value: freezeRecord(decodeRecord(String(value))) }]
  }
}
