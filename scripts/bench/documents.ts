import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuntimeInterface } from '../../src/interfaces/runtime.ts'
import { root } from '../generate/interfaces.ts'
import { buildRuntime } from '../generate/runtime.ts'
import { removeAtExit } from './children.ts'
import { ordersDocument, prefix } from './document.ts'

/** A document that servers are measured on, ready to be loaded by each of them. */
export interface BenchDocument {
  name: string
  runtime: RuntimeInterface
  /** For the peers that read OpenAPI. */
  openapi: string
  /** Serves it with this mock; a port is to be added. */
  mockCommand: readonly string[]
  /** Path in front of the document's own paths, as this mock serves it. */
  mockBase: string
}

/** A folder for this run's files, gone when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-bench-'))
  removeAtExit(folder)
  return folder
}

/** A document of so many operations, in the forms that the servers load. */
export async function generatedDocument(folder: string, operations: number): Promise<BenchDocument> {
  const name = `${operations}-operations`
  const document = ordersDocument(operations)
  const runtime = await buildRuntime(name, document)
  const [openapi, runtimeFile] = [join(folder, `${name}.json`), join(folder, `${name}.runtime.json`)]
  writeFileSync(openapi, JSON.stringify(document))
  writeFileSync(runtimeFile, JSON.stringify(runtime))
  const server = fileURLToPath(new URL('serve-runtime.ts', import.meta.url))
  return { name, runtime, openapi, mockCommand: [process.execPath, server, runtimeFile], mockBase: `/${prefix}` }
}

/** The order API of this repository; the mock serves the other interfaces beside it. */
export function orderApi(): BenchDocument {
  const generated = join(root, 'generated/orders')
  return {
    name: 'order-api',
    runtime: JSON.parse(readFileSync(join(generated, 'runtime.json'), 'utf8')),
    openapi: join(generated, 'openapi.yaml'),
    mockCommand: [process.execPath, join(root, 'src/cli/contracts.ts'), 'mock', '--port'],
    mockBase: '/orders/api',
  }
}
