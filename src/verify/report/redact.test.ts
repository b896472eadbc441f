import { expect, it } from 'vitest'
import type { Exchange } from '../context/check-target.ts'
import type { Report } from '../runner/report.ts'
import { toCurl } from './curl.ts'
import { redactReport } from './redact.ts'
import { sampleExchange, sampleResult, sampleRun } from './sample-report.fixture.ts'
import type { ShownExchange } from './shown-report.ts'

const key = 'orders/ä+"key" 1'
const secrets = new Map([[key, '$ORDERS_KEY']])

function runWith(exchange: Exchange, message = ''): Report {
  return { ...sampleRun, results: [sampleResult(2, { result: 'failed', failure: { message }, exchanges: [exchange] })] }
}

function shownExchange(exchange: Parameters<typeof sampleExchange>[0], known = secrets): ShownExchange | undefined {
  return redactReport(runWith(sampleExchange(exchange)), known).results[0]?.exchanges[0]
}

function shownMessage(message: string, known: ReadonlyMap<string, string> = secrets): string | undefined {
  return redactReport(runWith(sampleExchange(), message), known).results[0]?.failure?.message
}

it.each([
  ['as it is', `no ${key}, sorry`, 'no $ORDERS_KEY, sorry'],
  ['within a word', `x${key}x`, 'x$ORDERS_KEYx'],
  ['as JSON', JSON.stringify({ key }), '{"key":"$ORDERS_KEY"}'],
  [
    'as JSON within JSON',
    JSON.stringify({ text: JSON.stringify({ key }) }),
    '{"text":"{\\"key\\":\\"$ORDERS_KEY\\"}"}',
  ],
  ['as JSON of ASCII alone', '"orders\\/\\u00e4+\\u0022key\\" 1"', '"$ORDERS_KEY"'],
  ['in a query', `?key=${encodeURIComponent(key)}&x`, '?key=$ORDERS_KEY&x'],
  ['in a form', String(new URLSearchParams({ key })), 'key=$ORDERS_KEY'],
  ['percent-encoded in lower case, and in full', '%6frders%2f%c3%a4%2B%22key%22%201', '$ORDERS_KEY'],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key)), '$ORDERS_KEY'],
  ['in HTML', 'orders/&#xE4;+&quot;key&#34; 1', '$ORDERS_KEY'],
  ['in Base64', `a ${Buffer.from(key).toString('base64')} b`, 'a … b'],
  ['in Base64, as a user', `Basic ${Buffer.from(`${key}:`).toString('base64')}.`, 'Basic ….'],
  ['in Base64, as a password', `Basic ${Buffer.from(`me:${key}`).toString('base64')}.`, 'Basic ….'],
  ['in Base64, as a password after a long name', `${Buffer.from(`me2:${key}:`).toString('base64url')}.`, '….'],
  ['in Base64 in a query', `?a=${encodeURIComponent(Buffer.from(`12${key}`).toString('base64'))}&b`, '?a=…&b'],
  ['in hexadecimal', `a ${Buffer.from(key).toString('hex')} b`, 'a … b'],
  ['in hexadecimal, in upper case', Buffer.from(key).toString('hex').toUpperCase(), '…'],
  ['in upper case', `no ${key.toUpperCase().replace('Ä', 'ä')}`, 'no …'],
  ['cut short by an assertion', `expected '${key.slice(0, 9)}…' to be`, "expected '$ORDERS_KEY…' to be"],
  ['cut short by a parser', `"{"key": ${key.slice(0, 7)}"... is no JSON`, '"{"key": $ORDERS_KEY"... is no JSON'],
])('redacts a secret %s', (_, text, shown) => {
  expect(shownMessage(text)).toBe(shown)
})

it('leaves a text without secrets as it is', () => {
  const text = 'expected "orders" to be 10 % of …, seen \\u0041 &amp; %41'
  expect(shownMessage(text)).toBe(text)
})

