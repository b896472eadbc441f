import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { MemoryStorage } from './memory-storage.ts'
import { openStateFile } from './state-file.ts'
import type { Storage } from './storage.ts'
import { missingEngine, openReplicas, startCluster, startEngine } from './valkey/engine.fixture.ts'

async function openOne(url: string): Promise<Storage> {
  const [storage] = await openReplicas(url, 1)
  if (!storage) throw new Error('no storage was opened')
  return storage
}

/** Each kind of storage, and how a test opens an empty one. The engines run while the tests of the calling file run. */
export function everyStorage(): [name: string, open: () => Promise<Storage>][] {
  const folder = mkdtempSync(join(tmpdir(), 'storages-'))
  let files = 0
  const stops: (() => Promise<void>)[] = []
  const urls = { engine: '', cluster: '' }
  beforeAll(async () => {
    if (missingEngine) return
    const [engine, cluster] = await Promise.all([startEngine(), startCluster()])
    Object.assign(urls, { engine: engine.url, cluster: cluster.url })
    stops.push(engine.stop, cluster.stop)
  })
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()))
    rmSync(folder, { recursive: true })
  })
  const remote: [string, () => Promise<Storage>][] = [
    ['on an engine', () => openOne(urls.engine)],
    ['on a cluster', () => openOne(urls.cluster)],
  ]
  return [
    ['in memory', async () => new MemoryStorage()],
    ['in a file', () => openStateFile(join(folder, `${files++}.db`))],
    ...(missingEngine ? [] : remote),
  ]
}
