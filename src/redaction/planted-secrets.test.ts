import fc from 'fast-check'
import { expect, it } from 'vitest'
import { preview } from '../contract/violation.ts'
import { describeFinding, redactFinding, toFindings } from '../validate/exchange-report.ts'
import { bundled } from '../workspace/bundled.ts'

const secrets = fc.stringMatching(/^[\w.~+/-]{8,40}$/)
const contract = bundled.find('orders').contract
const operation = contract.operations.get('listOrders') as NonNullable<ReturnType<typeof contract.operations.get>>

/** A request with a secret in one place. */
const requests: Record<
  string,
  (secret: string) => { headers?: Record<string, string>; query?: string; user?: string }
> = {
  'a bearer token': (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  'a Basic user': (secret) => ({
    headers: { authorization: `Basic ${Buffer.from(`${secret}:x`).toString('base64')}` },
  }),
  'a Basic password': (secret) => ({
    headers: { authorization: `Basic ${Buffer.from(`x:${secret}`).toString('base64')}` },
  }),
  'a cookie': (secret) => ({ headers: { cookie: `a=1; sid=${secret}` } }),
  'a header': (secret) => ({ headers: { 'x-api-key': secret } }),
  'a query': (secret) => ({ query: String(new URLSearchParams({ limit: '1', access_token: secret })) }),
  'the user of a URL': (secret) => ({ user: encodeURIComponent(secret) }),
}

it.each(Object.entries(requests))('a secret in %s stands in no finding', (_, place) => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const { headers = {}, query = '', user } = place(secret)
      const url = new URL(`https://${user === undefined ? '' : `${user}:x@`}shop.example/api/orders?${query}`)
      // A server knows nothing of the user or the query of another URL, but it can repeat a header.
      const echo = Object.keys(headers).length > 0 ? secret : ''
      const seen = preview(`no ${echo} here`, '/message')
      const raw = { number: 1, method: 'GET', url, interface: 'orders', operation, status: 200 }
      const violations = [{ at: `/${echo}/message`, expected: 'integer', seen, rules: [] }]
      const finding = redactFinding({ of: 'response' as const, ...raw, violations }, headers)
      const shown = describeFinding(finding, contract.rules) + JSON.stringify(toFindings(finding, contract.rules))
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain(encodeURIComponent(secret))
    }),
  )
})
