import { expect, it } from 'vitest'
import { fieldOfPart, maxFields, readParts } from './multipart.ts'

const type = 'multipart/form-data; boundary=x'
const bodyOf = (...parts: (string | Uint8Array)[][]) =>
  Buffer.concat([
    ...parts.flatMap((pieces) => ['--x\r\n', ...pieces, '\r\n'].map((piece) => Buffer.from(piece as string))),
    Buffer.from('--x--\r\n'),
  ])
const fieldsOf = (body: Uint8Array) => {
  const parts = readParts(body, type)
  return Array.isArray(parts) ? parts.map(fieldOfPart) : parts
}

it('parts keep their bytes, whatever these are', () => {
  const bytes = Uint8Array.of(0, 0xff, 0xfe, 13, 10, 45, 45, 121)
  const parts = readParts(bodyOf(['Content-Disposition: form-data; name="file"\r\n\r\n', bytes]), type)
  expect(Array.isArray(parts) && parts.map(({ bytes }) => [...bytes])).toEqual([[...bytes]])
})

it.each([
  ['a text', 'form-data; name="a"', { name: 'a', text: 'v' }],
  ['a name without quotes', 'form-data; name=a', { name: 'a', text: 'v' }],
  ['a name in UTF-8', 'form-data; name="é"', { name: 'é', text: 'v' }],
  ['a name whose quotes a browser escapes', 'form-data; name="a%22b"', { name: 'a"b', text: 'v' }],
  ['a name whose percent sign is itself', 'form-data; name="a%41"', { name: 'a%41', text: 'v' }],
  ['a file', 'form-data; name="a"; filename="b.txt"', { name: 'a', text: 'v' }],
])('a part is %s', (_, disposition, field) => {
  expect(fieldsOf(bodyOf([`Content-Disposition: ${disposition}\r\n\r\nv`]))).toMatchObject([field])
})

it('a part without a name is no part of a form, and its media type is that of its header', () => {
  const parts = [['\r\nv'], ['Content-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{}']]
  const [nameless, json] = fieldsOf(bodyOf(...parts)) as ReturnType<typeof fieldOfPart>[]
  expect(nameless).toBeUndefined()
  expect(json?.mediaType).toBe('application/json')
})

it.each([
  [
    'no boundary in its media type',
    'multipart/form-data',
    bodyOf(['\r\nv']),
    'a body whose media type names its boundary',
  ],
  ['no last boundary', type, Buffer.from('--x\r\n\r\nv\r\n'), 'a multipart body that ends with its boundary'],
  ['no boundary at all', type, Buffer.from('v'), 'a multipart body that ends with its boundary'],
  [
    'too many parts',
    type,
    bodyOf(...Array.from({ length: maxFields + 1 }, () => ['\r\nv'])),
    `a multipart body of at most ${maxFields} parts`,
  ],
])('a body with %s is told', (_, contentType, body, expected) => {
  expect(readParts(body, contentType)).toMatchObject({ expected })
})
