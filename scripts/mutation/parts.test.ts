import { expect, it } from 'vitest'
import { choose, UnknownPartError } from './parts.ts'

it('takes the names of parts', () => {
  const all = expect.arrayContaining(['mock-control', 'orders', 'oauth-token', 'cluster-agent'])
  expect(choose(['orders', 'mock']).map(({ name, judges }) => [name, judges])).toEqual([
    ['orders', ['orders']],
    ['mock', all],
  ])
})

it('takes a file, which the checks of its part judge', () => {
  expect(choose(['src/interfaces/secrets/limits.ts'])).toEqual([
    {
      name: 'src/interfaces/secrets/limits.ts',
      mutate: ['src/interfaces/secrets/limits.ts'],
      judges: ['secrets'],
      hasTests: false,
    },
  ])
})

it('names what there is when it is asked for what there is not', () => {
  expect(() => choose(['order'])).toThrow(UnknownPartError)
  expect(() => choose(['order'])).toThrow("there is no part 'order'; known are secrets,")
})
