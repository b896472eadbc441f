import { expect, it } from 'vitest'
import { edgesOf } from './edges.ts'
import { formatOf } from './formats.ts'
import { schemasOf } from './schemas.ts'

const schemas = schemasOf({})

it.each<[format: string, valid: unknown[], invalid: unknown[]]>([
  ['int8', [-128, 127, 1.0], [128, -129, 0.5]],
  ['uint16', [0, 65_535], [-1, 65_536]],
  ['int64', [-(2n ** 63n), 60503861139345409n, 2 ** 63], [2n ** 63n, 1e19, 0.5]],
  ['uint64', [2n ** 64n - 1n], [2n ** 64n, -1]],
  ['double-int', [2 ** 53 - 1], [2 ** 53]],
  ['float', [1.5, 3e38], [1e39]],
  ['char', ['a', '😀'], ['', 'ab']],
  ['decimal', ['1.5', '-0.10', 1.5], ['1e5', 'x', '']],
  ['decimal128', ['1.5e10', '0'], ['1'.repeat(35), 'NaN']],
  ['http-date', ['Mon, 01 Jan 2024 12:00:00 GMT'], ['Mon, 31 Feb 2024 12:00:00 GMT', '2024-01-01T12:00:00Z']],
  ['media-range', ['*/*', 'text/*', 'application/json; charset=utf-8'], ['json', '*/json', 'a/b; c']],
  ['date-time-local', ['2024-01-01T12:00:00'], ['2024-01-01T12:00:00Z']],
  ['time-local', ['12:00:00.5'], ['12:00:00Z', '24:00:00']],
  ['base64url', ['dGV4dA', 'a-_b'], ['a+/b', 'a']],
  ['byte', ['dGV4dA==', ''], ['dGV4dA']],
  ['sf-boolean', ['?1'], ['true']],
  ['url', ['https://a.example/b', '/b?c'], ['b c', 'mailto:a@b.example', '//a.example']],
  ['password', ['', 'x'], []],
])('%s', (format, valid, invalid) => {
  for (const value of valid) expect(schemas.accepts({ format }, value), String(value)).toBe(true)
  for (const value of invalid) expect(schemas.accepts({ format }, value), String(value)).toBe(false)
})

it.each([
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'byte',
  'http-date',
  'media-range',
  'regex',
  'json-pointer',
  'decimal',
  'char',
  'sf-token',
])('has edges of %s on both sides', (format) => {
  const edges = [...edgesOf({ type: 'string', format }, { schemas })]
  const [inside, outside] = [true, false].map((valid) =>
    edges.filter((edge) => edge.valid === valid && typeof edge.value === 'string'),
  )
  expect(
    [inside?.length, outside?.length].every((count) => Number(count) > 1),
    JSON.stringify(edges),
  ).toBe(true)
})

it('takes no more than linear time for long texts', () => {
  for (const format of [
    'uri',
    'iri-reference',
    'email',
    'idn-email',
    'uri-template',
    'media-range',
    'hostname',
    'duration',
  ])
    for (const part of ['a', '%41', 'a.', '@', '{a}', ';a=b', '1', 'é'])
      formatOf(format)?.test(`${part.repeat(50_000)}\n` as never)
})
