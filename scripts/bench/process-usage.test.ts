import { expect, it } from 'vitest'
import { parseCpuSeconds } from './process-usage.ts'

it('finds user and system time behind a program name that holds spaces and parentheses', () => {
  const stat = '7 (a (b) c) S 1 7 7 0 -1 4194560 1 2 3 4 250 50 5 6 20 0 11 0 100 1000 200'
  expect(parseCpuSeconds(stat)).toBe(3)
})

it('finds nothing where there is no such file', () => {
  expect(parseCpuSeconds('')).toBeUndefined()
})
