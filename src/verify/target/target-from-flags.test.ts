import { expect, it } from 'vitest'
import { loadChecks } from '../../interfaces/load.ts'
import { loadContract } from '../../workspace/contracts.ts'
import { whatIsMissing } from '../context/needs.ts'
import { type TargetFlags, targetFromFlags } from './target-from-flags.ts'

const contract = loadContract('orders')
const checks = await loadChecks('orders')
const flags: TargetFlags = { baseUrl: 'https://shop.example/api/', allows: 'nothing', resources: {}, timeout: 1000 }

const target = (more: Partial<TargetFlags> = {}, environment: Record<string, string> = {}) =>
  targetFromFlags(contract, checks, { ...flags, ...more }, environment)

it('credentials come from the environment, and reports show their names', () => {
  const { credentials, secrets, baseUrl } = target({}, { RULEBOUND_ORDERS_FULL_KEY: 'a key' })
  expect(credentials.get('full')?.headers.authorization).toBe(`Basic ${Buffer.from('a key:').toString('base64')}`)
  expect([...secrets]).toEqual([['a key', '$RULEBOUND_ORDERS_FULL_KEY']])
  expect(baseUrl).toBe('https://shop.example/api')
})

it('a role without a value in the environment is not offered, and a check that needs it names the variable', () => {
  expect([...target().credentials.keys()]).toEqual([])
  expect(whatIsMissing({}, { target: target(), checks })).toBe(
    "needs a credential 'full': set RULEBOUND_ORDERS_FULL_KEY",
  )
})

it('accepts only resources that a check uses', () => {
  expect(target({ resources: { order: 'x' } }).resources.get('order')).toBe('x')
  expect(() => target({ resources: { ordr: 'x' } })).toThrow(
    /no check of orders uses a resource 'ordr'; did you mean 'order'\?/,
  )
})

it.each(['shop.example', 'ftp://shop.example', '/api', ''])('refuses the base URL %j', (baseUrl) => {
  expect(() => target({ baseUrl })).toThrow(/is not a base URL; write a URL that begins with http/)
})

it('refuses credentials in the base URL, without repeating them', () => {
  expect(() => target({ baseUrl: 'https://me:geheim@shop.example' })).toThrow(/contains credentials/)
  expect(() => target({ baseUrl: 'https://me:geheim@shop.example' })).not.toThrow(/geheim/)
})
