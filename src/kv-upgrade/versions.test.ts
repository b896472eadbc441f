import { expect, it } from 'vitest'
import { compareVersions, minorOf, needsPatch, parseVersion } from './versions.ts'

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
  expect(parseVersion(text)).toBeUndefined()
  expect(minorOf(text)).toBe(text)
})

it('reads versions as numbers', () => {
  expect(parseVersion('3.5.21')).toEqual({ major: 3, minor: 5, patch: 21 })
  expect(minorOf('3.10.0')).toBe('3.10')
  expect(['3.10.0', '3.5.20', '3.6', '3.5.9', '3.5'].sort(compareVersions)).toEqual([
    '3.5',
    '3.5.9',
    '3.5.20',
    '3.6',
    '3.10.0',
  ])
})

it.each([
  ['3.5.19', true],
  ['3.5.9', true],
  ['3.5.20', false],
  ['3.5.21', false],
  ['3.6.0', false],
])('KVC-041: a member of %s has to be patched first: %s', (version, expected) => {
  expect(needsPatch(version)).toBe(expected)
})
