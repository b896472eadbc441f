import { expect } from 'vitest'
import { health, it, list, order, type Reply, rules, type Session } from './rules.fixture.ts'

/** An update without undocumented parts: `metadata` may have any member. */
const open = [`PUT ${order}`, { status: 'Processed', metadata: { 'any name': 'x' } }] as const

/** Sends requests with an undocumented part. Returns the part, the documented name that it resembles, and the reply. */
async function sendMisspelt(s: Session): Promise<[name: string, meant: string, reply: Reply][]> {
  const update = { status: 'Processed', trackingNumbr: '1' }
  return [
    ['limt', 'limit', await s.send(`${list}?limt=1`)],
    ['x-mock-sesion', 'X-Mock-Session', await s.send(list, undefined, { 'x-mock-sesion': 'other' })],
    ['/trackingNumbr', 'trackingNumber', await s.send(`PUT ${order}`, update)],
  ]
}

function expectHint(text: string, status: number, name: string, meant: string): void {
  for (const part of [status, `'${name}' is not documented`, `did you mean '${meant}'?`]) expect(text).toContain(part)
}

it('CTL-066, CTL-067, CTL-068, CTL-069: a session reports or refuses undocumented parts', async ({ s }) => {
  const before = await s.read(order)
  const sent = await sendMisspelt(s)
  for (const [name, meant, { status, headers }] of sent)
    expectHint(`${status} ${headers['x-mock-warnings']}`, 200, name, meant)
  const kept = (await s.journal()).slice(1).map(({ warnings }) => warnings.join())
  expect(kept).toEqual(sent.map(([, meant]) => expect.stringContaining(`did you mean '${meant}'?`)))
  expect(kept.join()).not.toMatch(/limt|sesion|Numbr/)
  expect((await s.send(...open)).headers['x-mock-warnings']).toBe(undefined)

  await s.run(
    ['POST reset', 204],
    ['GET strictness', 200, { strict: 'off' }],
    ['PUT strictness', { strict: 'on' }, 200],
  )
  for (const [name, meant, { status, headers, text }] of await sendMisspelt(s)) {
    expectHint(`${status} ${text}`, 400, name, meant)
    expect(headers['content-type']).toMatch(/^application\/problem\+json\b/)
  }
  expect(await s.read(order)).toEqual(before)
  await s.run(
    [...open, 200],
    [health, 200],
    ['GET strictness', 200, { strict: 'on' }],
    ['PUT strictness', { strict: 'documented' }, 200],
    ['GET strictness', 200, { strict: 'documented' }],
    [health, 400, /by an assumption alone \(gaps? SEC-G\d+/],
    [list, 200],
    [`${list}?limt=1`, 400],
    ['PUT strictness', { strict: 'off' }, 200],
    [`${list}?limt=1`, 200],
    ['PUT strictness', { strict: 'on' }, 200],
    ['POST reset', 204],
    ['GET strictness', 200, { strict: 'off' }],
    [`${list}?limt=1`, 200],
  )
})

rules({
  'CTL-072: the refusal of a path that leads nowhere repeats it and names what was meant': [
    ['GET /orders/api/ordres', 404, /\/orders\/api\/ordres;.*GET \/orders\/api\/orders\?/],
    ['GET /orders/api/orders/', 404, /\/orders\/api\/orders\/;.*GET \/orders\/api\/orders\?/],
    ['GET /orders/api/ordres/1', 404, /\/orders\/api\/ordres\/1;.*GET \/orders\/api\/orders\/\{token\}\?/],
  ],
})

it('CTL-070: an answer names its operation in X-Mock-Operation', async ({ s }) => {
  const sent = ['GET /orders/api/orders/3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10/digital', `PUT ${order}`]
  const [downloads, wrong] = [await s.send(`${sent[0]}`), await s.send(`${sent[1]}`, {})]
  const [{ docsUrl } = {}] = await s.interfaces()
  const noted = (await s.journal()).map(({ operation, rules }) => ({
    'x-mock-operation': operation,
    'x-mock-rules': rules.join(', '),
    ...(docsUrl && { link: rules.map((id) => `</docs/orders/rules/#${id}>; rel="describedby"`).join(', ') }),
  }))
  expect([downloads.headers, wrong.headers]).toMatchObject(noted)
  expect('link' in downloads.headers).toBe(docsUrl !== undefined)
  expect(downloads.headers['x-mock-rules']).toContain('ORD-054')
  expect(downloads.headers['x-mock-assumptions']).toBe(undefined)
  expect(wrong.headers['x-mock-rules']).toContain('ORD-082')
  expect(wrong.headers['x-mock-assumptions']).toMatch(/^ORD-G04\b/)
})

it('CTL-073: a refusal names its exact cause in X-Mock-Reason', async ({ s }) => {
  const causes = [
    [{}, /^The request carries no credentials/],
    [{ authorization: 'Nonsense 7c41d9e0' }, /^The credentials are malformed/],
    [{ 'x-svc-token': 'svc.7c41d9e0' }, /^The token is not known/],
    [{ 'x-svc-token': 'svc.example-expired' }, /^The token expired at \d{4}-.*; the clock .*\d{4}-/],
    [{ 'x-svc-token': 'svc.example-without-rights' }, /lacks the capability read .*\(SEC-089\)/],
  ] as const
  const bodies = new Set<string>()
  for (const [headers, cause] of causes) {
    const reply = await s.send('GET /secrets/v1/secret/foo', undefined, { 'x-svc-token': undefined, ...headers })
    const reason = reply.headers['x-mock-reason']
    expect(reply.status).toBe(403)
    expect(reason).toMatch(cause)
    expect(reason).not.toContain('7c41d9e0')
    expect(reason).toContain('GET /_control/interfaces')
    bodies.add(reply.text)
  }
  expect(bodies.size).toBe(1)
  expect((await s.send(`${list}?limit=0`)).headers['x-mock-reason']).toMatch(/limit.*[.]$/)
  expect((await s.send(list)).headers['x-mock-reason']).toBe(undefined)
  const noted = (await s.journal()).map(({ reason }) => reason)
  expect(noted.slice(0, causes.length)).toEqual(causes.map(([, cause]) => expect.stringMatching(cause)))
})
