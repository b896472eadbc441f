import { expect } from 'vitest'
import { health, it, list, order, rules, type Schemas, type Step, without } from './rules.fixture.ts'

/** Requests with an undocumented part, its name, and the documented name that it resembles. */
const misspelt = [
  [`${list}?limt=1`, undefined, 'limt', 'limit'],
  [`${list}\nx-mock-sesion: other`, undefined, 'x-mock-sesion', 'X-Mock-Session'],
  [`PUT ${order}`, { status: 'Processed', trackingNumbr: '1' }, '/trackingNumbr', 'trackingNumber'],
] as const
const warning = (subject: string, meant: string) =>
  expect.stringMatching(`${subject} is not documented.*did you mean '${meant}'\\?`)
const sendAll = (status: number, expected: (hint: string) => object): Step[] =>
  misspelt.map(([call, sent, name, meant]) => [call, sent, status, expected(warning(`'${name}'`, meant))])

/** An update without undocumented parts: `metadata` may have any member. */
const open = [`PUT ${order}`, { status: 'Processed', metadata: { 'any name': 'x' } }, 200] as const

const malformed = 'authorization: Nonsense 7c41d9e0'
const causes = [
  ['prefer: none', 'The request carries no credentials'],
  [malformed, 'The credentials are malformed'],
  ['x-svc-token: svc.7c41d9e0', 'The token is not known'],
  ['x-svc-token: svc.example-expired', 'The token expired at \\d{4}-.*; the clock .*\\d{4}-'],
  ['x-svc-token: svc.example-without-rights', '.*lacks the capability read .*\\(SEC-089\\)'],
].map(([header, cause]) => {
  const reason = expect.stringMatching(`^(?!.*7c41d9e0)${cause}.*GET /_control/interfaces`)
  return { header, reason }
})

rules({
  'CTL-066: undocumented parts of a request are reported': [
    ...sendAll(200, (hint) => ({ headers: { 'x-mock-warnings': hint } })),
    [...open, without('x-mock-warnings')],
    ['GET journal', 200, { requests: [...misspelt.map(([, , , meant]) => ({ warnings: [warning('', meant)] })), {}] }],
    ['GET journal', 200, /^(?!.*(limt|sesion|Numbr))/],
  ],
  'CTL-067, CTL-068, CTL-069: a strict session refuses undocumented parts, or assumptions as well': [
    ['GET strictness', 200, { strict: 'off' }],
    ['PUT strictness', { strict: 'on' }, 200],
    ...sendAll(400, (detail) => ({ detail, headers: { 'content-type': 'application/problem+json' } })),
    [`GET ${order}`, 200, { status: 'Pending' }],
    open,
    [health, 200],
    ['PUT strictness', { strict: 'documented' }, 200],
    ['GET strictness', 200, { strict: 'documented' }],
    [health, 400, /by an assumption alone \(gaps? SEC-G\d+/],
    [list, 200],
    [`${list}?limt=1`, 400],
    ['POST reset', 204],
    ['GET strictness', 200, { strict: 'off' }],
    [`${list}?limt=1`, 200],
  ],
  'CTL-072: the refusal of a path that leads nowhere repeats it and names what was meant': [
    ['GET /orders/api/ordres', 404, /\/orders\/api\/ordres;.*GET \/orders\/api\/orders\?/],
    ['GET /orders/api/orders/', 404, /\/orders\/api\/orders\/;.*GET \/orders\/api\/orders\?/],
    ['GET /orders/api/ordres/1', 404, /\/orders\/api\/ordres\/1;.*GET \/orders\/api\/orders\/\{token\}\?/],
  ],
  'CTL-073: a refusal names its exact cause in X-Mock-Reason': [
    ...causes.map(({ header, reason }): Step => {
      const call = `GET /secrets/v1/secret/foo\nx-svc-token: none\n${header}`
      return [call, 403, { errors: ['permission denied'], headers: { 'x-mock-reason': reason } }]
    }),
    ['GET journal', 200, { requests: causes.map(({ reason }) => ({ reason })) }],
    [`${list}?limit=0`, 400, { headers: { 'x-mock-reason': expect.stringMatching(/limit.*[.]$/) } }],
    [list, 200, without('x-mock-reason')],
  ],
})

it('CTL-070: an answer names its operation, its rules and its assumptions', async ({ s }) => {
  const digital = '/orders/api/orders/3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10/digital'
  const [{ docsUrl } = {}] = (await s.read<Schemas['InterfaceList']>('/_control/interfaces')).interfaces
  const explained = (operation: string, rule: string, more?: object) => {
    const link = docsUrl && { link: expect.stringContaining(`</docs/orders/rules/#${rule}>; rel="describedby"`) }
    const headers = { 'x-mock-operation': operation, 'x-mock-rules': expect.stringContaining(rule), ...link, ...more }
    return { headers }
  }
  const assumed = { 'x-mock-assumptions': expect.stringMatching(/^ORD-G04\b/) }
  await s.run([`PUT ${order}`, {}, 400, explained('updateOrder', 'ORD-082', assumed)])
  await s.run([`GET ${digital}`, 200, explained('listOrderDigitalGoods', 'ORD-054')])
  const { headers } = await s.run([`GET ${digital}`, 200, without('x-mock-assumptions')])
  expect('link' in headers).toBe(docsUrl !== undefined)
})
