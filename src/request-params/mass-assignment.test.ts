import { expect, it } from 'vitest'
import { post, sent } from './params.fixture.ts'
import { asRecord, int, list, type ParamRecord, type Params, text, validationErrors } from './request-params.ts'

class Account {
  name = 'Ada'
  role = 'user'
}

const fields = { name: text }
const account = () => asRecord(new Account(), fields)

/** Requests that try to reach more than the name. */
const attacks: [string, () => Promise<Params>][] = [
  ['a query', () => sent.query('name=Eve&role=admin&__proto__=x&constructor=x&prototype=x')],
  [
    'a query with brackets',
    () => sent.query('name=Eve&__proto__[role]=admin&constructor[prototype][role]=admin&[__proto__][role]=admin'),
  ],
  ['a query with encoded names', () => sent.query('name=Eve&%5f%5fproto%5f%5f=x&r%6Fle=admin')],
  ['a form', () => sent.form('name=Eve&role=admin&__proto__=x&constructor=x&__proto__.role=admin')],
  [
    'JSON',
    () =>
      post(
        'application/json',
        '{"name":"Eve","role":"admin","__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
      ),
  ],
  ['a JSON array', () => post('application/json', '[{"name":"Eve","role":"admin"}]')],
  [
    'a multipart form',
    () => {
      const form = new FormData()
      const fields = { name: 'Eve', role: 'admin', ['__proto__']: 'x', constructor: 'x' }
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      return sent.multipart(form)
    },
  ],
]

it.each(attacks)('PRM-049: %s reaches no field that was not asked for', async (_what, attack) => {
  const filled = (await attack()).fill(account(), ['name'])
  expect(filled).toBeInstanceOf(Account)
  expect(Object.keys(filled)).toEqual(['name', 'role'])
  expect(filled.role).toBe('user')
  expect(Object.getPrototypeOf(filled)).toBe(Account.prototype)
  expect(filled.constructor).toBe(Account)
  expect(({} as { role?: string }).role).toBeUndefined()
  expect(validationErrors(filled)).toEqual([])
})

it.each(attacks)('PRM-049: %s reaches none even when it chooses the names itself', async (_what, attack) => {
  const params = await attack()
  const record: Account & ParamRecord<string> = account()
  const names = params.allParams().map(([name]) => name)
  if (names.length > 0) expect(() => params.fill(record, names)).toThrow(/is not a field of the record/)
  for (const name of ['__proto__', 'constructor', 'prototype', 'role', 'toString', 'hasOwnProperty']) {
    expect(() => params.fill(record, [name])).toThrow(new TypeError(`'${name}' is not a field of the record`))
  }
  expect(record).toMatchObject({ name: 'Ada', role: 'user' })
})

it.each(['__proto__', 'constructor', 'prototype'])(
  'PRM-049: %s is not a field, even if it is declared',
  async (name) => {
    const declared: object = asRecord({ name: 'Ada' } as Record<string, string>, { [name]: text, name: text })
    const record = declared as { name: string } & ParamRecord<string>
    const params = await sent.query(`${name}=x`)
    expect(() => params.fill(record, [name])).toThrow(new TypeError(`'${name}' is not a field of the record`))
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
  },
)

it('PRM-049: a record made of JSON that has a member __proto__ keeps its prototype', async () => {
  const row: { name: string } = JSON.parse('{"name":"Ada","__proto__":{"role":"admin"}}')
  const filled = (await sent.query('name=Eve')).fill(asRecord(row, fields), ['name'])
  expect(filled.name).toBe('Eve')
  expect('role' in filled).toBe(false)
})

it('PRM-047: a repeated name does not make an array of a single value', async () => {
  const record = asRecord({ name: 'Ada', ids: [0] }, { name: text, ids: list(int) })
  const filled = (await sent.query('name=a&name=b&ids=1,2&ids=3')).fill(record, ['name', 'ids'])
  expect(filled).toMatchObject({ name: 'a', ids: [1, 2] })
})
