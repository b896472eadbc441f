import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { UserError } from '../../user-error.ts'
import { bundled } from '../../workspace/bundled.ts'
import { readTargetFile } from './target-file.ts'

const env = { ORDERS_API_KEY: 'k3y of orders', CONTROL_TOKEN: 't0ken' }
const example = fileURLToPath(new URL('../../../schemas/target.example.yaml', import.meta.url))

const folder = temporaryFolder()

let count = 0
async function read(text: string | Buffer, environment: NodeJS.ProcessEnv = env) {
  const path = join(folder, `${count++}.yaml`)
  await writeFile(path, text)
  return readTargetFile(bundled, { file: path, path: [] }, environment)
}

/** What is told of a file, each mistake as `line:column: message`. */
async function mistakes(text: string | Buffer, environment: NodeJS.ProcessEnv = env): Promise<string[]> {
  const error = await read(text, environment).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UserError)
  return (error as UserError).message
    .split('\n')
    .map((line) =>
      line
        .replace(/^.*\.yaml:(?=\d)/, '')
        .replace(
          /^(\d+:\d+) {2}(?:(\S.*?): (?=is |has |must |needs |contains |names ))?/,
          (_, at, key) => `${at}: ${key === undefined ? '' : `${key} `}`,
        ),
    )
}

const only = (text: string) => `title: a\ninterfaces:\n  ${text}`
const orders = (...lines: string[]) => only(['orders:', 'baseUrl: http://shop.example', ...lines].join('\n    '))

it('reads the example', async () => {
  const targets = await readTargetFile(bundled, { file: example, path: [] }, env)
  expect([...targets.keys()]).toEqual(['orders'])
  expect(targets.get('orders')).toEqual({
    title: 'The test shop',
    known: new Map(),
    place: { file: example, line: 9 },
    baseUrl: 'https://orders.example/api',
    furtherUrls: new Map(),
    variables: {},
    credentials: new Map([
      [
        'full',
        expect.objectContaining({
          headers: { authorization: `Basic ${Buffer.from('k3y of orders:').toString('base64')}` },
        }),
      ],
    ]),
    resources: new Map([
      ['order', '5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568'],
      ['order with downloads', '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'],
    ]),
    allows: 'reversible',
    timeout: 5000,
    secrets: new Map([['k3y of orders', '$ORDERS_API_KEY']]),
  })
})

it('changes nothing when the file does not allow it, and offers no more than the file says', async () => {
  expect((await read(orders())).get('orders')).toMatchObject({
    allows: 'nothing',
    credentials: new Map(),
    resources: new Map(),
  })
})

it('reads the control plane, certificates, variables and further addresses, without trailing slashes', async () => {
  await writeFile(join(folder, 'ca.pem'), 'PEM')
  const targets = await read(`title: lab
interfaces:
  kv-cluster:
    baseUrl: http://{member}.example/
    variables: {member: m2}
  oauth-token:
    baseUrl: http://sso.example
    furtherUrls: {payments_base_url: http://pay.example/}
control: {url: http://mock.example/_control/, token: {env: CONTROL_TOKEN}}
tls: {ca: ca.pem, insecure: true}
`)
  expect(targets.get('kv-cluster')).toMatchObject({
    baseUrl: 'http://{member}.example',
    variables: { member: 'm2' },
    // It has no values: every server offers it.
    credentials: new Map([['anyone', expect.anything()]]),
    control: { url: 'http://mock.example/_control', token: 't0ken' },
    tls: { ca: 'PEM', insecure: true },
    secrets: new Map([['t0ken', '$CONTROL_TOKEN']]),
  })
  expect(targets.get('oauth-token')?.furtherUrls).toEqual(new Map([['payments_base_url', 'http://pay.example']]))
})

it.each<[text: string, told: string | RegExp]>([
  [orders('resource: {}'), "5:5: interfaces.orders.resource is an unknown key; did you mean 'resources'?"],
  [orders('zzzzzzzz: 1'), /^5:5: .*zzzzzzzz is an unknown key; known are baseUrl, .*$/],
  [only('oders: {baseUrl: http://a}'), "3:3: interfaces.oders is an unknown interface; did you mean 'orders'?"],
  [
    only('request-params: {baseUrl: http://a}'),
    /^3:3: interfaces.request-params is an unknown interface; known are [^\n]*$/,
  ],
  [only('__proto__: {baseUrl: http://a}'), /^3:3: interfaces.__proto__ is an unknown interface.*$/],
  [
    orders('credentials:', '  Full: {key: {env: ORDERS_API_KEY}}'),
    "6:7: interfaces.orders.credentials.Full is an unknown role; did you mean 'full'?",
  ],
  [
    orders('credentials: {full: {key: {env: ORDERS_API_KEY}, user: {env: ORDERS_API_KEY}}}'),
    '5:54: interfaces.orders.credentials.full.user is an unknown value; known are key',
  ],
  [orders('credentials: {full: {}}'), "5:19: interfaces.orders.credentials.full has no 'key', the API key"],
  [
    orders('resources: {shiped order: a}'),
    "5:17: interfaces.orders.resources.shiped order is an unknown resource; did you mean 'shipped order'?",
  ],
  [orders('variables: {member: a}'), '5:17: interfaces.orders.variables.member is an unknown variable; known are none'],
  [
    only('kv-cluster: {baseUrl: "http://{membre}.example"}'),
    "3:16: interfaces.kv-cluster.baseUrl has an unknown variable 'membre'; did you mean 'member'?",
  ],
  [orders('furtherUrls: {a: http://a}'), '5:19: interfaces.orders.furtherUrls.a is an unknown address; known are none'],
  [orders('resources: {order: 12}'), '5:17: interfaces.orders.resources.order must be text, and is a number'],
  [orders('resources:'), '5:5: interfaces.orders.resources must be a map, and is empty'],
  [orders('allow: all'), '5:5: interfaces.orders.allow must be one of nothing, reversible, lasting'],
  [orders('timeout: 0.5'), /^5:5: (\S+) must be a whole number, and is a number\n5:5: \1 must be >= 1$/],
  [orders('timeout: 10s'), '5:5: interfaces.orders.timeout must be a whole number, and is text'],
  ['title: a\ninterfaces: [orders]', '2:1: interfaces must be a map, and is a list'],
  ['title: a\ninterfaces: {}', '2:1: interfaces is empty'],
  ['interfaces: {orders: {baseUrl: http://a}}', "1:1: the file has no 'title'"],
  ['interfaces:\n\torders: {}', /^2:1: YAML: [^\n]*$/],
])('reports the error in %j', async (text, told) => {
  const said = (await mistakes(Buffer.from(text, 'latin1'))).join('\n')
  if (typeof told === 'string') expect(said).toBe(told)
  else expect(said).toMatch(told)
})

