import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../contract/operation.ts'
import { bundled } from '../../workspace/bundled.ts'
import { type RunningMock, startMock } from '../start-mock.ts'
import { compileExplanations, rulesOfViolations, withExplanation } from './explanation.ts'

const orders = bundled.find('orders').contract
const operation = (id: string) => orders.operations.get(id)
const explainOrders = compileExplanations(orders, true)
const explain = (id: string, status: number, rules: string[] = [], gap?: string) =>
  explainOrders(operation(id), { status, rules, gap })

describe('the headers of an explanation', () => {
  it('the headers name the rules that decided, and link each', () => {
    expect(explain('listOrders', 200, ['ORD-009', 'ORD-010'])).toEqual({
      'x-mock-operation': 'listOrders',
      'x-mock-rules': 'ORD-009, ORD-010',
      link: '</docs/orders/rules/#ORD-009>; rel="describedby", </docs/orders/rules/#ORD-010>; rel="describedby"',
    })
  })

  it('the headers name the rules of the response where none is known to have decided, or else those of the operation', () => {
    expect(explain('listOrders', 200)['x-mock-rules']).toBe('ORD-004, ORD-009')
    const example = explainOrders(operation('listOrders'), { status: 200, rules: [], isExample: true })
    expect(example).toEqual({ 'x-mock-operation': 'listOrders' })
    const uncited = { ...operation('listOrders'), responses: new Map() } as Operation
    expect(explainOrders(uncited, { status: 200, rules: [] })['x-mock-rules']).toMatch(/^ORD-001, ORD-003, /)
  })

  it('the headers name the gaps of an assumed response, and no rule of an operation that did not answer', () => {
    expect(explain('getOrder', 404)).toEqual({ 'x-mock-operation': 'getOrder', 'x-mock-assumptions': 'ORD-G04' })
    expect(explain('getOrder', 418)).toEqual({ 'x-mock-operation': 'getOrder' })
    expect(explain('getOrder', 400)).not.toHaveProperty('x-mock-rules')
    expect(explain('getOrder', 404, [], 'ORD-G04')['x-mock-assumptions']).toBe('ORD-G04')
    expect(explain('getOrder', 404, [], 'ORD-G01')['x-mock-assumptions']).toBe('ORD-G01, ORD-G04')
    const gaps = Array.from({ length: 31 }, (_, index) => `ORD-G${index}`)
    const document = { 404: { 'x-assumption': 'It is so.', 'x-gaps': gaps } }
    const assumed = { ...operation('getOrder'), responses: new Map([['404', '/404']]) } as Operation
    const explainAssumed = compileExplanations({ ...orders, document }, true)
    expect(explainAssumed(assumed, { status: 404, rules: [] })['x-mock-assumptions']).toBe(gaps.slice(0, 30).join(', '))
  })

  it('the headers give a reason in the characters of a header, also one that is cut within a character', () => {
    const remarks = { reason: 'a…\u20ac\ud83d', undocumented: [] }
    expect(withExplanation({}, {}, remarks)['x-mock-reason']).toBe('a...%E2%82%AC%EF%BF%BD')
    const part = { place: 'query parameter', name: '__code', meant: 'Prefer: code=…' } as const
    expect(withExplanation({}, {}, { undocumented: [part], warnings: ['größer'] })['x-mock-warnings']).toBe(
      "gr%C3%B6%C3%9Fer The query parameter '__code' is not documented; did you mean 'Prefer: code=...'?",
    )
  })

  it('the headers name no operation if there is none', () => {
    expect(explainOrders(undefined, { status: 404, rules: [] })).toEqual({})
    const silent = compileExplanations(orders, false)
    expect(silent(undefined, { status: 404, rules: ['ORD-001'] })).toEqual({ 'x-mock-rules': 'ORD-001' })
  })

  it('the links come after an existing link', () => {
    const both = withExplanation(
      { link: '</more>; rel="next"' },
      { link: '</rule>; rel="describedby"', 'x-mock-rules': 'A-1' },
    )
    expect(both).toEqual({ link: '</more>; rel="next", </rule>; rel="describedby"', 'x-mock-rules': 'A-1' })
    expect(withExplanation({}, { link: '</rule>; rel="describedby"' })).toEqual({ link: '</rule>; rel="describedby"' })
  })

  it('the headers say why a request was refused, and which of its parts are undocumented', () => {
    const part = (name: string) => ({ place: 'query parameter' as const, name, meant: undefined })
    const undocumented = Array.from({ length: 9 }, (_, index) => part(`${'x'.repeat(99)}${index}`))
    const headers = withExplanation({}, {}, { reason: 'There is no lamp … für\nyou.', undocumented })
    expect(headers['x-mock-reason']).toBe('There is no lamp ... f%C3%BCr%0Ayou.')
    expect(headers['x-mock-warnings']).toMatch(
      /^The query parameter 'x{99}0' is not documented\. The .* More such parts: 7\.$/,
    )
    expect(withExplanation({}, {}, { reason: undefined, undocumented: [] })).toStrictEqual({})
    const warned = withExplanation({}, {}, { undocumented: undocumented.slice(1, 2), warnings: ['It is dark.'] })
    expect(warned['x-mock-warnings']).toMatch(/^It is dark\. The query parameter 'x{99}1' is not documented\.$/)
    const fits = (letters: number) => {
      const undocumented = ['x', 'x'.repeat(letters + 16)].map(part)
      return withExplanation({}, {}, { reason: 'y'.repeat(letters), undocumented })
    }
    expect(fits(300)['x-mock-reason']).toBe('y'.repeat(300))
    expect(fits(301)['x-mock-reason']).toBe(`${'y'.repeat(297)}...`)
    expect(fits(300)['x-mock-warnings']).toHaveLength(400)
    expect(fits(301)['x-mock-warnings']).toBe("The query parameter 'x' is not documented. More such parts: 1.")
  })

  it('CTL-071: the headers take at most 2048 bytes, for every operation and however many rules decided', () => {
    const undocumented = Array(10).fill({ place: 'header', name: 'x'.repeat(90), meant: 'X-Mock-Session' })
    const remarks = { reason: 'y'.repeat(1000), undocumented }
    const many = Array.from({ length: 300 }, (_, index) => `XYZ-${String(index).padStart(3, '0')}`)
    for (const { name } of bundled.interfaces) {
      const contract = bundled.find(name).contract
      for (const one of contract.operations.values()) {
        const codes = Array.from(one.responses.keys(), Number).filter(Number.isInteger)
        for (const [status, rules] of [...codes.map((code) => [code, []] as const), [200, many] as const]) {
          const headers = Object.entries(
            withExplanation({}, compileExplanations(contract, true)(one, { status, rules }), remarks),
          )
          const bytes = headers.reduce((sum, [header, value]) => sum + header.length + value.length + 4, 0)
          expect(bytes, `${name} ${one.id} ${status}`).toBeLessThanOrEqual(2048)
        }
      }
    }
  })
})

