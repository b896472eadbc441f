import { expect, it } from 'vitest'
import { json, lamp, violationsOf } from './lamps.fixture.ts'

const typed = (contentType: string, body?: string) =>
  violationsOf({ headers: { ...json, 'content-type': contentType }, body })

it.each(['application/json', 'Application/JSON; charset=utf-8'])('takes %s', (contentType) => {
  expect(typed(contentType, JSON.stringify(lamp))).toEqual([])
})

it('takes a type of a documented range', () => {
  expect(typed('text/html', 'short')).toEqual([])
})

it.each([['application/xml'], ['nonsense'], ['application/problem+json']])(
  '%s is none of the documented, whether or not the body is known',
  (contentType) => {
    const violation = {
      at: 'header content-type',
      expected: 'one of application/json, text/*',
      seen: JSON.stringify(contentType),
      rules: ['LMP-002'],
    }
    expect(typed(contentType, '<html>')).toEqual([violation])
    expect(typed(contentType)).toEqual([violation])
  },
)

it('requires a media type of a response with a body only', () => {
  const headers = { 'x-watt': '40' }
  expect(violationsOf({ headers, body: '{}' })).toMatchObject([{ at: 'header content-type', seen: 'nothing' }])
  expect(violationsOf({ headers })).toEqual([])
})

it('a body where none is documented is told', () => {
  expect(violationsOf({ status: 204, headers: {}, body: 'x' })).toEqual([
    { at: '', expected: 'no body', seen: '"x"', rules: ['LMP-001'] },
  ])
  expect(violationsOf({ status: 204, headers: {}, body: '' })).toEqual([])
})