it('replaces a secret that contains another one as a whole, and never searches the replacement', () => {
  const known = new Map([
    ['abcd', '$SHORT'],
    ['abcdefgh', '$LONG'],
    ['LONG', '$OTHER'],
  ])
  expect(shownMessage('abcdefgh abcd', known)).toBe('$LONG $SHORT')
})

it('shows no rest of a value that overlaps another one', () => {
  expect(
    shownMessage(
      'a onetwothree b',
      new Map([
        ['onetwo', '$ONE'],
        ['twothree', '$TWO'],
      ]),
    ),
  ).toBe('a $ONE b')
})

it('leaves a word that differs from a short value in its case', () => {
  expect(shownMessage('Orders and orders', new Map([['Orders', '$KEY']]))).toBe('$KEY and orders')
})

it('leaves a value of three characters in texts, and hides it in credentials', () => {
  const known = new Map([['abc', '$ABC']])
  expect(shownMessage('abcdef', known)).toBe('abcdef')
  const { request } = shownExchange({ request: { headers: { authorization: 'Bearer abc' } } }, known) ?? {}
  expect(request?.headers.authorization).toBe('Bearer $ABC')
})

it.each([
  ['a known bearer', 'authorization', `Bearer ${key}`, 'Bearer $ORDERS_KEY'],
  ['an unknown bearer', 'authorization', 'Bearer made-up', 'Bearer …'],
  ['a bearer that only holds a known value', 'authorization', `Bearer 1${key}`, 'Bearer …'],
  ['a token', 'x-svc-token', 'made-up', '…'],
  ['an empty token', 'x-svc-token', '', ''],
  ['cookies', 'cookie', 'a=1; b=2', 'a=…; b=…'],
  ['a cookie that is set', 'set-cookie', 'sid=1234; Path=/; HttpOnly', 'sid=…; Path=…; HttpOnly'],
  ['the session of the mock', 'x-mock-session', 'one', 'one'],
  ['a challenge', 'www-authenticate', 'Bearer realm="lamps"', 'Bearer realm="lamps"'],
])('shows %s', (_, name, value, shown) => {
  expect(shownExchange({ request: { headers: { [name]: value } } })?.request.headers).toEqual({ [name]: shown })
  expect(shownExchange({ headers: { [name]: value } })?.response?.headers).toEqual({ [name]: shown })
})

it.each([
  [`${key}:`, '$ORDERS_KEY:'],
  ['me:', '…:'],
  [`me:${key}`, '…:$ORDERS_KEY'],
])('shows HTTP Basic as user and password: %j', (credential, user) => {
  const authorization = `Basic ${Buffer.from(credential).toString('base64')}`
  expect(shownExchange({ request: { headers: { accept: '*/*', authorization } } })?.request).toMatchObject({
    headers: { accept: '*/*' },
    user,
  })
})

it.each([
  ['JSON', '{"access_token":"t0ken-1","expires_in":600}', '{"access_token":"$ACCESS_TOKEN","expires_in":600}'],
  ['deep JSON', '{"auth":{"client_token":"t0ken-1"}}', '{"auth":{"client_token":"$CLIENT_TOKEN"}}'],
  ['a token of what wraps', '{"wrap_info":[{"token":"t0ken-1"}]}', '{"wrap_info":[{"token":"$TOKEN"}]}'],
  [
    'JSON line by line',
    '{"idToken":"t0ken-1"}\n{"idToken":"t0ken-1"}',
    '{"idToken":"$IDTOKEN"}\n{"idToken":"$IDTOKEN"}',
  ],
  ['JSON that is cut off', '{"refresh_token": "t0ken-1", "a', '{"refresh_token": "$REFRESH_TOKEN", "a'],
  ['a form', 'access_token=t0ken-1&a=1', 'access_token=$ACCESS_TOKEN&a=1'],
  ['a password', '{"data":{"password":"t0ken-1"}}', '{"data":{"password":"$PASSWORD"}}'],
])('redacts a secret that the target hands out in %s, wherever it appears again', (_, text, shown) => {
  const handedOut = sampleExchange({ text })
  const later = sampleExchange({
    request: { url: 'https://lamps.example/?a=t0ken-1', headers: { authorization: 'Bearer t0ken-1' } },
    text: 't0ken-1 is unknown',
  })
  const report = redactReport(
    { ...sampleRun, results: [sampleResult(1, { exchanges: [later, handedOut] })] },
    new Map(),
  )
  const [first, second] = report.results[0]?.exchanges ?? []
  const name = report.variables[0]
  expect(second?.response?.text).toBe(shown)
  expect(first?.request).toMatchObject({
    url: `https://lamps.example/?a=${name}`,
    headers: { authorization: `Bearer ${name}` },
  })
  expect(first?.response?.text).toBe(`${name} is unknown`)
})

