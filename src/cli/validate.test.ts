import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { runCommand, startCommand } from './run-command.fixture.ts'

const folder = temporaryFolder()

const list = { totalItems: 0, offset: 0, limit: 20, items: [] }

function har(name: string, ...bodies: object[]): string {
  const entries = bodies.map((body) => ({
    request: { method: 'GET', url: 'https://shop.example/api/orders', headers: [] },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { text: JSON.stringify(body) },
    },
  }))
  return file(name, JSON.stringify({ log: { entries } }))
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const base = ['--base-url', 'orders=https://shop.example']

it('ends with 0 when every response holds', async () => {
  const { stdout, stderr, code } = await runCommand(['validate', har('good.har', list, list), ...base])
  expect([stdout, stderr, code]).toEqual([
    '2 responses: 2 checked, 0 not in the contract, 0 skipped\nNo violations.\n',
    '',
    0,
  ])
})

it('prints what is wrong, the same fault of many elements once, and ends with 1', async () => {
  const order = { token: '00000000-0000-4000-8000-000000000000', creationDate: '2026-03-01T10:00:00Z', status: 'Lost' }
  const more = { paymentMethod: 'CreditCard', paymentStatus: 'Paid', invoiceNumber: 'INV-1', email: 'a@b.example' }
  const orders = { ...list, totalItems: '3', items: [1, 2, 3].map(() => ({ ...order, ...more })) }
  const { stdout, code } = await runCommand(['validate', har('bad.har', list, orders), ...base])
  const lines = stdout.split('\n').map((line) => line.replace(/(one of|exactly) .*?(?=,? seen|$)/, '$1 …'))
  expect(lines).toEqual([
    'entry 2: GET https://shop.example/api/orders (listOrders, 200)',
    '  /totalItems: expected integer, seen "3"',
    '    ORD-010 `totalItems` of the order list is an integer.',
    '  /items/0/status: expected one of …, seen "Lost" (and 2 more at /items/*/status)',
    '    ORD-018 `status` of an order is a string, one of …',
    '    ORD-058 The order status values are exactly …',
    '',
    '2 responses: 2 checked, 0 not in the contract, 0 skipped',
    '4 violations in 1 response.',
    '',
  ])
  expect(code).toBe(1)
})

it('prints one JSON object, whatever there is in it', async () => {
  const good = await runCommand(['validate', har('good.har', list), ...base, '--json'])
  expect(JSON.parse(good.stdout)).toMatchObject({ findings: [], summary: { responses: 1, checked: 1, violations: 0 } })
  const bad = await runCommand([
    'validate',
    har('bad.har', { ...list, limit: '1' }, { ...list, offset: '1' }),
    ...base,
    '--json',
  ])
  expect(JSON.parse(bad.stdout)).toMatchObject({
    findings: [
      { id: 'response-body', message: expect.stringContaining('/limit: expected integer'), rules: ['ORD-012'] },
      { operation: 'listOrders', place: { file: join(folder, 'bad.har'), line: 1 } },
    ],
    summary: { broken: 2 },
  })
  expect(bad.code).toBe(1)
})

it('prints no character that a reader cannot see or that turns the line, in lines, in JSON and in errors', async () => {
  const hidden = '\u202e\u2028\u2066\u200b\ufeff'
  const bad = har('hidden.har', { ...list, limit: `a${hidden}` })
  const unprintable = /[^\P{C}\n]|\p{Zl}|\p{Zp}/u
  const [lines, json, error] = await Promise.all([
    runCommand(['validate', bad, ...base]),
    runCommand(['validate', bad, ...base, '--json']),
    runCommand(['validate', join(folder, `${hidden}.har`)]),
  ])
  expect(lines.stdout).toContain('\\u202e\\u2028\\u2066\\u200b\\ufeff')
  for (const { stdout, stderr } of [lines, json, error]) expect(stdout + stderr).not.toMatch(unprintable)
  expect(JSON.parse(json.stdout).findings[0].message).toContain('\\u202e')
  expect(error.stderr).toContain('\\u202e')
})

it('a request counts when it is asked to', async () => {
  const wrong = har('requests.har', list)
  writeFileSync(wrong, readFileSync(wrong, 'utf8').replace('/api/orders', '/api/orders?limit=many&offset=none'))
  const silent = await runCommand(['validate', wrong, ...base])
  expect(silent.stdout).toMatch(
    /^entry 1, request: GET \S+limit=many&offset=none \(listOrders, 200\)\n {2}query offset: expected integer, seen "none"\n/,
  )
  expect(silent.stdout).toMatch(/\nNo violations\.\n2 violations in 1 request\.\n$/)
  expect([silent.code, (await runCommand(['validate', wrong, ...base, '--fail-on-requests'])).code]).toEqual([0, 1])
})

it('says that there are more violations than are reported', async () => {
  const { stdout } = await runCommand(['validate', har('many.har', { ...list, items: Array(101).fill(3) }), ...base])
  expect(stdout).toMatch(/\n {2}and more: the report is limited to 100\n/)
  expect(stdout).toMatch(/\nAt least 100 violations in 1 response\.\n$/)
})

it('reads standard input', async () => {
  const { stdout, code } = await runCommand(['validate', '-', ...base], readFileSync(har('good.har', list), 'utf8'))
  expect([stdout, code]).toEqual(['1 response: 1 checked, 0 not in the contract, 0 skipped\nNo violations.\n', 0])
})

it('a reader that has seen enough does not change the verdict', async () => {
  const many = har('many.har', ...Array.from({ length: 3000 }, () => ({ ...list, limit: '1' })))
  const validated = startCommand(['validate', many, ...base])
  await validated.says(/./)
  validated.process.stdout?.destroy()
  const { stderr, code } = await validated.ended
  expect([stderr, code]).toEqual(['', 1])
})

it.each([
  [[join(folder, 'nothing.har')], /nothing\.har: there is no such file or folder; .*\n$/],
  [[folder], /: it is a folder, and a HAR is a file\n$/],
  [[file('empty.har', '')], /empty\.har: it is empty\n$/],
  [[har('none.har'), ...base], /none\.har: no response in it could be checked: it has no entries\n$/],
  [
    [har('far.har', list)],
    /far\.har: no response in it could be checked; --base-url says where an interface was served\n$/,
  ],
  [
    [har('far.har', list), '--base-url', 'ordres=https://shop.example'],
    /^--base-url: there is no interface 'ordres'; did you mean 'orders'\?/,
  ],
  [[har('far.har', list), '--base-url', 'orders'], /^error: .*It is written <interface>=<url>\./],
  [[har('far.har', list), '--base-url', 'orders=shop.example'], /The URL begins with http:\/\/ or https:\/\/\.\n$/],
  [[], /^error: missing required argument/],
])('%j is unusable, and ends with 2', async (args, message) => {
  const { stderr, code } = await runCommand(['validate', ...args])
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})
