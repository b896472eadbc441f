import { expect, it } from 'vitest'
import { nearest } from './nearest.js'

it('finds the candidate with the fewest edits', () => {
  expect(nearest('ORD-012', ['ORD-100', 'ORD-013', 'ORD-0123'])).toBe('ORD-013')
  expect(nearest('getOder', ['getOrders', 'getOrder'])).toBe('getOrder')
})

it('finds none that is more than two edits away', () => {
  expect(nearest('ORD-012', ['SEC-012', 'ORD-999'])).toBeUndefined()
  expect(nearest('ORD-012', [])).toBeUndefined()
})