it('keeps a token that gives no access', () => {
  const text = '{"token":"5c9e2b70","next_page_token":"abcdef","token_type":"bearer"}'
  expect(shownExchange({ text })?.response?.text).toBe(text)
})

it('redacts web tokens of other origin', () => {
  expect(shownMessage('got eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln, hm')).toBe('got …, hm')
})

it.each([
  ['text', Buffer.from('lamp ä'), 'lamp ä'],
  ['bytes that have crossed a process', new Uint8Array(Buffer.from('lamp')) as Buffer, 'lamp'],
  ['what is not UTF-8', Buffer.from([0xff, 0x41]), { bytes: 2 }],
  ['what has a NUL', Buffer.from('a\0b'), { bytes: 3 }],
])('keeps %s of a body', (_, body, shown) => {
  expect(shownExchange({ request: { body } })?.request.body).toEqual(shown)
})

it('shows the beginning of a text that is long', () => {
  expect(shownMessage('-'.repeat(20_000))).toBe(`${'-'.repeat(16_384)}… (20000 characters)`)
})

it('shows no part of a secret that is cut at the end of a long text', () => {
  const long = 'longsecret'.repeat(401)
  expect(shownMessage(long.repeat(300), new Map([[long, '$LONG']]))).toBe('… (1203000 characters)')
})

it('shows only the exchanges of chosen results, and redacts the tokens that the others handed out', () => {
  const handedOut = sampleResult(1, { exchanges: [sampleExchange({ text: '{"access_token":"handed-out-5c9e"}' })] })
  const failure = { message: 'seen handed-out-5c9e' }
  const failed = sampleResult(2, { result: 'failed', failure, exchanges: [sampleExchange()] })
  const report: Report = { ...sampleRun, results: [handedOut, failed] }
  const [one, other] = redactReport(report, secrets, ({ result }) => result === 'failed').results
  expect([one?.exchanges.length, other?.exchanges.length]).toEqual([0, 1])
  expect(other?.failure?.message).toBe('seen $ACCESS_TOKEN')
})

it('numbers several secrets of one name, so that each call can be repeated with its own', () => {
  const login = (password: string) =>
    sampleExchange({ request: { method: 'POST', body: Buffer.from(JSON.stringify({ password })) }, text: '{}' })
  const exchanges = [login('first-password'), login('second-password'), login('first-password')]
  const report: Report = { ...sampleRun, results: [sampleResult(2, { result: 'failed', exchanges })] }
  const shown = redactReport(report, new Map([['third-password', '$LAMPS_PASSWORD']]))
  expect(shown.results[0]?.exchanges.map(({ request }) => request.body)).toEqual([
    '{"password":"$PASSWORD"}',
    '{"password":"$PASSWORD_2"}',
    '{"password":"$PASSWORD"}',
  ])
  const [, second] = shown.results[0]?.exchanges ?? []
  expect(second && toCurl(second.request, shown.variables)).toContain('"$PASSWORD_2"')
})
