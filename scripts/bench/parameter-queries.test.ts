import { expect, it } from 'vitest'
import { parameterQueries } from './parameter-queries.ts'

it('makes queries of 10 parameters, no two the same, that hold what they say', () => {
  const queries = parameterQueries(1000)
  expect(new Set(queries.map(({ query }) => query)).size).toBe(1000)
  for (const { query, values } of queries) {
    expect(values).toHaveLength(10)
    expect([...new URLSearchParams(query).values()]).toEqual(values.map(String))
  }
})
