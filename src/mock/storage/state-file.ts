import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { SqliteStorage, schema } from './sqlite-storage.ts'
import type { Storage } from './storage.ts'
import { decodeRecord } from './tagged-json.ts'

/** Marks a database as a state file of the mock: `mock` in ASCII. */
const applicationId = 0x6d6f636b

/** Increased when the table or the form of its values changes. */
const version = 3

/** A state file cannot be used. Nothing has been written to it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

export interface StateFileOptions {
  /** `full` keeps acknowledged writes through a power cut, too, at the price of a disk flush for each; default: `normal`. */
  sync?: 'normal' | 'full' | undefined
  /** Compares each index with its table, too, which takes longer than the check at every start. */
  check?: boolean | undefined
  /** Called with the reason when the file cannot be written, at most once a minute. */
  onFault?: ((reason: string) => void) | undefined
}

/**
 * Opens a state file, or creates it. The file belongs to this process until the process ends.
 *
 * @throws {StateFileError} when it is another process's, damaged, no state file, or out of reach
 */
export async function openStateFile(
  file: string,
  { sync = 'normal', check = false, onFault = (reason) => console.error(reason) }: StateFileOptions = {},
): Promise<Storage> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new StateFileError('a state file needs Node 24; leave out --state, or use that version')
  })
  let database: DatabaseSync | undefined
  try {
    // Checked before the file is opened for writing, since SQLite may write to a file even when it closes it.
    let isNew = !holdsAnything(file)
    if (!isNew) {
      database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
      isNew = isEmpty(database, file, check)
      database.close()
    }
    database = new DatabaseSync(file, { timeout: 0 })
    takePossession(database, isNew, sync)
    return new SqliteStorage(
      database,
      oncePerMinute((reason) => onFault(`${file}: ${reason}`)),
    )
  } catch (error) {
    if (database?.isOpen) database.close()
    throw error instanceof StateFileError ? error : new StateFileError(explain(error, file))
  }
}

/** SQLite would turn any file of a few bytes into a new database. */
function holdsAnything(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return false
  if (!found.isFile()) throw new StateFileError(`${file} is not a file; give the path of a file`)
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
function isEmpty(database: DatabaseSync, file: string, check: boolean): boolean {
  const tables = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables
  if (tables !== 0) {
    if (pragma(database, 'application_id') !== applicationId) throw notOurs(file)
    const found = pragma(database, 'user_version')
    if (found !== version) {
      throw new StateFileError(
        `${file} has table version ${found}, but this mock uses version ${version}; use another file`,
      )
    }
    assertSound(database, file, check)
  }
  return tables === 0
}

function takePossession(database: DatabaseSync, isNew: boolean, sync: 'normal' | 'full'): void {
  // Exclusive, because two mocks that write one file would not see each other's sessions. NORMAL keeps every acknowledged write when the
  // process dies; when the machine dies, the last writes may be lost.
  database.exec(
    `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${sync}; BEGIN EXCLUSIVE`,
  )
  if (isNew) {
    database.exec(`${schema} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
  }
  database.exec('COMMIT')
}

function assertSound(database: DatabaseSync, file: string, check: boolean): void {
  if (pragma(database, check ? 'integrity_check' : 'quick_check') !== 'ok') throw damaged(file)
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

/** Explains an error to the user who named the file. The numbers are SQLite's result codes. */
function explain(error: unknown, file: string): string {
  const { errcode, code, message } = error as { errcode?: number; code?: string; message: string }
  const unwritable = `${file} cannot be written; check that its file system is not mounted read-only`
  switch ((errcode ?? 0) & 0xff) {
    case 5:
    case 6:
      return `${file} is in use by another process; stop that one, or use another file`
    case 8:
    case 14:
      return missingRight(file) ?? unwritable
    case 10:
      return (
        missingRight(file) ??
        `${file} cannot be written: ${message}; check that the disk has space and that no file-size limit applies`
      )
    case 11:
      return damaged(file).message
    case 13:
      return `the disk of ${file} is full; free space on it, or use a file on another disk`
    case 26:
      return notOurs(file).message
    default:
      if (code === 'EACCES' || code === 'EPERM') return missingRight(file) ?? unwritable
      return `${file} cannot be used: ${message}`
  }
}

function missingRight(file: string): string | undefined {
  const folder = dirname(file)
  if (!existsSync(folder))
    return `${file} cannot be opened: there is no folder ${folder}; create it, or use another file`
  if (existsSync(file) && !permits(file, constants.R_OK)) {
    return `${file} cannot be read by this user; change its permissions (chmod u+rw), or use another file`
  }
  if (existsSync(file) && !permits(file, constants.W_OK)) {
    return `${file} is read-only for this user; change its permissions (chmod u+w), or use another file`
  }
  if (!permits(folder, constants.W_OK | constants.X_OK)) {
    return `this user may not create files in ${folder}, where ${file} needs its journal; change the permissions of the folder, or use another one`
  }
  return undefined
}

function permits(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

function oncePerMinute(tell: (reason: string) => void): (reason: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (reason) => {
    const now = performance.now()
    if (now - last < 60_000) return
    last = now
    tell(reason)
  }
}

function damaged(file: string): StateFileError {
  return new StateFileError(`${file} is damaged, and was not changed; move it away, or restore a copy`)
}

function notOurs(file: string): StateFileError {
  return new StateFileError(`${file} is not a state file of the mock, and was not changed; use another file`)
}
