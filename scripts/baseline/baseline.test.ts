import { expect, it } from 'vitest'
import baseline from '../../src/verify/report/baseline.json' with { type: 'json' }
import { measure } from './measure.ts'

it('the baseline says what the plain Prism mock keeps of the order API', async () => {
  const { held, of } = await measure('orders')
  expect(held, 'rules that it keeps; npm run baseline writes them anew').toEqual(baseline.orders)
  expect(held.length).toBeGreaterThan(0)
  expect(held.length).toBeLessThan(of)
})
