import { expect, it } from 'vitest'
import { relativePaths } from './help-document.ts'

const templates = [
  '{mount}/',
  '{mount}/{path}',
  '{mount}/{path}/',
  '{mount}/config',
  '{mount}/metadata/',
  '{mount}/metadata/{path}/',
  'auth/{auth_method}/login/{username}',
]
const pathsFrom = (segments: string[], directory: boolean, among = templates) =>
  relativePaths(among, { segments, directory }).map(({ path }) => path)

it('SEC-033: a queried path is / in its own document', () => {
  expect(pathsFrom(['kv', 'config'], false, ['{mount}/config'])).toEqual(['/'])
  expect(pathsFrom(['secret'], true, ['{mount}/'])).toEqual(['/'])
})

it('SEC-032: what is below a queried path is in its document, what is beside it is not', () => {
  expect(
    pathsFrom(['kv', 'metadata'], true, ['{mount}/metadata/', '{mount}/metadata/{path}', '{mount}/config']),
  ).toEqual(['/', '/{path}'])
  expect(pathsFrom(['auth', 'userpass'], true, templates.slice(-1))).toEqual(['/login/{username}'])
  expect(pathsFrom(['auth', 'userpass', 'login', 'a'], false, templates.slice(-1))).toEqual(['/'])
  expect(pathsFrom(['auth', 'userpass', 'login', 'a', 'b'], false, templates.slice(-1))).toEqual([])
})

it('SEC-032: below a secret there may be more secrets', () => {
  expect(pathsFrom(['secret', 'foo'], false, ['{mount}/{path}', '{mount}/{path}/'])).toEqual([
    '/',
    '/{path}',
    '/{path}/',
  ])
  expect(pathsFrom(['secret', 'app'], true, ['{mount}/{path}', '{mount}/{path}/'])).toEqual([
    '/{path}',
    '/',
    '/{path}/',
  ])
})

it('SEC-032: the top covers everything', () => {
  expect(pathsFrom([], true)).toEqual(templates.map((template) => `/${template}`))
})
