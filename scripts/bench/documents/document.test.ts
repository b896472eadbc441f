import { describe, expect, it } from 'vitest'
import { buildRuntime } from '../../generate/runtime.ts'
import { collectionPath, ordersDocument, prefix } from './document.ts'
import { exampleList } from './order-shapes.ts'

describe('ordersDocument', () => {
  it('is a document that the mock can load, with as many operations as asked for', async () => {
    const runtime = await buildRuntime('bench', ordersDocument(6))
    expect(runtime.prefix).toBe(prefix)
    expect(runtime.operations.map(({ template }) => template)).toEqual(
      [0, 1, 2].flatMap((index) => [collectionPath(index), `${collectionPath(index)}/{token}`]),
    )
    expect(runtime.operations[0]?.http.request?.query).toHaveLength(18)
  })

  it('shows a list of about 2.5 kB', () => {
    const size = JSON.stringify(exampleList).length
    expect(size).toBeGreaterThan(2400)
    expect(size).toBeLessThan(2600)
  })
})
