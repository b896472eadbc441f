import { describe, expect, it } from 'vitest'
import { contractOf } from './contract.ts'
import { json, lamp, lampOperation, lampsCheck, violationsOf } from './lamps.fixture.ts'
import { createMessageCheck, type SeenResponse } from './message-check.ts'
import type { Operation } from './operation.ts'

const wrong = (at: string, expected: string, seen: string, ...rules: string[]) => ({ at, expected, seen, rules })
const typed = (type: string, body?: string) => ({ headers: { ...json, 'content-type': type }, body })
const mediaTypes = 'one of application/json, text/*'

type Row = [what: string, response: Partial<SeenResponse>, violations: unknown[]]

describe('the head of a response', () => {
  it.each<Row>([
    ['a documented status', { status: 204, headers: {} }, []],
    ['a status of a documented class', { status: 418, headers: {} }, []],
    ['another status', { status: 500 }, [wrong('status', 'one of 200, 202, 204, 4XX', '500', 'LMP-001')]],
    [
      'a redirection, whose target is not shown',
      { status: 302, headers: { location: 'https://elsewhere.example/login?code=1' } },
      [expect.objectContaining({ seen: '302, which leads to https://elsewhere.example' })],
    ],
    [
      'a redirection within the origin',
      { status: 302, headers: { location: '/login' } },
      [expect.objectContaining({ seen: '302, which leads to the same origin' })],
    ],
    [
      'a missing header',
      { headers: { 'content-type': 'application/json' } },
      [wrong('header X-Watt', 'a value', 'nothing', 'LMP-003')],
    ],
    ...[
      ['x-watt', 'forty', wrong('header X-Watt', 'integer', '"forty"', 'LMP-003')],
      ['x-watt', '0', wrong('header X-Watt', '>= 1', '"0"', 'LMP-003')],
      ['x-watt', '', wrong('header X-Watt', 'integer', '""', 'LMP-003')],
      ['x-lit', 'yes', wrong('header X-Lit', 'boolean', '"yes"', 'LMP-002')],
      ['x-lit', 'true'],
      ['x-undocumented', 'anything'],
    ].map(
      ([name, value, ...found]): Row => [
        `${name}: ${value}`,
        { headers: { ...json, [String(name)]: value } as never },
        found,
      ],
    ),
    ['a media type with parameters', typed('Application/JSON; charset=utf-8', JSON.stringify(lamp)), []],
    ['a media type of a documented range', typed('text/html', 'short'), []],
    ...['application/xml', 'nonsense', 'application/problem+json'].flatMap((type): Row[] =>
      ['<html>', undefined].map((body) => [
        `the media type ${type} of ${body}`,
        typed(type, body),
        [wrong('header content-type', mediaTypes, JSON.stringify(type), 'LMP-002')],
      ]),
    ),
    [
      'a body without a media type',
      { headers: { 'x-watt': '40' }, body: '{}' },
      [expect.objectContaining({ at: 'header content-type', seen: 'nothing' })],
    ],
    ['neither body nor media type', { headers: { 'x-watt': '40' } }, []],
    [
      'a body where none is documented',
      { status: 204, headers: {}, body: 'x' },
      [wrong('', 'no body', '"x"', 'LMP-001')],
    ],
    ['an empty body where none is documented', { status: 204, headers: {}, body: '' }, []],
  ])('checks a head with %s', (_, response, violations) => {
    expect(violationsOf(response)).toEqual(violations)
  })

  it('accepts any status where a default is documented', () => {
    expect(lampsCheck.check(lampOperation('removeLamp'), { status: 599, headers: {} })).toEqual([])
  })
})

