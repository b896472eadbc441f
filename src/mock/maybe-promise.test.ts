import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { isPromise } from './maybe-promise.ts'

it('recognizes a promise of another realm', () => {
  expect(isPromise(runInNewContext('Promise.resolve()'))).toBe(true)
})
