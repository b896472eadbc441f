import { expect, it } from 'vitest'
import baseline from '../../src/verify/report/baseline.json' with { type: 'json' }
import { measure } from './measure.ts'

it('the baseline says what the plain Prism mock keeps of the order API', async () => {
  const { passed, of } = await measure('orders')
  expect(passed, 'rules that it keeps; npm run baseline writes them anew').toEqual(baseline.orders)
  expect(passed.length).toBeGreaterThan(0)
  expect(passed.length).toBeLessThan(of)
})