describe('the rules of an invalid request', () => {
  const updateOrder = operation('updateOrder')
  const rulesAt = (...path: string[]) => updateOrder && rulesOfViolations(updateOrder, [{ path, message: '' }])

  it('the rules are those of the innermost part of the body that cites any', () => {
    expect(rulesAt('body', 'paymentStatus')).toEqual(['ORD-085'])
    expect(rulesAt('body', 'unknown')).toEqual(['ORD-082', 'ORD-084'])
  })

  it.each([
    [['body'], ['LAMP-1']],
    [['body', '0'], ['LAMP-2']],
    [['body', '0', 'lit'], ['LAMP-3']],
    [['body', '0', 'dim'], ['LAMP-2']],
    [['query', 'room'], []],
  ])('the rules at %j of a list are %j', (path, rules) => {
    const items = { properties: { lit: { 'x-rules': ['LAMP-3'] } }, 'x-rules': ['LAMP-2'] }
    const contents = [{ schema: { items, 'x-rules': ['LAMP-1'] } }]
    const of = (contents: object[]) =>
      rulesOfViolations({ parameters: [], contents } as never, [
        { path, message: '' },
        { path, message: '' },
      ])
    expect(of(contents)).toEqual(rules)
    for (const none of [[], [{}]]) expect(of(none)).toEqual([])
  })

  it('the rules are those of the parameter', () => {
    const list = operation('listOrders')
    const cited = ['ORD-065']
    expect(list && rulesOfViolations(list, [{ path: ['query', 'limit'], message: '' }])).toEqual(cited)
    for (const path of [
      ['query', 'unknown'],
      ['header', 'limit'],
    ])
      expect(list && rulesOfViolations(list, [{ path, message: '' }])).toEqual([])
  })
})

