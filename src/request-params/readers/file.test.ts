import { expect, it } from 'vitest'
import { sent } from '../params.fixture.ts'
import { file, int, text } from '../request-params.ts'

it('PRM-013: reads a file with its name, type and bytes', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  const form = new FormData()
  form.set('avatar', new File([bytes], 'grüße "1".png', { type: 'image/png' }))
  const avatar = (await sent.multipart(form)).param('avatar', file)
  expect(avatar).toMatchObject({ name: 'grüße "1".png', type: 'image/png', size: 256 })
  expect(await avatar.bytes()).toEqual(bytes)
})

it('PRM-055: refuses strings, and other readers refuse files', async () => {
  const form = new FormData()
  form.set('avatar', new File(['7'], '7.txt'))
  const params = await sent.multipart(form)
  expect(params.paramOrError('avatar', text)).toMatchObject({ error: { reason: 'has to be text, not a file' } })
  expect(params.paramOrError('avatar', int)).toMatchObject({ error: { reason: 'has to be text, not a file' } })
  expect((await sent.query('avatar=7')).paramOrError('avatar', file)).toMatchObject({
    error: { reason: 'has to be a file' },
  })
})

it('PRM-057: refuses JSON', async () => {
  expect((await sent.json({ avatar: '7' })).paramOrError('avatar', file)).toMatchObject({
    error: { reason: 'Expected File' },
  })
})
