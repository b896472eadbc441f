import { expect, it } from 'vitest'
import { countPlaces, kindOf, reasonOf, sumOf } from './count-places.ts'

it.each([
  ['specs/orders/rules.yaml', 'catalogue'],
  ['specs/orders/paths/orders.yaml', 'node'],
  ['src/interfaces/orders/checks.ts', 'check'],
  ['src/interfaces/orders/checks/access.ts', 'check'],
  ['src/interfaces/secrets/checks/store.test.ts', 'test'],
  ['src/interfaces/orders/orders.ts', 'code'],
  ['scripts/lint/main.ts', undefined],
])('%s is %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})

it('counts each line that names a rule of a catalogue once', () => {
  const counted = countPlaces([
    { path: 'src/interfaces/orders/a.ts', text: '// ORD-001, ORD-001 and ORD-002\n// ORD-001 and ORD-999' },
    { path: 'specs/orders/rules.yaml', text: '  - id: ORD-001\n    statement: As ORD-002 says.\n  - id: ORD-002\n' },
    { path: 'specs/orders/openapi.yaml', text: 'x-rules: [ORD-001]' },
  ])
  expect(counted.get('ORD-001')).toEqual({ catalogue: 1, node: 1, code: 2, check: 0, test: 0 })
  expect([...counted.values()].map(sumOf)).toEqual([4, 2])
})

it('gives the reason for many places by the kind that most are of', () => {
  expect(reasonOf({ catalogue: 1, node: 18, code: 7, check: 1, test: 0 })).toBe('it holds for 18 nodes of the document')
  expect(reasonOf({ catalogue: 1, node: 1, code: 6, check: 1, test: 2 })).toBe('6 lines of code keep it')
})
