import { expect, it } from 'vitest'
import { bundled } from '../workspace/bundled.ts'
import { loadCheck } from './load-check.ts'
import { createLocator } from './locate.ts'
import { watchRequest } from './watch-message.ts'

const origin = 'https://somewhere.example'
const order = '00000000-0000-4000-8000-000000000000'

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** What is wrong with a request, as `place: expected, seen`. */
async function wrongWith(name: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const url = new URL(path, origin)
  const located = createLocator([{ interface: bundled.find(name), url: new URL(origin) }]).locate(method, url)
  if (located.kind !== 'operation') throw new Error(`${method} ${path} is not documented`)
  const watch = watchRequest({ located, method, url, headers, hasBody: body !== undefined })
  watch.write(Buffer.from(body ?? ''))
  const { violations } = await watch.end(true)
  for (const { rules } of violations)
    for (const id of rules) expect(loadCheck(bundled.find(name).contract).contract.rules.has(id)).toBe(true)
  return violations.map(({ at, expected, seen, rules }) => [`${at}: expected ${expected}, seen ${seen}`, ...rules])
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
const tokenPath = '/realms/r/protocol/openid-connect/token'

const orderPath = `/api/orders/${order}`
const put = (body: string, headers: Record<string, string> = json): Sent => ({ method: 'PUT', headers, body })
const grant = (type: string): Sent => {
  return { method: 'POST', headers: form, body: `grant_type=${type}&client_id=c&client_secret=s` }
}
const join = '/v1/agent/servers'

it.each<[string, string, string, Sent]>([
  ['a number in the query', 'orders', '/api/orders?limit=20&offset=0', {}],
  ['a parameter that the document does not name', 'orders', '/api/orders?unknown=1', {}],
  ['a body', 'orders', orderPath, put('{"status":"Shipped"}')],
  ['the verb LIST', 'secrets', '/v1/secret/metadata/', { method: 'LIST' }],
  ['an empty header', 'secrets', '/v1/secret/data/a', { headers: { 'x-svc-namespace': '' } }],
  ['a repeated parameter', 'cluster-agent', `${join}?address=10.0.0.1:4647&address=10.0.0.2:4647`, { method: 'POST' }],
  ['one element', 'cluster-agent', `${join}?address=10.0.0.1:4647`, { method: 'POST' }],
  ['a form', 'oauth-token', tokenPath, grant('client_credentials')],
])('%s keeps the contract', async (_, name, path, sent) => {
  expect(await wrongWith(name, path, sent)).toEqual([])
})

it.each<[string, string, Sent, violation: RegExp]>([
  ['orders', '/api/orders?limit=many', {}, /^query limit: expected integer, seen "many" ORD-/],
  ['orders', '/api/orders?limit=1.5', {}, /^query limit: expected integer, seen "1\.5" ./],
  ['orders', orderPath, put('{"status":"Lost"}'), /^\/status: expected one of .*, seen "Lost"( |$)/],
  ['orders', orderPath, put('{'), /^: expected JSON, seen "\{"( |$)/],
  [
    'orders',
    orderPath,
    put('{}', { 'content-type': 'text/plain' }),
    /^header content-type: expected application\/json, seen "text\/plain"( |$)/,
  ],
  ['orders', orderPath, { method: 'PUT' }, /^: expected a body, seen nothing( |$)/],
  ['oauth-token', tokenPath, grant('password'), /^\/grant_type: expected "client_credentials", seen /],
  ['cluster-agent', join, { method: 'POST' }, /^query address: expected a value, seen nothing( |$)/],
])('%s %s %j breaks the contract', async (name, path, sent, violation) => {
  const violations = await wrongWith(name, path, sent)
  expect(violations.map((parts) => parts.join(' '))).toEqual([expect.stringMatching(violation)])
})
