import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { collectionPath, ordersDocument } from '../documents/document.ts'
import { prepareDocument } from '../documents/documents.ts'
import { exampleList } from '../documents/order-shapes.ts'
import { writeStubs } from './wiremock-stubs.ts'

it('gives each operation a stub that answers its example', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-bench-'))
  try {
    const stubs = writeStubs(await prepareDocument(folder, 'four', ordersDocument(4)))
    const { mappings } = JSON.parse(readFileSync(join(stubs, 'mappings/operations.json'), 'utf8'))
    expect(mappings).toHaveLength(4)
    expect(mappings[2]).toMatchObject({ request: { method: 'GET', urlPathTemplate: collectionPath(1) } })
    expect(JSON.parse(mappings[0].response.body)).toEqual(exampleList)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