it.each([
  ['orders.example', 'is not an absolute URL'],
  ['http://', 'is not an absolute URL'],
  ['ftp://orders.example', 'must begin with http:// or https://'],
  ['http://me:s3cret@orders.example', 'contains a user or a password; credentials belong below `credentials`'],
  ['http://orders.example/?key=s3cret', 'has a query or a fragment; remove it, because paths are added to this URL'],
])('refuses the URL %s', async (url, told) => {
  const asBase = await mistakes(`title: a\ninterfaces:\n  orders:\n    baseUrl: ${url}`)
  expect(asBase).toEqual([`4:5: interfaces.orders.baseUrl ${told}`])
  const asControl = await mistakes(`${orders()}\ncontrol: {url: "${url}"}`)
  expect(asControl).toEqual([`5:11: control.url ${told}`])
})

it('refuses a secret in the file, and does not repeat it', async () => {
  const told =
    'must name the environment variable of the secret, such as {env: ORDERS_FULL_KEY}; files must not contain secrets'
  expect(await mistakes(orders('credentials: {full: {key: s3cret}}'))).toEqual([
    `5:26: interfaces.orders.credentials.full.key ${told}`,
  ])
  expect(await mistakes(orders('credentials: {full: {key: {value: s3cret}}}'))).toEqual([
    `5:26: interfaces.orders.credentials.full.key has no 'env'`,
    `5:26: interfaces.orders.credentials.full.key ${told}`,
  ])
  expect(await mistakes(orders('credentials: {full: {key: {env: s3cret-value}}}'))).toEqual([
    '5:32: interfaces.orders.credentials.full.key.env must be the name of an environment variable: letters, digits and underscores',
  ])
  expect(await mistakes(`${orders()}\ncontrol: {url: http://a, token: s3cret}`)).toEqual([
    expect.stringContaining(
      '5:26: control.token must name the environment variable of the secret, such as {env: CONTROL_TOKEN}',
    ),
  ])
})

it.each<[string, NodeJS.ProcessEnv, string]>([
  ['not set', {}, 'is not set'],
  ['empty', { ORDERS_API_KEY: '' }, 'is empty'],
  ['with its line break', { ORDERS_API_KEY: 's3cret\n' }, 'contains a line break or another control character'],
])('names an environment variable that is %s', async (_, environment, told) => {
  expect(await mistakes(orders('credentials: {full: {key: {env: ORDERS_API_KEY}}}'), environment)).toEqual([
    `5:26: interfaces.orders.credentials.full.key needs the environment variable ORDERS_API_KEY, which ${told}`,
  ])
})

it('reports all errors at once, in the order of the file', async () => {
  const told = await mistakes(`title: 1
interfaces:
  oders: {}
  orders:
    baseUrl: nowhere
    credentials: {full: {key: {env: NOT_SET}}}
    resources: {ordr: a}
tls: {ca: missing.pem}
`)
  expect(told.map((line) => line.split(':')[0])).toEqual(['1', '3', '3', '5', '6', '7', '8'])
  expect(told.at(-1)).toBe('8:7: tls.ca names missing.pem, which cannot be read (ENOENT)')
})

it('reports an error behind an alias at its own place', async () => {
  const text = `title: a
interfaces:
  orders: &shop
    baseUrl: http://a
    allow: all
  secrets: *shop
`
  expect(await mistakes(text)).toEqual([
    '5:5: interfaces.orders.allow must be one of nothing, reversible, lasting',
    '5:5: interfaces.secrets.allow must be one of nothing, reversible, lasting',
  ])
})

it('reports a file that is empty, missing, or a directory', async () => {
  const open = (file: string) => readTargetFile(bundled, { file, path: [] }, env)
  await expect(read('  \n')).rejects.toThrow(/\.yaml:1:1 {2}The file must hold a mapping/)
  await expect(open(join(folder, 'none.yaml'))).rejects.toThrow(/ENOENT/)
  await expect(open(folder)).rejects.toThrow(expect.objectContaining({ code: 'EISDIR', path: folder }))
})
