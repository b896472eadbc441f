import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuntimeInterface } from '../../../src/contract/runtime.ts'
import { type OrderRecord, seed } from '../../../src/interfaces/orders/seed.ts'
import { examplesOf } from '../../../src/mock/examples.ts'
import { MemoryStore } from '../../../src/mock/storage/memory-store.ts'
import type { OpenApiDocument } from '../../generate/bundle.ts'
import { buildRuntime } from '../../generate/runtime.ts'
import { root } from '../../specs/interfaces.ts'
import { removeAtExit } from '../processes/children.ts'
import { prefix } from './document.ts'

/** A document that servers are measured on, ready to be loaded by each of them. */
export interface BenchDocument {
  name: string
  runtime: RuntimeInterface
  /** For the peers that read OpenAPI. */
  openapi: string
  /** The records with which the mock starts, where it keeps some, for the peers that keep records too. */
  recordsFile?: string
  /** Serves it with this mock; a port is to be added. */
  mockCommand: readonly string[]
  /** Path in front of the document's own paths, as this mock serves it. */
  mockBase: string
}

/** A folder for this run's files, gone when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-bench-'))
  removeAtExit(folder)
  return folder
}

/** A document in the forms that the servers load. */
export async function prepareDocument(folder: string, name: string, document: OpenApiDocument): Promise<BenchDocument> {
  const runtime = await buildRuntime(name, document)
  const [openapi, runtimeFile] = [join(folder, `${name}.json`), join(folder, `${name}.runtime.json`)]
  writeFileSync(openapi, JSON.stringify(document))
  writeFileSync(runtimeFile, JSON.stringify(runtime))
  const server = fileURLToPath(new URL('serve-runtime.ts', import.meta.url))
  return { name, runtime, openapi, mockCommand: [process.execPath, server, runtimeFile], mockBase: `/${prefix}` }
}

/** The order API of this repository; the mock serves the other interfaces beside it. */
export async function orderApi(folder: string): Promise<BenchDocument> {
  const generated = join(root, 'generated/orders')
  const runtime: RuntimeInterface = JSON.parse(readFileSync(join(generated, 'runtime.json'), 'utf8'))
  const recordsFile = join(folder, 'orders.json')
  writeFileSync(recordsFile, JSON.stringify(await seededOrders(runtime)))
  return {
    name: 'order-api',
    runtime,
    openapi: join(generated, 'openapi.yaml'),
    recordsFile,
    mockCommand: [process.execPath, join(root, 'src/cli/rulebound.ts'), 'mock', '--port'],
    mockBase: '/orders/api',
  }
}

/** The orders with which the mock starts. */
export async function seededOrders(runtime: RuntimeInterface): Promise<OrderRecord[]> {
  const store = new MemoryStore()
  await seed(store, examplesOf(runtime))
  return (await store.collection<OrderRecord>('orders').entries()).map(([, order]) => order)
}
