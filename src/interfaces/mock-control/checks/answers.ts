import type { Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesHeader, on, type Sabotage, seesBody } from '../../../check/sabotage.ts'
import { andThen, changesDetail, changesRefusal, eachWrong, mixesSessions, refusesAsJson } from './sabotages.ts'
import { type Checks, detailOf, inSession, type Session } from './session.ts'

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
  expect(text, `what is said of ${name}`).toContain(`'${name}' is not documented`)
  expect(text, `what is said of ${name}`).toContain(`did you mean '${meant}'?`)
}

/** Sends a request without undocumented parts: `metadata` may have any member. */
const sendOpen = async (s: Session) =>
  s.update(await s.anOrder(), { status: 'Processed', metadata: { 'any name': 'x' } })

/** Sets another strictness than the request asks for. */
const isStrict = (strict: (asked: string) => string): Sabotage =>
  on('setStrictness', seesBody, (asked: { strict: string }) => ({ strict: strict(asked.strict) }))

const neverStrict = isStrict(() => 'off')

export const answers: Checks = {
  'CTL-066': inSession(async (s) => {
    const sent = await sendMisspelt(s)
    for (const [name, meant, { headers }] of sent) expectHint(headers['x-mock-warnings'], name, meant)
    const hints = sent.map(([, meant]) => expect.stringContaining(`did you mean '${meant}'?`))
    const kept = (await s.journal()).map(({ warnings }) => warnings.join())
    expect(kept, 'warnings in the journal').toEqual(hints)
    expect(kept.join(), 'the warnings in the journal').not.toMatch(/limt|sesion|Numbr/)
    expect((await sendOpen(s)).headers['x-mock-warnings'], 'warnings of open members').toBe(undefined)
  }).brokenBy(
    changesHeader('x-mock-warnings', undefined),
    changesHeader('x-mock-warnings', (warnings) => warnings?.replace(/; did you mean.*/, '.')),
    changesHeader('x-mock-warnings', (warnings = "'/metadata/any name' is not documented.") => warnings),
    ...eachWrong('getJournal', { warnings: ["'limt' is not documented"] }, 'requests'),
  ),
  'CTL-067': inSession(async (s) => {
    const token = await s.anOrder()
    const before = await s.order(token)
    await setStrictness(s, 'on')
    for (const [name, meant, reply] of await sendMisspelt(s)) {
      expect(reply.status, `status of a request with ${name}`).toBe(400)
      expect(reply.headers['content-type'], 'media type of the refusal').toMatch(/^application\/problem\+json\b/)
      expectHint(detailOf(reply), name, meant)
    }
    expect((await s.order(token)).body, 'the order after a refused update').toEqual(before.body)
    expect((await sendOpen(s)).status, 'status of an update with open members').toBe(200)
    await setStrictness(s, 'off')
    for (const [name, , { status }] of await sendMisspelt(s))
      expect(status, `status of a request with ${name}, when nothing is strict`).toBe(200)
  }).brokenBy(
    neverStrict,
    changesDetail((detail) => detail.replace(/'[^']*'/, 'something')),
    changesDetail((detail) => detail.replace(/; did you mean[^?]*\?/, '.')),
    refusesAsJson,
  ),
  'CTL-068': inSession(async (s) => {
    const assumed = () => s.ask('secrets', 'GET /v1/sys/health')
    const served = (await assumed()).status
    await setStrictness(s, 'on')
    expect((await assumed()).status, 'status of an assumed operation, in a session that is strict').toBe(served)
    await setStrictness(s, 'documented')
    const refused = await assumed()
    expect(refused.status, 'status of an assumed operation').toBe(400)
    const gap = /by an assumption alone \(gaps? SEC-G\d+/
    expect(detailOf(refused), 'what is said of an assumed operation').toMatch(gap)
    expect(await s.statuses(1), 'status of a documented operation').toEqual([200])
    const misspelt = await s.ask('orders', 'GET /orders?limt=1')
    expect(misspelt.status, 'status of an undocumented query parameter').toBe(400)
  }).brokenBy(
    isStrict(() => 'on'),
    isStrict((asked) => (asked === 'on' ? 'documented' : asked)),
    changesDetail((detail) => detail.replace(/SEC-G\d+/g, 'one')),
  ),
  'CTL-069': inSession(async (s) => {
    const first = await strictnessOf(s)
    for (const strict of ['documented', 'on', 'off'] as const) {
      await setStrictness(s, strict)
      expect(await strictnessOf(s), 'strictness as it was set').toBe(strict)
    }
    await setStrictness(s, first === 'on' ? 'off' : 'on')
    expect(await strictnessOf(s.own()), 'strictness of another session').toBe(first)
    await s.call('resetSession')
    expect(await strictnessOf(s), 'strictness after a reset').toBe(first)
  }).brokenBy(
    neverStrict,
    mixesSessions('getStrictness', 'setStrictness'),
    andThen('resetSession', 'PUT /strictness', { strict: 'on' }),
  ),
  'CTL-070': inSession(async (s) => {
    const token = await s.anOrder((path) => path.endsWith('/digital'))
    const { headers: downloads } = await s.ask('orders', `GET /orders/${token}/digital`)
    const { headers: wrong } = await s.update(token, {})
    const entries = await s.journal()
    const hasDocs = await s.hasDocs()
    for (const [index, headers] of [downloads, wrong].entries()) {
      const { operation, rules = [] } = entries[index] ?? {}
      expect(headers['x-mock-operation'], 'the operation').toBe(operation)
      expect(headers['x-mock-rules'], 'the rules that decided').toBe(rules.join(', '))
      const links = hasDocs ? rules.map((rule) => `</docs/orders/rules/#${rule}>; rel="describedby"`) : []
      expect(headers.link ?? '', 'links to the rules').toBe(links.join(', '))
    }
    expect(downloads['x-mock-rules'], 'the rules of downloads').toContain('ORD-054')
    expect(downloads['x-mock-assumptions'], 'assumptions of a documented answer').toBe(undefined)
    expect(wrong['x-mock-rules'], 'the rules of an update without a status').toContain('ORD-082')
    expect(wrong['x-mock-assumptions'], 'assumptions of an error').toMatch(/^ORD-G04\b/)
  }).brokenBy(
    changesHeader('x-mock-operation', 'listOrders'),
    changesHeader('x-mock-rules', (rules) => rules && `${rules}, ORD-001`),
    changesHeader('x-mock-assumptions', undefined),
    changesHeader('link', () => '</docs/orders/rules/>; rel="describedby"'),
  ),
  'CTL-072': inSession(async (s) => {
    for (const [target, meant] of [
      ['/ordres', 'GET /orders/api/orders?'],
      ['/orders/', 'GET /orders/api/orders?'],
      ['/ordres/1', 'GET /orders/api/orders/{token}?'],
    ] as const) {
      const reply = await s.ask('orders', `GET ${target}`)
      expect(reply.status, `status of ${target}`).toBe(404)
      expect(detailOf(reply), `the path as it was sent, of ${target}`).toContain(`/orders/api${target};`)
      expect(detailOf(reply), `the operation that ${target} probably means`).toContain(meant)
    }
  }).brokenBy(
    changesDetail((detail) => detail.replace('/orders/api', '/api')),
    changesDetail((detail) => detail.replace(/;.*/, '.')),
    changesDetail((detail) => detail.replace('/{token}', '')),
  ),
  'CTL-073': inSession(async (s) => {
    const { credentials } = await s.served('secrets')
    const tokenOf = (role: string) => ({
      'x-svc-token':
        credentials.find((one) => one.role === role)?.headers['x-svc-token'] ??
        s.t.inconclusive(`needs a mock whose secrets service has the credential ${role}`),
    })
    const causes = [
      ['no token', {}, /^The request carries no credentials/],
      ['a malformed token', { authorization: 'Nonsense 7c41d9e0' }, /^The credentials are malformed/],
      ['an unknown token', { 'x-svc-token': 'svc.7c41d9e0' }, /^The token is not known/],
      ['an expired token', tokenOf('expired'), /^The token expired at \d{4}-.*; the clock .*\d{4}-/],
      ['a token without rights', tokenOf('none'), /lacks the capability read .*\(SEC-089\)/],
    ] as const
    const bodies = new Set<string>()
    for (const [what, headers, cause] of causes) {
      const reply = await s.ask('secrets', 'GET /v1/secret/foo', { headers, anonymous: true })
      const reason = reply.headers['x-mock-reason']
      expect(reply.status, `status with ${what}`).toBe(403)
      expect(reason, `the reason with ${what}`).toMatch(cause)
      expect(reason, `the reason with ${what}`).not.toContain('7c41d9e0')
      expect(reason, 'where the credentials are').toContain('GET /_control/interfaces')
      bodies.add(reply.text)
    }
    expect(bodies.size, 'different bodies of the refusals').toBe(1)

    const reasonOf = async (request: string) => (await s.ask('orders', request)).headers['x-mock-reason']
    expect(await reasonOf('GET /orders?limit=0'), 'the reason with a limit of 0').toMatch(/limit.*[.]$/)
    expect(await reasonOf('GET /orders'), 'the reason of a success').toBe(undefined)
    const told = (await s.journal()).map(({ reason }) => reason)
    const expected = causes.map(([, , cause]) => expect.stringMatching(cause))
    expect(told.slice(0, causes.length), 'reasons in the journal').toEqual(expected)
  }).brokenBy(
    changesHeader(
      'x-mock-reason',
      (reason) => reason && 'The credentials are malformed: see GET /_control/interfaces.',
    ),
    changesHeader('x-mock-reason', (reason) => reason?.replace('GET /_control/interfaces', 'somebody')),
    changesHeader('x-mock-reason', (reason) => reason && `${reason} 7c41d9e0`),
    // The body tells the cause.
    changesRefusal(({ headers }) => ({ body: { errors: [headers['x-mock-reason']] } })),
  ),
}
