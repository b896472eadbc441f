import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sent } from '../params.fixture.ts'
import { accepted, refused, text } from '../request-params.ts'

it('PRM-009: any UTF-8 is text, the empty string and a byte order mark included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(text.readParameter(value)).toEqual(accepted(value))
      expect(text.readParameterJSON(value)).toEqual(accepted(value))
    }),
  )
  expect(text.readParameter('')).toEqual(accepted(''))
  expect(text.readParameter('\ufeffa')).toEqual(accepted('\ufeffa'))
})

it('PRM-009: text that was sent is read back, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
      const encoded = new URLSearchParams({ value }).toString()
      expect((await sent.query(encoded)).param('value', text)).toBe(value)
      expect((await sent.form(encoded)).param('value', text)).toBe(value)
      expect((await sent.json({ value })).param('value', text)).toBe(value)
    }),
  )
})

it('PRM-055: refuses what is not UTF-8 for a person', async () => {
  expect(text.readParameter('a\udcff')).toEqual(refused('has to be valid UTF-8'))
  expect((await sent.query('a=%ff')).paramOrError('a', text)).toMatchObject({
    error: { reason: 'has to be valid UTF-8' },
  })
})

it.each([1, null, true, ['a'], {}])('PRM-057: refuses the JSON %j for a developer', (json) => {
  expect(text.readParameterJSON(json)).toEqual(refused('Expected String'))
})

it('PRM-057: refuses a JSON string that no UTF-8 can say', () => {
  expect(text.readParameterJSON('\ud800')).toEqual(refused('has to be valid UTF-8'))
})
