import { product } from '../../product.ts'
import type { CheckState, CheckStates } from '../check-states.ts'
import type { System } from '../site-data.ts'

export const noResults = `No results of checks are at hand: <code>npx ${product} verify --report json=dist/report.json</code> brings them here.`

const order: readonly CheckState[] = ['failed', 'differs', 'skipped', 'passed']

/** `41 passed`, worst first. */
export function describeStates({ catalogue }: System, { results }: CheckStates): string {
  const counts = new Map<CheckState, number>()
  for (const { id } of catalogue.rules) {
    const state = results.get(id)
    if (state) counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const badges = order.flatMap((state) =>
    counts.has(state) ? [`<span class="badge ${state}">${counts.get(state)} ${state}</span>`] : [],
  )
  return badges.length === 0 ? '<span class="badge">not run</span>' : badges.join(' ')
}
