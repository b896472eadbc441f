import { expect, it } from 'vitest'
import { onCores, parseCpuList } from './affinity.ts'

it('reads ranges and single cores', () => {
  expect(parseCpuList(' 0-2,5\n')).toEqual([0, 1, 2, 5])
  expect(parseCpuList('7')).toEqual([7])
})

it('finds no core in what is no list', () => {
  expect(parseCpuList('')).toEqual([])
  expect(parseCpuList('none')).toEqual([])
})

it('leaves a command alone where there is no core to bind it to', () => {
  expect(onCores(undefined, ['node', 'x'])).toEqual(['node', 'x'])
  expect(onCores([0, 2], ['node', 'x'])).toEqual(['taskset', '--cpu-list', '0,2', 'node', 'x'])
})
