import { expect, it } from 'vitest'
import type { Operation } from './operation.ts'
import { compileRouter } from './router.ts'

function operation(line: string, more: Partial<Operation> = {}): Operation {
  const [id = '', method = '', template = ''] = line.split(' ')
  return {
    id,
    method: method as 'get',
    path: template,
    template,
    multiSegment: false,
    listVerb: false,
    ...more,
  } as Operation
}

const router = compileRouter([
  operation('list get /orders'),
  operation('create post /orders', { alsoAccepts: ['get', 'patch'] }),
  operation('read get /orders/{token}'),
  operation('digital get /orders/{token}/digital'),
  operation('mine get /orders/mine'),
  operation('readSecret get /v1/{mount}/{path}', { multiSegment: true, listVerb: true }),
  operation('writeSecret put /v1/{mount}/{path}', { multiSegment: true }),
  operation('listSecrets get /v1/{mount}/{path}/', { multiSegment: true, listVerb: true }),
  operation('config get /v1/{mount}/config'),
  operation('file get /files/{name}.{extension}'),
  operation('compare get /compare/{base}...{head}.diff'),
])

const found = (method: string, path: string) => {
  const match = router.match(method, path)
  return match.kind === 'operation' ? [match.operation.id, match.parameters] : match
}

it.each([
  ['GET', '/orders', 'list', {}],
  ['POST', '/orders', 'create', {}],
  ['PATCH', '/orders', 'create', {}],
  ['GET', '/orders/1', 'read', { token: '1' }],
  ['GET', '/orders/mine', 'mine', {}],
  ['GET', '/orders/mine/digital', 'digital', { token: 'mine' }],
  ['GET', '/orders/a%2Fb%20c', 'read', { token: 'a/b c' }],
  ['GET', '/orders/%F0%9F%92%A1', 'read', { token: '💡' }],
  ['GET', '/orders/%00', 'read', { token: '\0' }],
  ['GET', '/orders/..', 'read', { token: '..' }],
  ['GET', '/orders/__proto__', 'read', { token: '__proto__' }],
  ['HEAD', '/orders', 'list', {}],
  ['GET', '/v1/secret/a', 'readSecret', { mount: 'secret', path: 'a' }],
  ['GET', '/v1/secret/a/b/c', 'readSecret', { mount: 'secret', path: 'a/b/c' }],
  ['GET', '/v1/secret/a/b/', 'listSecrets', { mount: 'secret', path: 'a/b' }],
  ['GET', '/v1/secret/a//b', 'readSecret', { mount: 'secret', path: 'a//b' }],
  ['GET', '/v1/secret/config', 'config', { mount: 'secret' }],
  ['GET', '/v1/secret/config/x', 'readSecret', { mount: 'secret', path: 'config/x' }],
  ['GET', '/files/a.tar.gz', 'file', { name: 'a.tar', extension: 'gz' }],
  ['GET', '/compare/a.b...c.diff.diff', 'compare', { base: 'a.b', head: 'c.diff' }],
  ['LIST', '/v1/secret/a', 'readSecret', { mount: 'secret', path: 'a' }],
])('%s %s leads to %s', (method, path, id, parameters) => {
  expect(found(method, path)).toEqual([id, parameters])
})

it.each([
  '/',
  '/nothing',
  '/orders/',
  '/orders/1/',
  '/orders/1/nothing',
  '//orders',
  '/Orders',
  '/files/.gz',
  '/files/a.',
  '/compare/a...diff',
])('finds nothing at %s', (path) => {
  expect(router.match('GET', path)).toEqual({ kind: 'not-found' })
})

it.each(['/orders/%', '/orders/%zz', '/orders/%ff', '/%E0%A4%A/orders'])('takes %s for malformed', (path) => {
  expect(router.match('GET', path)).toEqual({ kind: 'malformed' })
})

it.each([
  ['DELETE', '/orders', ['GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']],
  ['LIST', '/orders/1', ['GET', 'HEAD', 'OPTIONS']],
  ['POST', '/v1/secret/a', ['GET', 'HEAD', 'LIST', 'OPTIONS', 'PUT']],
  ['PUT', '/v1/secret/config', ['GET', 'HEAD', 'OPTIONS']],
])('names what %s %s could have been', (method, path, allow) => {
  expect(router.match(method, path)).toEqual({ kind: 'method-not-allowed', allow })
})

it('leaves out what the address cannot mean', () => {
  const match = router.match('GET', '/v1/secret/config', (id) => id !== 'config')
  expect(match.kind === 'operation' && match.operation.id).toBe('readSecret')
})
