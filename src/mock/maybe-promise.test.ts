import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { isPromise, tryChain } from './maybe-promise.ts'

it('recognizes a promise of another realm', () => {
  expect(isPromise(runInNewContext('Promise.resolve()'))).toBe(true)
})

it.each([
  ['at once', () => fail()],
  ['later', async () => fail()],
])('handles an error that comes %s', async (_, work) => {
  expect(await tryChain<string>(work, (error) => `mended: ${(error as Error).message}`)).toBe('mended: broken')
})

function fail(): string {
  throw new Error('broken')
}
