import { expect } from 'vitest'
import { detailOf, it, type Reply, type Session } from './rules.fixture.ts'

const setStrictness = (s: Session, strict: 'off' | 'on' | 'documented') =>
  s.expect(200, 'setStrictness', {}, { strict })

const strictnessOf = async (s: Session) => (await s.expect(200, 'getStrictness')).strict

/** Sends requests with an undocumented part. Returns the part, the documented name that it resembles, and the reply. */
async function sendMisspelt(s: Session): Promise<[name: string, meant: string, reply: Reply][]> {
  const headers = { 'x-mock-sesion': 'other' }
  const update = { status: 'Processed', trackingNumbr: '1' }
  return [
    ['limt', 'limit', await s.ask('orders', 'GET /orders?limt=1')],
    ['x-mock-sesion', 'X-Mock-Session', await s.ask('orders', 'GET /orders', { headers })],
    ['/trackingNumbr', 'trackingNumber', await s.update(await s.anOrder(), update)],
  ]
}

function expectHint(text: string | undefined, name: string, meant: string): void {
  expect(text).toContain(`'${name}' is not documented`)
  expect(text).toContain(`did you mean '${meant}'?`)
}

/** Sends a request without undocumented parts: `metadata` may have any member. */
const sendOpen = async (s: Session) =>
  s.update(await s.anOrder(), { status: 'Processed', metadata: { 'any name': 'x' } })

it('CTL-066: undocumented query parameters', async ({ s }) => {
  const sent = await sendMisspelt(s)
  for (const [name, meant, { headers }] of sent) expectHint(headers['x-mock-warnings'], name, meant)
  const hints = sent.map(([, meant]) => expect.stringContaining(`did you mean '${meant}'?`))
  const kept = (await s.journal()).map(({ warnings }) => warnings.join())
  expect(kept).toEqual(hints)
  expect(kept.join()).not.toMatch(/limt|sesion|Numbr/)
  expect((await sendOpen(s)).headers['x-mock-warnings']).toBe(undefined)
})

it('CTL-067: a strict session refuses such a request with 400 and names the part', async ({ s }) => {
  const token = await s.anOrder()
  const before = await s.order(token)
  await setStrictness(s, 'on')
  for (const [name, meant, reply] of await sendMisspelt(s)) {
    expect(reply.status).toBe(400)
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json\b/)
    expectHint(detailOf(reply), name, meant)
  }
  expect((await s.order(token)).body).toEqual(before.body)
  expect((await sendOpen(s)).status).toBe(200)
  await setStrictness(s, 'off')
  for (const [name, , { status }] of await sendMisspelt(s)) expect(status, name).toBe(200)
})

it('CTL-068: a session that is strict about assumptions also refuses a request that works by one', async ({ s }) => {
  const assumed = () => s.ask('secrets', 'GET /v1/sys/health')
  await setStrictness(s, 'on')
  expect((await assumed()).status).toBe(200)
  await setStrictness(s, 'documented')
  const refused = await assumed()
  expect(refused.status).toBe(400)
  expect(detailOf(refused)).toMatch(/by an assumption alone \(gaps? SEC-G\d+/)
  expect(await s.statuses(1)).toEqual([200])
  expect((await s.ask('orders', 'GET /orders?limt=1')).status).toBe(400)
})

it('CTL-069: the strictness of a session can be read and set; a reset restores that of the mock', async ({ s }) => {
  const first = await strictnessOf(s)
  for (const strict of ['documented', 'on', 'off'] as const) {
    await setStrictness(s, strict)
    expect(await strictnessOf(s)).toBe(strict)
  }
  await setStrictness(s, first === 'on' ? 'off' : 'on')
  expect(await strictnessOf(s.own())).toBe(first)
  await s.call('resetSession')
  expect(await strictnessOf(s)).toBe(first)
})

it('CTL-070: an answer names its operation in X-Mock-Operation', async ({ s }) => {
  const token = await s.anOrder('/digital')
  const replies = [await s.ask('orders', `GET /orders/${token}/digital`), await s.update(token, {})]
  const hasDocs = 'docsUrl' in (await s.served('orders'))
  const told = (await s.journal()).map(({ operation, rules }) => ({
    'x-mock-operation': operation,
    'x-mock-rules': rules.join(', '),
    ...(hasDocs && { link: rules.map((id) => `</docs/orders/rules/#${id}>; rel="describedby"`).join(', ') }),
  }))
  const [downloads, wrong] = replies.map(({ headers }) => headers)
  expect([downloads, wrong]).toMatchObject(told)
  expect('link' in Object(downloads)).toBe(hasDocs)
  expect(downloads?.['x-mock-rules']).toContain('ORD-054')
  expect(downloads?.['x-mock-assumptions']).toBe(undefined)
  expect(wrong?.['x-mock-rules']).toContain('ORD-082')
  expect(wrong?.['x-mock-assumptions']).toMatch(/^ORD-G04\b/)
})

it('CTL-072: the refusal of a path that leads nowhere repeats it and names what was meant', async ({ s }) => {
  for (const [target, meant] of [
    ['/ordres', 'GET /orders/api/orders?'],
    ['/orders/', 'GET /orders/api/orders?'],
    ['/ordres/1', 'GET /orders/api/orders/{token}?'],
  ] as const) {
    const reply = await s.ask('orders', `GET ${target}`)
    expect(reply.status).toBe(404)
    expect(detailOf(reply)).toContain(`/orders/api${target};`)
    expect(detailOf(reply)).toContain(meant)
  }
})

it('CTL-073: a refusal names its exact cause in X-Mock-Reason', async ({ s }) => {
  const { credentials } = await s.served('secrets')
  const tokenOf = (role: string) => ({
    'x-svc-token': credentials.find((one) => one.role === role)?.headers['x-svc-token'],
  })
  const causes = [
    [{}, /^The request carries no credentials/],
    [{ authorization: 'Nonsense 7c41d9e0' }, /^The credentials are malformed/],
    [{ 'x-svc-token': 'svc.7c41d9e0' }, /^The token is not known/],
    [tokenOf('expired'), /^The token expired at \d{4}-.*; the clock .*\d{4}-/],
    [tokenOf('none'), /lacks the capability read .*\(SEC-089\)/],
  ] as const
  const bodies = new Set<string>()
  for (const [headers, cause] of causes) {
    const reply = await s.ask('secrets', 'GET /v1/secret/foo', { headers, anonymous: true })
    const reason = reply.headers['x-mock-reason']
    expect(reply.status).toBe(403)
    expect(reason).toMatch(cause)
    expect(reason).not.toContain('7c41d9e0')
    expect(reason).toContain('GET /_control/interfaces')
    bodies.add(reply.text)
  }
  expect(bodies.size).toBe(1)

  const reasonOf = async (request: string) => (await s.ask('orders', request)).headers['x-mock-reason']
  expect(await reasonOf('GET /orders?limit=0')).toMatch(/limit.*[.]$/)
  expect(await reasonOf('GET /orders')).toBe(undefined)
  const told = (await s.journal()).map(({ reason }) => reason)
  expect(told.slice(0, causes.length)).toEqual(causes.map(([, cause]) => expect.stringMatching(cause)))
})
