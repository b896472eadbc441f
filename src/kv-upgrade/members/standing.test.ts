import { expect, it } from 'vitest'
import { clusterMinorOf, standingOf } from './standing.ts'

it.each([
  ['3.5.0', '3.5'],
  ['3.6', '3.6'],
  ['3.10.12', '3.10'],
])('the cluster version %s is compared as %s', (cluster, minor) => {
  expect(clusterMinorOf({ cluster })).toBe(minor)
})

it.each([
  '',
  '3',
  '3.5.',
  '3.5.0.0',
  '03.5',
  '3.05.0',
  '3.5.00',
  'v3.5',
  '3.5-rc',
  ' 3.5',
  'not_decided',
  '3.1234567890',
])('%j is not a cluster version', (cluster) => {
  expect(clusterMinorOf({ cluster })).toBeUndefined()
})

it.each([
  ['3.5.20', 'old'],
  ['3.6.0', 'new'],
  ['3.4.30', 'too-old'],
  ['2.9.0', 'too-old'],
  ['3.7.0', 'too-new'],
  ['4.0.0', 'too-new'],
  ['3.6', 'malformed'],
  [undefined, 'untold'],
] as const)('a binary of %s is %s', (server, standing) => {
  expect(standingOf(server === undefined ? {} : { server })).toBe(standing)
})
