import { expect, it } from 'vitest'
import { compareVersions, isVersion, minorOf, needsPatch } from '../versions.ts'
import { clusterMinorOf, standingOf } from './standing.ts'

it.each([
  '3.6',
  '3.6.x',
  'v3.6.4',
  '3.6.4.1',
  '',
  '3.6.-1',
  ' 3.6.4',
  '3.6.4-rc.1',
  '3.6.9999999999',
  '03.5.20',
  '3.5.020',
])('%j is not a version of a binary', (text) => {
  expect(isVersion(text)).toBe(false)
  expect(minorOf(text)).toBe(text)
})

it('compares versions as numbers', () => {
  expect(minorOf('3.10.0')).toBe('3.10')
  const sorted = ['3.5.9', '3.5.20', '3.6.0', '3.10.0']
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted)
  expect(['3.10', '3.6', '3.5'].sort(compareVersions)).toEqual(['3.5', '3.6', '3.10'])
})

it.each([
  ['3.5.19', true],
  ['3.5.9', true],
  ['3.5.20', false],
  ['3.6.0', false],
])('KVC-041: a member of %s has to be patched first: %s', (version, expected) => {
  expect(needsPatch(version)).toBe(expected)
})

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
  [undefined, 'unknown'],
] as const)('a binary of %s is %s', (server, standing) => {
  expect(standingOf(server === undefined ? {} : { server })).toBe(standing)
})
