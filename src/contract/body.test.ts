import { describe, expect, it } from 'vitest'
import { json, lamp, lampOperation, lampsCheck, violationsOf } from './lamps.fixture.ts'

const ofBody = (body: unknown) => violationsOf({ body: JSON.stringify(body) })

it('accepts a body that keeps its schema and has further members', () => {
  expect(ofBody({ ...lamp, more: [{ than: 'that' }] })).toEqual([])
})

it('reports a missing property at its own pointer, with the rules of its own node', () => {
  expect(ofBody({ name: 'desk' })).toEqual([{ at: '/shade', expected: 'a value', seen: 'nothing', rules: ['LMP-005'] }])
})

it('a property without a marking has the rules of the nearest node around it', () => {
  expect(ofBody({ ...lamp, name: 3 })).toEqual([{ at: '/name', expected: 'string', seen: '3', rules: ['LMP-004'] }])
})

it('follows references in nested schemas', () => {
  expect(ofBody({ ...lamp, shade: { colour: 'blue' } })).toEqual([
    { at: '/shade/colour', expected: 'one of "red", "green"', seen: '"blue"', rules: ['LMP-007'] },
  ])
  expect(ofBody({ ...lamp, shade: { colour: 'red', size: 1.5 } })).toMatchObject([
    { at: '/shade/size', rules: ['LMP-005'] },
  ])
})

it('a property too many lies at its own place', () => {
  expect(ofBody({ ...lamp, shade: { colour: 'red', torn: true } })).toMatchObject([
    { at: '/shade/torn', expected: 'nothing', rules: ['LMP-005'] },
  ])
})

it('escapes names in pointers (RFC 6901)', () => {
  expect(ofBody({ ...lamp, 'a/b~c': 'x' })).toEqual([
    { at: '/a~1b~0c', expected: 'integer', seen: '"x"', rules: ['LMP-006'] },
  ])
})

it('a branch that does not hold decides nothing: the marking around the choice does', () => {
  const found = ofBody({ ...lamp, power: { volt: 'high' } })
  expect(found.length).toBeGreaterThan(0)
  for (const { rules, assumption } of found) {
    expect([rules, assumption]).toEqual([[], 'Nobody says how it is fed.'])
  }
})

it('marks a violation of an assumption as one', () => {
  const problem = { status: 404, headers: { 'content-type': 'application/problem+json' }, body: '{}' }
  expect(violationsOf(problem)).toEqual([
    { at: '/title', expected: 'a value', seen: 'nothing', rules: [], assumption: 'Errors are not shown.' },
  ])
  const text = { headers: { ...json, 'content-type': 'text/plain' }, body: 'too long' }
  expect(violationsOf(text)).toMatchObject([{ at: '', rules: [], assumption: 'A word is enough.' }])
})

it.each(['<html></html>', '', '{"name":"desk"', 'NaN'])('%j is not JSON', (body) => {
  expect(violationsOf({ body })).toEqual([{ at: '', expected: 'JSON', seen: JSON.stringify(body), rules: ['LMP-002'] }])
})

describe('a sequence of JSON values', () => {
  const sequence = (body: string) => violationsOf({ status: 202, headers: json, body })

  it.each(['', '{"at":1}', '{"at":1}{"at":2}', '{"at":1}\n{"at":2}\n'])('%j holds', (body) => {
    expect(sequence(body)).toEqual([])
  })

  it('each value is held against the schema', () => {
    expect(sequence('{"at":1}{"at":"2"}')).toMatchObject([{ at: '/at', expected: 'integer', rules: ['LMP-009'] }])
  })

  it.each(['{"at":1}{"at"', '{"at":1}}', '{"at":1} x'])('%j is none', (body) => {
    expect(sequence(body)).toMatchObject([{ at: '', expected: 'JSON values one after another' }])
  })
})

it('reports at most the given number of violations, and says that there are more', () => {
  const found = (max?: number, length = 1001) => {
    const body = JSON.stringify(Array.from({ length }, () => 3))
    return lampsCheck.check(lampOperation('listLamps'), { status: 200, headers: json, body }, max)
  }
  expect([found().length, found().at(-1)]).toEqual([100, expect.objectContaining({ at: '/99', andMore: true })])
  expect([found(1000).length, found(1000).at(-1)?.andMore]).toEqual([1000, true])
  expect(found(1000, 3)).toEqual(found(3, 3))
  expect(found(3, 3).at(-1)).not.toHaveProperty('andMore')
})

it('reports violations after members whose check ended early', () => {
  const wrong = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`torn${index}`, true]))
  const found = ofBody({ ...lamp, name: 3, shade: { colour: 'blue', ...wrong } })
  expect(found).toHaveLength(100)
  expect(found.at(-1)?.andMore).toBe(true)
})

it('refuses to parse a large body of deep nesting, which would take gigabytes', () => {
  expect(() => violationsOf({ body: '['.repeat(2 ** 20) })).toThrow('nested deeper than 10000 levels')
  expect(violationsOf({ body: `"${'['.repeat(2 ** 20)}"` })).toMatchObject([{ at: '', expected: 'object' }])
})
