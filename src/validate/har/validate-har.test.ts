import { expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import type { Finding } from '../exchange-report.ts'
import { createLocator, mockBaseUrls } from '../locate.ts'
import { validateHar } from './validate-har.ts'

const origin = 'http://127.0.0.1:4010'
const json = [{ name: 'Content-Type', value: 'application/json' }]
const list = { totalItems: 0, offset: 0, limit: 20, items: [] }

function entry(url: string, response: object, headers: object[] = []) {
  return {
    request: { method: 'GET', url: origin + url, headers },
    response: { status: 200, headers: json, ...response },
  }
}

async function validate(...entries: object[]) {
  const findings: Finding[] = []
  const har = Buffer.from(JSON.stringify({ log: { entries } }))
  const locator = createLocator(mockBaseUrls(bundled.interfaces))
  const tally = await validateHar([har], { locator, onFinding: (finding) => void findings.push(finding) })
  return { findings, tally }
}

it('says what was not checked, and why', async () => {
  const { findings, tally } = await validate(
    entry('/orders/api/orders', { content: { size: 3 } }),
    entry('/orders/api/orders', { status: 0 }),
    entry('/orders/api/orders', { status: 304 }),
    entry('/orders/api/secret-offers?token=1', {}),
    { request: { method: 'GET', url: 'https://cdn.example/app.js' }, response: { status: 200 } },
  )
  expect(findings).toEqual([])
  expect(tally).toMatchObject({ responses: 5, checked: 1, violations: 0 })
  expect(Object.fromEntries(tally.unread)).toEqual({ 'not recorded': 1 })
  expect(Object.fromEntries(tally.skipped)).toEqual({
    'no answer came (status 0)': 1,
    'answered from the cache of the client (304)': 1,
    'no base URL of an interface: https://cdn.example': 1,
  })
  expect(Object.fromEntries(tally.notInContract)).toEqual({
    [`GET ${origin}/orders/api/secret-offers, the path is not documented`]: 1,
  })
})

it('shows no credentials, wherever an answer repeats them', async () => {
  const basic = Buffer.from('shop:correct-horse').toString('base64')
  const sent = [
    { name: 'Authorization', value: `Basic ${basic}` },
    { name: 'Cookie', value: 'sid=battery-staple' },
  ]
  const echo = { ...list, totalItems: 'correct-horse', offset: 'battery-staple', limit: `is ${basic}` }
  const { findings } = await validate(
    entry('/orders/api/orders?access_token=one-two-three', { content: { text: JSON.stringify(echo) } }, sent),
    entry('/orders/api/orders', { content: { text: '{"access_token":"one-two-three"' } }),
  )
  expect(findings).toHaveLength(2)
  expect(JSON.stringify(findings)).not.toMatch(
    new RegExp(`correct-horse|battery-staple|one-two-three|${basic.slice(0, 20)}`),
  )
})