describe('a body', () => {
  it.each<[what: string, body: unknown, violations: unknown[]]>([
    ['that keeps its schema and has further members', { ...lamp, more: [{ than: 'that' }] }, []],
    [
      'without a property, which has the rules of its own node',
      { name: 'desk' },
      [wrong('/shade', 'a value', 'nothing', 'LMP-005')],
    ],
    ['with a property that has the rules around it', { ...lamp, name: 3 }, [wrong('/name', 'string', '3', 'LMP-004')]],
    [
      'with a nested reference',
      { ...lamp, shade: { colour: 'blue' } },
      [wrong('/shade/colour', 'one of "red", "green"', '"blue"', 'LMP-007')],
    ],
    [
      'with a property too many',
      { ...lamp, shade: { colour: 'red', torn: true } },
      [expect.objectContaining({ at: '/shade/torn', expected: 'nothing', rules: ['LMP-005'] })],
    ],
    [
      'with a name that pointers escape (RFC 6901)',
      { ...lamp, 'a/b~c': 'x' },
      [wrong('/a~1b~0c', 'integer', '"x"', 'LMP-006')],
    ],
  ])('checks a body %s', (_, body, violations) => {
    expect(violationsOf({ body: JSON.stringify(body) })).toEqual(violations)
  })

  it.each(['<html></html>', '', '{"name":"desk"', 'NaN'])('reports a body that is not JSON: %j', (body) => {
    expect(violationsOf({ body })).toEqual([wrong('', 'JSON', JSON.stringify(body), 'LMP-002')])
  })

  it('names the rules around a choice whose branch does not hold', () => {
    const found = violationsOf({ body: JSON.stringify({ ...lamp, power: { volt: 'high' } }) })
    expect(found.length).toBeGreaterThan(0)
    for (const { rules, assumption } of found) {
      expect([rules, assumption]).toEqual([[], 'Nobody says how it is fed.'])
    }
  })

  it('marks a body that differs from an assumption', () => {
    const problem = { status: 404, headers: { 'content-type': 'application/problem+json' }, body: '{}' }
    const assumption = 'Errors are not shown.'
    expect(violationsOf(problem)).toEqual([{ ...wrong('/title', 'a value', 'nothing'), assumption }])
    expect(violationsOf(typed('text/plain', 'too long'))).toMatchObject([
      { rules: [], assumption: 'A word is enough.' },
    ])
  })

  it.each([
    ['', []],
    ['{"at":1}', []],
    ['{"at":1}{"at":2}', []],
    ['{"at":1}\n{"at":2}\n', []],
    ['{"at":1}{"at":"2"}', [{ at: '/1/at', expected: 'integer', rules: ['LMP-009'] }]],
    ['{"at":1} x', [{ at: '/1', expected: 'JSON' }]],
    ...['{"at":1}{"at"', '{"at":1}}'].map((body): [string, object[]] => [
      body,
      [{ at: '', expected: 'JSON values one after another' }],
    ]),
  ])('checks a sequence of JSON values: %j', (body, violations) => {
    expect(violationsOf({ status: 202, headers: json, body })).toMatchObject(violations)
  })

  it('reports at most 100 violations, and says that there are more', () => {
    const found = (length: number) => {
      const body = JSON.stringify(Array.from({ length }, () => 3))
      return lampsCheck.check(lampOperation('listLamps'), { status: 200, headers: json, body })
    }
    expect([found(101).length, found(101).at(-1)]).toEqual([100, expect.objectContaining({ at: '/99', andMore: true })])
    expect(found(100).at(-1)).toEqual(expect.not.objectContaining({ andMore: true }))
  })

  it('reports violations after members whose check ended early', () => {
    const torn = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`torn${index}`, true]))
    const found = violationsOf({ body: JSON.stringify({ ...lamp, name: 3, shade: { colour: 'blue', ...torn } }) })
    expect([found.length, found.at(-1)?.andMore]).toEqual([100, true])
  })

  it('refuses a body of deep nesting, which would take gigabytes to parse', () => {
    expect(() => violationsOf({ body: '['.repeat(2 ** 20) })).toThrow('nested deeper than 10000 levels')
    expect(violationsOf({ body: `"${'['.repeat(2 ** 20)}"` })).toMatchObject([{ at: '', expected: 'object' }])
  })
})

describe('a document of others', () => {
  const name = { type: 'string', pattern: '^(a+)+$' }
  const members = { id: { $ref: '#/components/schemas/Id' }, key: { type: 'string', writeOnly: true }, name }
  const user = { type: 'object', required: ['id', 'key'], properties: members }
  const body = { content: { 'application/json': { schema: { oneOf: [user, { type: 'null' }] } } } }
  const put = { operationId: 'putUser', requestBody: body, responses: { '200': body } }
  const { check, checkBody, checkRequestHead, operation } = (() => {
    const components = { schemas: { Id: { type: 'integer', readOnly: true } } }
    const contract = contractOf('users', { openapi: '3.1.0', info: {}, paths: { '/user': { put } }, components })
    return { ...createMessageCheck(contract), operation: contract.operations.get('putUser') as Operation }
  })()
  const headers = { 'content-type': 'application/json' }

  it.each<[value: object, ofRequest: string[], ofResponse: string[]]>([
    [{ id: 1, key: 'k' }, ['/id'], ['/key']],
    [{ id: 1, key: null }, ['/id', '/key'], ['/key']],
    [{ id: 1 }, ['/key', '/id'], []],
    [{ key: 'k' }, [], ['/id', '/key']],
    [{ key: 'k', name: `${'a'.repeat(50)}!` }, ['/name'], ['/id', '/key', '/name']],
  ])('asks each side for what it alone sends, and runs patterns in time: %j', (value, ofRequest, ofResponse) => {
    const sent = { method: 'PUT', path: {}, query: '', headers }
    const rule = checkRequestHead(operation, sent, true).body
    const placesOf = (found: { at: string }[] = []) => found.map(({ at }) => at)
    expect(placesOf(rule && checkBody(rule, JSON.stringify(value)))).toEqual(ofRequest)
    expect(placesOf(check(operation, { status: 200, headers, body: JSON.stringify(value) }))).toEqual(ofResponse)
  })
})