describe('on the wire', () => {
  let mock: RunningMock
  let silent: RunningMock
  beforeAll(async () => {
    const docs = Object.assign(async () => undefined, { hasPages: true })
    mock = await startMock({ interfaces: ['orders'], fallback: docs })
    silent = await startMock({ interfaces: ['orders'], explain: false })
  })
  afterAll(async () => {
    await mock.close()
    await silent.close()
  })
  const authorization = `Basic ${btoa('orders.example-key:')}`
  const ask = (origin: string, query = '', headers: Record<string, string> = {}) =>
    fetch(`${origin}/orders/api/orders${query}`, { headers: { accept: 'application/json', authorization, ...headers } })
  const notesOf = (response: Response) =>
    [...response.headers].filter(([name]) => name.startsWith('x-mock-') || name === 'link').map(([name]) => name)

  it('the reason and the journal keep the hint of a refusal, and give the reason of a forced answer', async () => {
    const headers = {
      accept: 'application/json',
      authorization,
      'content-type': 'application/jso',
      'x-mock-session': 'reasons',
    }
    await fetch(`${mock.origin}/orders/api/order`, { headers })
    await fetch(`${mock.origin}/orders/api/orders/5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568`, {
      method: 'PUT',
      headers,
      body: '{}',
    })
    const forced = await fetch(`${mock.origin}/orders/api/orders/5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568?a=1`, {
      headers: { ...headers, prefer: 'code=404' },
    })
    expect([forced.status, forced.headers.get('x-mock-reason')]).toEqual([404, 'Prefer asked for this answer.'])
    const none = await ask(mock.origin, '', { prefer: 'code=418' })
    expect(none.headers.get('x-mock-reason')).toMatch(
      /^The document has no answer that matches the Prefer header; it has /,
    )
    const { requests } = await (await fetch(`${mock.origin}/_control/sessions/reasons/journal`)).json()
    expect(requests.map(({ reason }: { reason: string }) => reason)).toEqual([
      'There is nothing at /orders/api/…; did you mean GET /orders/api/orders?',
      expect.stringContaining('application/json'),
      'Prefer asked for this answer.',
    ])
    expect(requests[2].warnings).toEqual(["The query parameter '…' is not documented."])
  })

  it('a wrong path is named, even if credentials are checked first', async () => {
    const response = await fetch(`${mock.origin}/orders/marked-7c41/orders`)
    expect(response.status).toBe(401)
    const reason = response.headers.get('x-mock-reason')
    expect(reason).toMatch(/^The request carries no credentials: .* did you mean GET \/orders\/api\/orders\?$/)
    expect(reason).not.toContain('7c41')
    const far = await fetch(`${mock.origin}/orders/somewhere/else/altogether`)
    expect(far.headers.get('x-mock-reason')).toMatch(/ No operation is at this path\.$/)
    const right = await fetch(`${mock.origin}/orders/api/orders`)
    expect(right.headers.get('x-mock-reason')).toMatch(/ has the mock's own: \w[^.]*\.$/)
  })

  it('no value of the request is repeated', async () => {
    const response = await ask(mock.origin, '?status=marked-7c41&unknown=marked-7c41', { 'x-note': 'marked-7c41' })
    expect(response.status).toBe(400)
    expect(JSON.stringify([...response.headers])).not.toContain('7c41')
  })

  it('an injected status names no rule', async () => {
    const fault = { interface: 'orders', kind: 'status', status: 503, times: 1 }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(fault)
    await fetch(`${mock.origin}/_control/sessions/struck/faults`, { method: 'POST', headers, body })
    const response = await ask(mock.origin, '', { 'x-mock-session': 'struck' })
    expect([response.status, notesOf(response)]).toEqual([503, []])
  })

  it('CTL-071: a mock that explains nothing answers the same without it', async () => {
    const [loud, quiet] = [await ask(mock.origin), await ask(silent.origin)]
    expect(notesOf(quiet)).toEqual([])
    expect(notesOf(loud)).toEqual(['link', 'x-mock-operation', 'x-mock-rules'])
    expect(await quiet.json()).toEqual(await loud.json())
    expect(notesOf(await fetch(`${silent.origin}/_control/interfaces`))).toEqual([])
  })
})
