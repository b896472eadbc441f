import { expect, it } from 'vitest'
import { sent } from '../params.fixture.ts'
import { accepted, file, int, optional, refused, text } from '../request-params.ts'

it('PRM-013: reads what its reader takes, and the empty string as nothing if its reader refuses that', () => {
  expect(optional(int).readParameter('7')).toEqual(accepted(7))
  expect(optional(int).readParameter('')).toEqual(accepted(undefined))
  expect(optional(text).readParameter('')).toEqual(accepted(''))
  expect(optional(int).readParameter('a')).toEqual(refused('has to be an integer'))
})

it('PRM-056: reads null of JSON as nothing', () => {
  expect(optional(int).readParameterJSON(7)).toEqual(accepted(7))
  expect(optional(int).readParameterJSON(null)).toEqual(accepted(undefined))
  expect(optional(int).readParameterJSON('')).toEqual(accepted(undefined))
  expect(optional(int).readParameterJSON('7')).toEqual(refused('Expected Int'))
})

it('PRM-013: reads the files that its reader takes', async () => {
  const form = new FormData()
  form.set('avatar', new File(['x'], 'x.txt'))
  const params = await sent.multipart(form)
  expect(params.param('avatar', optional(file))).toBeInstanceOf(File)
  expect(params.paramOrError('avatar', optional(int))).toMatchObject({
    error: { reason: 'has to be text, not a file' },
  })
})
