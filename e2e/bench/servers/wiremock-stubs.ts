import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { examplesOf } from '../../../src/mock/examples.ts'
import type { BenchDocument } from '../mock/scenarios.ts'

/** Writes stubs for WireMock, which reads no OpenAPI: each operation answers its example to requests with credentials. */
export function writeStubs({ runtime, openapi, name }: BenchDocument): string {
  const folder = join(dirname(openapi), `${name}-wiremock`)
  const examples = examplesOf(runtime)
  const headers = { Authorization: { matches: 'Basic .+' } }
  const mappings = runtime.operations.map(({ id, method, path }) => ({
    request: { method: method.toUpperCase(), urlPathTemplate: path, headers },
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
