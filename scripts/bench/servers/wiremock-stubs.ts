import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { examplesOf } from '../../../src/mock/examples.ts'
import type { BenchDocument } from '../documents/documents.ts'

/**
 * A folder of WireMock's stubs, beside the document: each operation answers its example to who sends credentials. WireMock
 * reads no OpenAPI, so that is as near as it comes.
 */
export function writeStubs({ runtime, openapi, name }: BenchDocument): string {
  const folder = join(dirname(openapi), `${name}-wiremock`)
  const examples = examplesOf(runtime)
  const mappings = runtime.operations.map(({ id, method, path }) => ({
    request: {
      method: method.toUpperCase(),
      urlPathTemplate: path,
      headers: { Authorization: { matches: 'Basic .+' } },
    },
    response: {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(examples.of(id, 200)[0]),
    },
  }))
  mkdirSync(join(folder, 'mappings'), { recursive: true })
  writeFileSync(join(folder, 'mappings/operations.json'), JSON.stringify({ mappings }))
  return folder
}
