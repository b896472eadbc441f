import fc from 'fast-check'
import { expect, it } from 'vitest'
import { post, sent } from '../params.fixture.ts'
import { file, fromBytes, ParamNotFoundError, text, toBytes } from '../request-params.ts'

const type = 'multipart/form-data; boundary=b'

/** A multipart body, byte by byte: each part is its header lines and its content. */
function bodyOf(...parts: [headers: string, content: string | Uint8Array][]): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap(([headers, content]) => [
    Buffer.from(`--b\r\n${headers}\r\n\r\n`, 'latin1'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Uint8Array.from(Buffer.concat([...pieces, Buffer.from('--b--\r\n')]))
}

const field = (name: string) => `Content-Disposition: form-data; name="${name}"`

it('PRM-003: a multipart form is read as the platform wrote it, whatever it holds', async () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 })
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .uint8Array({ minLength: 1 })
      .map((bytes) => new File([Uint8Array.from(bytes)], 'f.bin', { type: 'application/x-f' })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 8 }), async (entries) => {
      const form = new FormData()
      for (const [key, item] of entries) form.append(key, item)
      const expected = [...(await new Response(form).formData())]
      const read = (await sent.multipart(form)).allParams()
      expect(read.map(([key]) => key)).toEqual(expected.map(([key]) => key))
      for (const [index, [, raw]] of read.entries()) {
        const [, item] = expected[index] ?? []
        if (!(item instanceof File)) expect(raw).toBe(item)
        else expect(await (raw as File).bytes()).toEqual(await item.bytes())
      }
    }),
  )
})

it('PRM-007: a multipart form keeps the bytes of names and values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
      fc.pre(!Buffer.from(bytes).includes('\r\n--b'))
      const raw = (await post(type, bodyOf([field('a'), bytes]))).queryOrBodyParam('a')
      expect(toBytes(String(raw))).toEqual(Uint8Array.from(bytes))
    }),
  )
  const params = await post(type, bodyOf([field('\xff\xe9'), 'x'], [field('gr\xc3\xbc\xc3\x9fe'), Uint8Array.of(0xff)]))
  expect(params.param(fromBytes(Uint8Array.of(0xff, 0xe9)), text)).toBe('x')
  expect(params.queryOrBodyParam('grüße')).toBe('\udcff')
  expect(params.paramOrError('grüße', text)).toMatchObject({ error: { reason: 'has to be valid UTF-8' } })
})

it.each([
  ['form-data; name="a"; filename="x; name=evil"', 'a'],
  ['form-data; filename="; name=evil; "; name="a"', 'a'],
  ['form-data; filename="a\\"; name="a"', 'a'],
  ['FORM-DATA; NAME="a"', 'a'],
  ['form-data;name=a', 'a'],
  ['form-data; name="a"; name="evil"', 'a'],
  ['form-data; name="a%22b%0D%0Ac%41"', 'a"b\r\nc%41'],
])('PRM-006: a multipart form finds the name in %s', async (disposition, name) => {
  expect((await post(type, bodyOf([`content-disposition: ${disposition}`, '1']))).allParams()[0]?.[0]).toBe(name)
})

it('a multipart form passes over parts without a name', async () => {
  const params = await post(
    type,
    bodyOf(['Content-Type: text/plain', '1'], ['Content-Disposition: form-data', '2'], [field('a'), '3']),
  )
  expect(params.allParams()).toEqual([['a', '3']])
})

it('a multipart form takes a file input left empty for a name given without a value', async () => {
  const params = await post(
    type,
    bodyOf([`${field('photo')}; filename=""\r\nContent-Type: application/octet-stream`, '']),
  )
  expect(params.hasParam('photo')).toBe(true)
  expect(params.paramOrNothing('photo', file)).toBeUndefined()
  expect(() => params.param('photo', file)).toThrow(ParamNotFoundError)
  expect(params.paramListOrNothing('photo', file)).toEqual([undefined])
})

it('a multipart form leaves folders out of file names, and takes a file without a type for text', async () => {
  for (const name of ['../../etc/passwd', 'C:\\temp\\passwd', '/passwd']) {
    const params = await post(type, bodyOf([`${field('a')}; filename="${name}"`, '1']))
    expect(params.param('a', file)).toMatchObject({ name: 'passwd', type: 'text/plain' })
  }
})

it.each([
  [type, bodyOf([field('a'), '1'])],
  ['multipart/form-data; charset=utf-8; BOUNDARY="b"', bodyOf([field('a'), '1'])],
  [`multipart/form-data; boundary=${'b'.repeat(70)}`, withLongBoundary(70)],
  [type, Uint8Array.from(Buffer.concat([Buffer.from('before\r\n'), bodyOf([field('a'), '1']), Buffer.from('after')]))],
])('a multipart form is read between its boundaries: %s', async (header, body) => {
  expect((await post(header, body)).allParams()).toEqual([['a', '1']])
})

it('a multipart form holds no parameters when it has no parts', async () => {
  expect((await post(type, '--b--\r\n', 'a=1')).allParams()).toEqual([['a', '1']])
})

it.each([
  ['multipart/form-data', bodyOf([field('a'), '1'])],
  [`multipart/form-data; boundary=${'b'.repeat(71)}`, withLongBoundary(71)],
  ['multipart/form-data; boundary=""', bodyOf([field('a'), '1'])],
  [type, bodyOf([field('a'), '1']).subarray(0, -9)],
  [type, Uint8Array.from(Buffer.from('a=1'))],
])('a multipart form is refused when its boundary is missing or it is cut off: %s', async (header, body) => {
  await expect(post(header, body)).rejects.toThrow(
    /^params: The request could not be read, its multipart body is malformed: .+/,
  )
})

it('a multipart form is refused at the first part too many, whatever follows, a name or none', async () => {
  const parts = '--b\r\n\r\n\r\n'.repeat(100_000)
  for (const body of [`${parts}--b--`, parts]) {
    await expect(post(type, body)).rejects.toMatchObject({ limit: 'parameters' })
  }
})

function withLongBoundary(length: number): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(bodyOf([field('a'), '1'])).toString('latin1')
  return Uint8Array.from(Buffer.from(text.replaceAll('--b', `--${'b'.repeat(length)}`), 'latin1'))
}
