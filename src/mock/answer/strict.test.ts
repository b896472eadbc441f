import { expect, it } from 'vitest'
import type { Operation } from '../../contract/operation.ts'
import { refuseAssumedAnswer, refuseAssumedRequest, refuseUndocumented } from './strict.ts'

/** An operation with the parts that decide whether it is assumed. */
const operation = (parts: { schema?: object; node?: object; parameters?: object[] }) =>
  ({
    id: 'putLamp',
    parameters: [],
    responses: new Map([
      ['200', '/200'],
      ['default', '/default'],
    ]),
    contents: [{ schema: parts.schema }],
    ...parts,
  }) as unknown as Operation

const assumed = { 'x-assumption': 'Lamps of this family have it.', 'x-gaps': ['LAMP-G1'] }
const read = (query: [string, string][], body?: unknown, headers = {}) => ({
  queryNames: query.map(([name]) => name),
  headers,
  body,
})

it.each([
  [
    'on',
    'the query parameter',
    'room',
    'query',
    [
      ['lux', '1'],
      ['Room', 'hall'],
    ],
    {},
  ],
  ['on', 'the header parameter', 'X-Room', 'header', [], { 'x-room': '' }],
  ['on', 'the path parameter', 'id', 'path', [], {}],
  ['without', 'the query parameter', 'room', 'query', [['rooms', 'hall']], { room: 'hall' }],
  ['without', 'the header parameter', 'X-Room', 'header', [['x-room', '']], {}],
] as const)('refuses a request %s %s %s that is assumed', (sent, place, name, where, query, headers) => {
  const node = { ...assumed, 'x-gaps': ['LAMP-G2'] }
  const asked = operation({ parameters: [{ in: where, name, node }] })
  const refusal = refuseAssumedRequest(asked, read(query as never, undefined, headers))
  const detail = `No document shows ${place} '${name}': it works by an assumption alone (gap LAMP-G2), and `
  expect(refusal?.detail).toEqual(sent === 'on' ? expect.stringContaining(detail) : undefined)
})

it('refuses every request to an operation that is assumed, and names all gaps', () => {
  const asked = operation({ node: { ...assumed, 'x-gaps': ['LAMP-G1', 7] } })
  const refusal = refuseAssumedRequest(asked, read([]))
  expect(refusal?.answer).toMatchObject({
    status: 400,
    body: {
      detail: expect.stringContaining("the operation 'putLamp': it works by an assumption alone (gaps LAMP-G1, 7)"),
    },
  })
  const withoutGaps = operation({ node: { 'x-assumption': 'so it is' } })
  expect(refuseAssumedRequest(withoutGaps, read([]))?.detail).toContain('an assumption alone, and')
})

it.each([
  ['/lit', { properties: { lit: assumed } }, { lit: false }],
  ['/lamps/1/lit', { properties: { lamps: { items: { properties: { lit: assumed } } } } }, { lamps: [{}, { lit: 1 }] }],
  ['/0/lit', { items: { anyOf: [{ type: 'null' }, { properties: { lit: assumed } }] } }, [{ lit: 1 }]],
  [
    '/a/b',
    { allOf: [{ properties: { a: {} } }, { properties: { a: { oneOf: [{ properties: { b: assumed } }] } } }] },
    { a: { b: 0 } },
  ],
  [undefined, { properties: { lit: assumed, constructor: {} } }, { dim: 1, constructor: {}, toString: 1 }],
  [undefined, { properties: { lit: assumed }, items: true }, [{ lit: 1 }]],
  [undefined, { properties: { lit: { 'x-gaps': ['LAMP-G1'] } } }, { lit: 1 }],
  [undefined, { properties: { lit: assumed } }, null],
  [undefined, undefined, { lit: 1 }],
])('finds the member %s whose schema is assumed', (pointer, schema, body) => {
  const refusal = refuseAssumedRequest(operation(schema ? { schema } : {}), read([], body))
  const detail = `the body member '${pointer}': it works by an assumption alone (gap LAMP-G1)`
  expect(refusal?.detail).toEqual(pointer ? expect.stringContaining(detail) : undefined)
})

const assumedAnswers = {
  200: { ...assumed, 'x-gaps': ['LAMP-G3'] },
  default: { ...assumed, 'x-gaps': ['LAMP-G4'] },
}

it.each([
  [200, undefined, "'putLamp': it works by an assumption alone (gap LAMP-G3)"],
  [200, 'LAMP-G5', '(gaps LAMP-G5, LAMP-G3)'],
  [201, undefined, '(gap LAMP-G4)'],
  [399, undefined, '(gap LAMP-G4)'],
  [400, 'LAMP-G5', undefined],
])('refuses to answer %i by the gap %s', (status, gap, detail) => {
  const refusal = refuseAssumedAnswer({ document: assumedAnswers }, operation({}), status, gap)
  expect(refusal?.detail).toEqual(detail ? expect.stringContaining(detail) : undefined)
})

it('answers what a document shows', () => {
  const document = { 200: { 'x-gaps': ['LAMP-G3'] } }
  expect(refuseAssumedAnswer({ document }, operation({}), 200, undefined)).toBeUndefined()
  expect(refuseAssumedAnswer({ document }, operation({}), 200, 'LAMP-G5')?.detail).toContain('(gap LAMP-G5)')
})

it('lists the undocumented parts of a request in its refusal', () => {
  expect(refuseUndocumented([])).toBeUndefined()
  const parts = ['romm', 'lux'].map((name) => ({ place: 'query parameter' as const, name, meant: undefined }))
  const refusal = refuseUndocumented(parts)
  expect(refusal?.detail).toMatch(/'romm'.*'lux'.*The mock is strict, and refuses such requests\.$/)
  expect(refusal?.of()).toBe(refusal)
})
