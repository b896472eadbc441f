import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RuntimeInterface } from '../../../src/contract/runtime.ts'
import { credentials, type OrderRecord, seed } from '../../../src/interfaces/orders/seed.ts'
import { examplesOf } from '../../../src/mock/examples.ts'
import { MemoryStorage } from '../../../src/mock/storage/memory-storage.ts'
import { openStore } from '../../../src/mock/storage/unit-of-work.ts'
import type { OpenApiDocument } from '../../../src/pipeline/generate/bundle.ts'
import { buildRuntime } from '../../../src/pipeline/generate/runtime.ts'
import { root } from '../../../src/workspace/root.ts'
import type { Recipe } from '../load/requests.ts'
import { collectionPath, ordersDocument, prefix, updatesDocument } from './shop-document.ts'

/** A document in the forms that the servers load. */
export interface BenchDocument {
  name: string
  runtime: RuntimeInterface
  /** File for the peers that read OpenAPI. */
  openapi: string
  /** File of the mock's first records, for the peers that keep records too; absent for a document of examples. */
  recordsFile?: string
  /** Serves it with the mock; the port and flags are added. */
  mockCommand: readonly string[]
  /** Path prefix of the document's own paths in the mock. */
  mockBase: string
}

/** Requests to the servers of one document; a row of the comparison. */
export interface Scenario {
  name: string
  /** Source of the mock's answers. */
  from: 'examples' | 'records'
  document: BenchDocument
  recipe: Recipe
  /** File of an answer of the usual size, for the peer that answers constants. */
  answerFile: string
  /** Name of the scenario with the same requests to a smaller document. */
  smaller?: string
}

/** Headers of a caller with full rights. */
export const headers: Readonly<Record<string, string>> = {
  accept: 'application/json',
  ...credentials.find(({ role }) => role === 'full')?.headers,
}

/** Requests to generated documents, which every server answers from examples. */
export async function exampleScenarios(folder: string): Promise<Scenario[]> {
  const [small, updates, large] = [
    await prepare(folder, '2-operations', ordersDocument(2)),
    await prepare(folder, '2-operations-one-writes', updatesDocument()),
    await prepare(folder, '1500-operations', ordersDocument(1500)),
  ]
  const first = [collectionPath(0)]
  const all = Array.from({ length: 750 }, (_, shop) => collectionPath(shop))
  const example = (name: string, document: BenchDocument, kind: Recipe['kind'], id: string, collections = first) =>
    scenario(folder, name, document, { kind, collections, headers }, id)
  const smaller = 'list, 2 operations'
  return [
    example(smaller, small, 'list', 'listOrders1'),
    { ...example('list, 1500 operations', large, 'list', 'listOrders1'), smaller },
    { ...example('list, 1500 operations, all in turn', large, 'list', 'listOrders1', all), smaller },
    example('read, 2 operations', small, 'read', 'getOrder1'),
    example('update, 2 operations', updates, 'update', 'updateOrder1'),
  ]
}

/** Requests to the order API, which the mock answers from its records and with all its interfaces loaded. */
export async function orderApiScenarios(folder: string): Promise<[Scenario, ...Scenario[]]> {
  const generated = join(root, 'generated/orders')
  const runtime: RuntimeInterface = JSON.parse(readFileSync(join(generated, 'runtime.json'), 'utf8'))
  const recordsFile = join(folder, 'orders.json')
  writeFileSync(recordsFile, JSON.stringify(await seededOrders(runtime)))
  const document: BenchDocument = {
    name: 'order-api',
    runtime,
    openapi: join(generated, 'openapi.yaml'),
    recordsFile,
    mockCommand: [process.execPath, join(root, 'src/cli/rulebound.ts'), 'mock', '--port'],
    mockBase: '/orders/api',
  }
  const examples = examplesOf(runtime).of('getOrder', 200) as { token: string }[]
  const tokens = examples.map(({ token }) => token)
  const common = { collections: ['/orders'], headers }
  return [
    scenario(folder, 'order API, list', document, { ...common, kind: 'search' }, 'listOrders'),
    scenario(folder, 'order API, read', document, { ...common, kind: 'read', tokens }, 'getOrder'),
    scenario(folder, 'order API, update', document, { ...common, kind: 'update', tokens }, 'updateOrder'),
  ]
}

/** The orders with which the mock starts. */
export async function seededOrders(runtime: RuntimeInterface): Promise<OrderRecord[]> {
  const store = openStore(new MemoryStorage(), 'bench', runtime.name)
  await seed(store, examplesOf(runtime))
  return (await store.collection<OrderRecord>('orders').entries()).map(([, order]) => order)
}

async function prepare(folder: string, name: string, document: OpenApiDocument): Promise<BenchDocument> {
  const runtime = await buildRuntime(name, document)
  const [openapi, runtimeFile] = [join(folder, `${name}.json`), join(folder, `${name}.runtime.json`)]
  writeFileSync(openapi, JSON.stringify(document))
  writeFileSync(runtimeFile, JSON.stringify(runtime))
  const mockCommand = [process.execPath, join(import.meta.dirname, 'serve-runtime.ts'), runtimeFile]
  return { name, runtime, openapi, mockCommand, mockBase: `/${prefix}` }
}

function scenario(
  folder: string,
  name: string,
  document: BenchDocument,
  recipe: Recipe,
  operationId: string,
): Scenario {
  const answerFile = join(folder, `${document.name}-${operationId}.answer.json`)
  writeFileSync(answerFile, JSON.stringify(examplesOf(document.runtime).of(operationId, 200)[0]))
  return { name, from: document.recordsFile ? 'records' : 'examples', document, recipe, answerFile }
}
