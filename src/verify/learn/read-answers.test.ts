import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { bundled } from '../../workspace/bundled.ts'
import { sampleRun } from '../report/sample-report.fixture.ts'
import { writeAnswers } from './learn.ts'
import { readAnswers } from './read-answers.ts'

const folder = temporaryFolder()

function fileOf(text: string): string {
  const file = join(folder, 'answers.yaml')
  writeFileSync(file, text)
  return file
}

it('reads what verify --learn writes: the names of members and documented errors, and no value', () => {
  const request = { method: 'GET', url: 'http://shop.example/api/orders/1', headers: {}, body: undefined }
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const exchangeOf = (status: number, body: object) => {
    const text = JSON.stringify(body)
    return { operation: 'getOrder', role: null, request, parameters: [], status, headers, text }
  }
  const undocumented = exchangeOf(422, { 'key-of-the-shop': 1, 'no\u202e': 1 })
  const order = exchangeOf(200, { token: '5c9e2b70', promocodes: [{ name: 'SPRING' }] })
  const exchanges = [undocumented, undocumented, order]
  const [result] = sampleRun.results.slice(0, 1).map((one) => ({ ...one, interface: 'orders', exchanges }))
  const run = { ...sampleRun, target: 'the shop', results: result ? [result] : [] }
  const { title, seen, interfaces } = readAnswers(
    fileOf(writeAnswers(bundled, run, new Map([['key-of-the-shop', '$SHOP_KEY']]))),
  )
  expect([title, seen]).toEqual(['the shop', '2026-11-21'])
  const common = { operation: 'getOrder', mediaType: 'application/json' }
  expect(interfaces.orders?.['ORD-G04']?.seen).toEqual([
    { ...common, status: 422, type: 'object', members: ['$SHOP_KEY', 'no\\u202e'] },
  ])
  expect(interfaces.orders?.['ORD-G02']?.seen).toContainEqual({
    ...common,
    status: 200,
    at: '/promocodes',
    type: 'array',
  })
  expect(JSON.stringify(interfaces)).not.toContain('SPRING')
})

it('tells what a server takes beyond its document', () => {
  const message = 'createOrder takes a body without name, which its document forbids (seed 1)'
  const [first] = sampleRun.results.map((one) => ({
    ...one,
    interface: 'orders',
    failure: { message, seen: '201: k' },
  }))
  const file = writeAnswers(bundled, { ...sampleRun, results: first ? [first] : [] }, new Map())
  expect(file).toContain('takes:\n  orders:\n    - createOrder takes a body without name\n')
  expect(readAnswers(fileOf(file)).title).toBe(sampleRun.target)
})

it.each([
  '{title: a}',
  '{title: a, seen: 2026-11-22}',
  '{title: a, seen: b, interfaces: {orders: 5}}',
  '{title: a, seen: b, interfaces: {orders: {ORD-G01: {}}}}',
  '{title: a, seen: b, interfaces: {orders: {ORD-G01: {seen: [{operation: getOrder}]}}}}',
])('refuses %s', (text) => {
  const file = fileOf(text)
  expect(() => readAnswers(file)).toThrow(`${file} is not a file that \`verify --learn\` has written: it needs a title`)
})

it('names a file that is missing, or is not YAML', () => {
  expect(() => readAnswers(join(folder, 'none.yaml'))).toThrow(/ENOENT/)
  const file = fileOf('a: [')
  expect(() => readAnswers(file)).toThrow(`${file}:1:5  YAML: `)
})
