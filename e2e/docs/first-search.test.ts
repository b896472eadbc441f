import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createDocs } from '../../src/docs/docs.ts'

/** Milliseconds until the index of the search is answered, so long after the first page of a new thread. */
async function timeOfIndex(pause: number): Promise<number> {
  const docs = createDocs()
  try {
    const request = { method: 'GET', headers: {} }
    const home = String((await docs('/docs/', request))?.body)
    const [, index = ''] = /data-index="\.(\/[^"]*)"/.exec(home) ?? []
    await setTimeout(pause)
    const start = performance.now()
    expect(await docs(`/docs${index}`, request)).toMatchObject({ status: 200 })
    return performance.now() - start
  } finally {
    await docs.close()
  }
}

it('the index of the search is built soon after the first page, before a reader asks for it', async () => {
  const asked = await timeOfIndex(0)
  // A busy machine takes longer to build it.
  const built = async (pause: number) => (await timeOfIndex(pause)) < asked / 3
  expect((await built(3000)) || (await built(15_000)) || (await built(40_000))).toBe(true)
})
