import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { UserError } from '../../user-error.ts'
import { MemoryStorage } from './memory-storage.ts'
import { readAll, SqliteLog, schema } from './sqlite-log.ts'
import type { Storage } from './storage.ts'

/** Marks a database as a state file of the mock: `mock` in ASCII. */
const applicationId = 0x6d6f636b

/** Increased when the table or the form of its values changes. */
const version = 4

/** A state file cannot be used. Nothing has been written to it. */
class StateFileError extends UserError {}

export interface StateFileOptions {
  /** `full` keeps acknowledged writes through a power cut, too, at the price of a disk flush for each; default: `normal`. */
  sync?: 'normal' | 'full' | undefined
  /** Called with the reason when the file cannot be written, at most once a minute. */
  onFault?: ((reason: string) => void) | undefined
}

/**
 * Opens a state file, or creates it, and reads its records into memory. The file belongs to this process until the process ends.
 *
 * @throws {StateFileError} when it is another process's, damaged, no state file, or out of reach
 */
export async function openStateFile(
  file: string,
  { sync = 'normal', onFault = (reason) => console.error(reason) }: StateFileOptions = {},
): Promise<Storage> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new StateFileError('a state file needs node:sqlite of Node.js 22.13 or newer; leave out --state')
  })
  let database: DatabaseSync | undefined
  try {
    // Checked before the file is opened for writing, since SQLite may write to a file even when it closes it.
    let isNew = !holdsAnything(file)
    if (!isNew) {
      database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
      isNew = isEmpty(database, file)
      database.close()
    }
    database = new DatabaseSync(file, { timeout: 0 })
    takePossession(database, isNew, sync)
    const storage = new MemoryStorage()
    for (const [partition, write] of readAll(database)) storage.apply(partition, [write])
    const tell = oncePerMinute((reason) => onFault(`${file}: ${reason}`))
    storage.keepLog(new SqliteLog(database, tell))
    return storage
  } catch (error) {
    if (database?.isOpen) database.close()
    throw error instanceof StateFileError ? error : new StateFileError(explain(error, file))
  }
}

function holdsAnything(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new StateFileError(`${file} is not a file; give the path of a file`)
  // SQLite takes a file of one byte for an empty one.
  if (found?.size === 1) throw new StateFileError(notOurs(file))
  return found !== undefined && found.size > 0
}

/** @throws {StateFileError} when the database is not a sound state of this version */
function isEmpty(database: DatabaseSync, file: string): boolean {
  const tables = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables
  if (tables === 0) return true
  if (pragma(database, 'application_id') !== applicationId) throw new StateFileError(notOurs(file))
  const found = pragma(database, 'user_version')
  if (found !== version) {
    throw new StateFileError(
      `${file} has table version ${found}, but this mock uses version ${version}; use another file`,
    )
  }
  if (pragma(database, 'integrity_check') !== 'ok') throw new StateFileError(damaged(file))
  try {
    for (const _ of readAll(database));
  } catch {
    throw new StateFileError(damaged(file))
  }
  return false
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

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

/** Explains an error to the user who named the file. The numbers are SQLite's result codes. */
function explain(error: unknown, file: string): string {
  const { errcode = 0, message } = error as { errcode?: number; message: string }
  switch (errcode & 0xff) {
    case 5:
    case 6:
      return `${file} is in use by another process; stop that one, or use another file`
    case 11:
      return damaged(file)
    case 26:
      return notOurs(file)
    default:
      return (
        `${file} cannot be used: ${message}; check that its folder exists, that this user may read and write both, ` +
        'and that the disk has space and is not mounted read-only'
      )
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

function damaged(file: string): string {
  return `${file} is damaged, and was not changed; move it away, or restore a copy`
}

function notOurs(file: string): string {
  return `${file} is not a state file of the mock, and was not changed; use another file`
}
