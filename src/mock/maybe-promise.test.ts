import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { chain, isPromise, tryChain } from './maybe-promise.ts'

it('goes on at once with a value', () => {
  expect(chain(1, (value) => value + 1)).toBe(2)
})

it('goes on later with a promise', async () => {
  const later = chain(Promise.resolve(1), (value) => value + 1)
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toBe(2)
})

it('recognizes a promise of another realm', () => {
  expect(isPromise(runInNewContext('Promise.resolve()'))).toBe(true)
})

it.each([
  ['at once', () => fail()],
  ['later', async () => fail()],
])('handles an error that comes %s', async (_, work) => {
  expect(await tryChain<string>(work, (error) => `mended: ${(error as Error).message}`)).toBe('mended: broken')
})

it('throws an error that the handler throws', () => {
  expect(() => tryChain(fail, (error) => rethrow(error))).toThrow('broken')
})

function fail(): string {
  throw new Error('broken')
}

function rethrow(error: unknown): never {
  throw error
}
