import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { OpenApiDocument } from '../bundle.ts'

// Each thread has a compile cache of its own. The TypeScript compiler is the largest module that this one loads.
enableCompileCache()
const { default: openapiTS, astToString } = await import('openapi-typescript')
// The main thread terminates this one, and a terminated thread does not write its cache.
flushCompileCache()

export interface TypesRequest {
  id: number
  document: OpenApiDocument
  banner: string[]
}
/** Carries the `id` of its request. */
export type TypesReply = { id: number; text: string } | { id: number; error: string }

parentPort?.on('message', async ({ id, document, banner }: TypesRequest) => {
  const reply = await printTypes(document, banner).then(
    (text): TypesReply => ({ id, text }),
    (error: Error): TypesReply => ({ id, error: error.message }),
  )
  parentPort?.postMessage(reply)
})

/** The document's types, as openapi-typescript prints them, under their banner. No other file uses that package. */
async function printTypes(document: OpenApiDocument, banner: string[]): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), { silent: true })
  return `${banner.map((line) => `// ${line}\n`).join('')}\n${astToString(nodes)}`
}
