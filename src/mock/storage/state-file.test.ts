import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { openStateFile } from './state-file.ts'
import { openStore } from './transaction.ts'

const folder = temporaryFolder()

const path = (name: string) => join(folder, name)

async function fill(file: string, keys: number): Promise<void> {
  const storage = await openStateFile(file)
  const records = openStore(storage, 's', 'orders').collection('orders')
  for (let key = 0; key < keys; key++) await records.set(String(key), { text: 'x'.repeat(500) })
  storage.close()
}

it('opens with the records of the last run', async () => {
  await fill(path('kept.db'), 3)
  const storage = await openStateFile(path('kept.db'))
  expect((await openStore(storage, 's', 'orders').collection('orders').entries()).map(([key]) => key)).toEqual([
    '0',
    '1',
    '2',
  ])
  storage.close()
})

it('treats an empty file as a new one', async () => {
  writeFileSync(path('empty.db'), '')
  await fill(path('empty.db'), 1)
})

it('refuses a file that another process has open, in one line', async () => {
  const storage = await openStateFile(path('open.db'))
  await openStore(storage, 's', 'orders').collection('orders').set('a', 1)
  await expect(openStateFile(path('open.db'))).rejects.toThrow(/^\S+open\.db is in use by another process; .+$/)
  expect(await openStore(storage, 's', 'orders').collection('orders').get('a')).toBe(1)
  storage.close()
})

it.each([
  ['a text', () => Buffer.from('x')],
  ['a longer text', () => Buffer.from('{"orders": []}\n'.repeat(1000))],
  ['a text that begins as a database does', () => Buffer.from(`SQLite format 3\0${'x'.repeat(5000)}`)],
  [
    'the database of something else',
    () => {
      const database = new DatabaseSync(path('else.db'))
      database.exec('CREATE TABLE mails (text)')
      database.close()
      return readFileSync(path('else.db'))
    },
  ],
])('leaves %s unchanged', async (_, make) => {
  const before = make()
  writeFileSync(path('foreign.db'), before)
  await expect(openStateFile(path('foreign.db'))).rejects.toThrow(
    /^\S+foreign\.db is not a state file of the mock, and was not changed; .+$/,
  )
  expect(readFileSync(path('foreign.db')).equals(before)).toBe(true)
})

it.each([
  ['in its pages', (bytes: Buffer) => bytes.fill(0xab, 8192, 40_000)],
  ['at its end', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  [
    'in its records',
    (bytes: Buffer) => {
      for (let at = bytes.indexOf('{"text"'); at !== -1; at = bytes.indexOf('{"text"', at + 1))
        bytes.fill('}', at, at + 2)
      return bytes
    },
  ],
])('leaves a file that is damaged %s unchanged', async (_, damage) => {
  await fill(path('sound.db'), 200)
  const before = damage(readFileSync(path('sound.db')))
  writeFileSync(path('damaged.db'), before)
  await expect(openStateFile(path('damaged.db'))).rejects.toThrow(
    /^\S+damaged\.db is damaged, and was not changed; .+$/,
  )
  expect(readFileSync(path('damaged.db')).equals(before)).toBe(true)
  for (const rest of ['', '-wal', '-shm']) rmSync(path(`damaged.db${rest}`), { force: true })
  rmSync(path('sound.db'))
})

it('finds an index that disagrees with its table', async () => {
  await fill(path('index.db'), 20)
  const database = new DatabaseSync(path('index.db'))
  const page = Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index'").get()?.rootpage)
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size)
  database.close()
  const bytes = readFileSync(path('index.db'))
  const at = bytes.indexOf('"7"', (page - 1) * size)
  expect(at).toBeLessThan(page * size)
  bytes.write('8', at + 1)
  writeFileSync(path('index.db'), bytes)
  await expect(openStateFile(path('index.db'))).rejects.toThrow(/index\.db is damaged/)
})

it.each([
  ['normal', 1],
  ['full', 2],
] as const)('opens the file with synchronous = %s', async (sync, number) => {
  const run = vi.spyOn(DatabaseSync.prototype, 'exec')
  const storage = await openStateFile(path(`${sync}.db`), { sync })
  const [database] = run.mock.contexts as DatabaseSync[]
  expect(database?.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: number })
  run.mockRestore()
  storage.close()
})

it('refuses a file of another version', async () => {
  await fill(path('future.db'), 1)
  const database = new DatabaseSync(path('future.db'))
  database.exec('PRAGMA user_version = 7')
  database.close()
  await expect(openStateFile(path('future.db'))).rejects.toThrow('has table version 7, but this mock uses version 4')
})

it('says why a path cannot hold a state file', async () => {
  mkdirSync(path('folder'))
  await expect(openStateFile(path('folder'))).rejects.toThrow(/folder is not a file; give the path of a file$/)
  await expect(openStateFile(path('no/such/place.db'))).rejects.toThrow(
    /place\.db cannot be used: unable to open database file; check that its folder exists, that this user may read and write both/,
  )
})
