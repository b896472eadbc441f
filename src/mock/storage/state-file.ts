import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { SqliteStorage, schema } from './sqlite-storage.ts'
import type { Storage } from './storage.ts'
import { decodeRecord } from './tagged-json.ts'

/** Marks a database as a state file of the mock: `mock` in ASCII. */
const applicationId = 0x6d6f636b

/** Changes with the table, and with the form of its values. */
const version = 3

/** A state file cannot be used. Nothing has been written to it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/**
 * Opens a state file, or creates it. The file belongs to this process until the process ends.
 *
 * @throws {StateFileError} when it is another process's, damaged, no state file, or out of reach
 */
export async function openStateFile(file: string): Promise<Storage> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new StateFileError('a state file needs Node 24; leave out --state, or use that version')
  })
  let database: DatabaseSync | undefined
  try {
    // Checked before it is opened for writing, since SQLite may write to a file even when it only closes it.
    let isNew = !holdsAnything(file)
    if (!isNew) {
      database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
      isNew = isEmpty(database, file)
      database.close()
    }
    database = new DatabaseSync(file, { timeout: 0 })
    takePossession(database, isNew)
    return new SqliteStorage(database)
  } catch (error) {
    if (database?.isOpen) database.close()
    throw error instanceof StateFileError ? error : new StateFileError(explain(error, file))
  }
}

/** SQLite would take any file of a few bytes for a new database. */
function holdsAnything(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return false
  if (!found.isFile()) throw new StateFileError(`${file} is no file; give the name of one`)
  if (found.size === 0) return false
  if (!readHead(file).startsWith('SQLite format 3\0')) throw notOurs(file)
  return true
}

function readHead(file: string): string {
  const head = Buffer.alloc(16)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head)
  } finally {
    closeSync(descriptor)
  }
  return head.toString('latin1')
}

/** @throws {StateFileError} when the database is not a sound state of this version */
function isEmpty(database: DatabaseSync, file: string): boolean {
  const tables = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables
  if (tables !== 0) {
    if (pragma(database, 'application_id') !== applicationId) throw notOurs(file)
    const found = pragma(database, 'user_version')
    if (found !== version) {
      throw new StateFileError(
        `${file} has version ${found} of the table, this mock version ${version}; use another file`,
      )
    }
    assertSound(database, file)
  }
  return tables === 0
}

function takePossession(database: DatabaseSync, isNew: boolean): void {
  // Exclusive: two mocks that wrote one file would not see each other's sessions. NORMAL keeps every acknowledged write when
  // the process dies; only a machine that dies may lose the last ones.
  database.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE',
  )
  if (isNew) {
    database.exec(`${schema} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
  }
  database.exec('COMMIT')
}

function assertSound(database: DatabaseSync, file: string): void {
  if (pragma(database, 'quick_check') !== 'ok') throw damaged(file)
  for (const row of database.prepare('SELECT value FROM records').iterate()) {
    try {
      decodeRecord(String(row.value))
    } catch {
      throw damaged(file)
    }
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

/** Explains an error to the person who gave the file. The numbers are SQLite's result codes. */
function explain(error: unknown, file: string): string {
  const { errcode, message } = error as { errcode?: number; message: string }
  switch ((errcode ?? 0) & 0xff) {
    case 5:
    case 6:
      return `${file} is in use by another process; stop that one, or use another file`
    case 8:
      return `${file} cannot be written; check the rights of the file and of its folder`
    case 11:
      return damaged(file).message
    case 14:
      return `${file} cannot be opened; check that its folder is there and may be written`
    case 26:
      return notOurs(file).message
    default:
      return `${file} cannot be used: ${message}`
  }
}

function damaged(file: string): StateFileError {
  return new StateFileError(`${file} is damaged; nothing was changed in it: move it away, or put a copy in its place`)
}

function notOurs(file: string): StateFileError {
  return new StateFileError(`${file} is no state file of the mock; nothing was changed in it: use another name`)
}
