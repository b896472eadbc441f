import { expect, it } from 'vitest'
import { type AccessRule, accessAt, allows } from './access.ts'

const read = (path: string): AccessRule => ({ path, capabilities: ['read'] })

it.each([
  ['secret/foo', 'secret/foo', true],
  ['secret/foo', 'secret/foo/bar', false],
  ['secret/*', 'secret/foo/bar', true],
  ['secret/*', 'secret/', true],
  ['secret/*', 'secret', false],
  ['secret/fo*', 'secret/foo', true],
  ['secret/fo*', 'secret/bar', false],
  ['secret/+/db', 'secret/app/db', true],
  ['secret/+/db', 'secret/app/x/db', false],
  ['secret/+/db', 'secret//db', false],
  ['+/data/*', 'kv/data/app/db', true],
  ['*', '', true],
  ['*', 'ns1/secret/foo', true],
  ['secret/a.c', 'secret/abc', false],
])('SEC-089: the rule %s on the path %s covers it: %s', (pattern, path, covered) => {
  expect(allows(accessAt(path, [read(pattern)]), 'read')).toBe(covered)
})

it('SEC-089: the most specific rule decides, and takes away what a wider one gives', () => {
  const rules: AccessRule[] = [
    read('secret/*'),
    { path: 'secret/private/*', capabilities: [] },
    read('secret/private/x'),
  ]
  expect(allows(accessAt('secret/foo', rules), 'read')).toBe(true)
  expect(allows(accessAt('secret/private/foo', rules), 'read')).toBe(false)
  expect(allows(accessAt('secret/private/x', rules), 'read')).toBe(true)
})

it('SEC-089: a wildcard further on is the more specific', () => {
  const rules: AccessRule[] = [{ path: 'secret/+/db', capabilities: [] }, read('secret/app/*')]
  expect(allows(accessAt('secret/app/db', rules), 'read')).toBe(true)
})

it('SEC-050: rules on one path add up', () => {
  const rules: AccessRule[] = [
    { path: 'secret/*', capabilities: ['create'] },
    { path: 'secret/*', capabilities: ['update'], hidden: true },
  ]
  expect(accessAt('secret/foo', rules)).toEqual({ capabilities: ['create', 'update'], hidden: true })
})

it('SEC-089: without a rule nothing is allowed, and nothing hidden', () => {
  expect(accessAt('secret/foo', [])).toEqual({ capabilities: [], hidden: false })
})

it('SEC-061: any capability is permission for the path', () => {
  expect(allows({ capabilities: ['list'], hidden: false }, 'any')).toBe(true)
  expect(allows({ capabilities: [], hidden: false }, 'any')).toBe(false)
})
