import { expect } from 'vitest'
import { ControlTokenError, startMock } from '../../start-mock.ts'
import { answered, calls, it, list, rules, Session, type Step, without } from './rules.fixture.ts'

const look = 'GET /_control/interfaces'
const prepare = 'OPTIONS .\naccess-control-request-method: DELETE'
const anonymous = 'authorization: none'

/** A step for each value of this header. */
const each = (call: string, header: string, values: readonly string[], ...rest: [status: number, expected?: object]) =>
  values.map((value): Step => [`${call}\n${header}: ${value}`, ...rest])

const localHosts = ['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.1.2.3:80', '[::1]', '[0:0:0:0:0:0:0:1]:4010']
const addresses = ['10.0.0.1', '[::2]:80', '[fe80::1]', '128.0.0.1', '126.0.0.1', '0.0.0.0', '127.0.0.1@mock.example']
const foreignHosts = [...addresses, 'localhost.mock.example', '127.0.0.1.mock.example', 'mock.example:4010']
const localOrigins = ['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8080']
const foreignNames = ['http://localhost.a.example', 'https://a.example/localhost', 'http://127.0.0.1.a.example']
const foreignOrigins = [...foreignNames, 'https://pages.example', 'http://10.0.0.1', 'null', '']
const wrongTokens = ['Bearer wrong', 'Bearer', 'Bearer ', 'Basic d3Jvbmc6', 'bearer', `Bearer ${'x'.repeat(200)}`]

/** Which origin's pages may read an answer. */
const readableBy = (origin: string) => ({ headers: { 'access-control-allow-origin': origin } })
const unreadable = without('access-control-allow-origin')

/** The answers of operations keep the document; here are those of other paths and methods. */
const problem = (status: number) => {
  const words = { title: expect.stringMatching(/^[A-Z]/), detail: expect.stringMatching(/\w+ \w+/) }
  return { type: 'about:blank', status, ...words }
}

const ownHealth = `GET /_control/health\nhost: mock.example\n${anonymous}`
const isHealthy: Step = [ownHealth, 200, /^\{"live":true,"ready":true\}$/]

rules({
  'CTL-055: a mock without a control token answers foreign hosts 403': [
    ...answered(403, calls, 'host: mock.example'),
    ...each(look, 'host', foreignHosts, 403),
    ...each(`${look}\n${anonymous}`, 'host', localHosts, 200),
  ],
  'CTL-057: a control call from a page of a foreign origin is answered 403': [
    ...answered(403, calls, 'origin: https://pages.example'),
    ...each(look, 'origin', foreignOrigins, 403, unreadable),
    ...each(prepare, 'origin', foreignOrigins, 204, unreadable),
    ...localOrigins.map((origin): Step => [`${look}\norigin: ${origin}`, 200, readableBy(origin)]),
    ...localOrigins.map((origin): Step => [`${prepare}\norigin: ${origin}`, 204, readableBy(origin)]),
  ],
  'CTL-060: a control call that is refused is answered with problem details (RFC 9457)': [
    ['GET /_control/nothing', 404, problem(404)],
    ['PATCH clock', 405, problem(405)],
    ['PUT clock', '{"now"', 400, problem(400)],
  ],
  'CTL-061: any host may read the health': [isHealthy],
})

const own = 'https://mock.example:4010'

rules(
  {
    'CTL-056: a mock with a control token answers calls without it 401': [
      ...answered(401, calls, anonymous),
      [`${look}\n${anonymous}`, 401, { headers: { 'www-authenticate': expect.stringMatching(/^Bearer\b/) } }],
      ...each(look, 'authorization', wrongTokens, 401),
      // With the token, any host name is accepted.
      ...each(look, 'host', ['localhost', 'mock.example'], 200),
      [list, 200],
    ],
    'CTL-057: a control token opens the control plane to no page of a foreign origin': [
      ...each(look, 'origin', foreignOrigins, 403, unreadable),
      [`${look}\nhost: mock.example:4010\norigin: ${own}`, 200, readableBy(own)],
      ...each(`${look}\nhost: mock.example:4010`, 'origin', ['https://mock.example', `${own}0`], 403),
    ],
    'CTL-061: the health can be read without the control token': [isHealthy],
  },
  'guarded',
)

it('CTL-058: a mock that listens beyond loopback does not start without a control token', async () => {
  for (const host of ['0.0.0.0', '::', ''])
    for (const token of [{}, { controlToken: '' }])
      await expect(startMock({ interfaces: ['orders'], host, ...token })).rejects.toThrow(ControlTokenError)
  const mock = await startMock({ interfaces: ['orders'], host: '0.0.0.0', controlToken: 'example-control' })
  await new Session(mock.origin).run([`${look}\n${anonymous}`, 401])
  await mock.close()
  await (await startMock({ interfaces: ['orders'], host: 'LocalHost' })).close()
  const off = await startMock({ interfaces: ['orders'], control: false, host: '0.0.0.0' })
  // An address that callers can use.
  expect(off.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await new Session(off.origin).run([ownHealth, 200], [look, 404], ['GET /_control/sessions', 404])
  await off.close()
})
