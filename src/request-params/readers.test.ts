import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { sent } from './params.fixture.ts'
import {
  accepted,
  bigint,
  bool,
  enumReader,
  file,
  int,
  type JsonValue,
  list,
  optional,
  refused,
  strictBool,
  text,
  uuid,
  type ValueReader,
} from './request-params.ts'

const status = enumReader(['Processed', 'Shipped'])
const size = enumReader({ small: 1, large: 2 })
const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const ids = [id, id.toUpperCase(), id.replaceAll(/[a-f]/g, 'A'), id.replaceAll(/\w/g, '0'), id.replaceAll(/\w/g, 'f')]
const noIds = ['', 'abc', id.slice(1), `${id}0`, ` ${id}`, `${id}\n`, `{${id}}`, `urn:uuid:${id}`, `g${id.slice(1)}`]
noIds.push(id.replaceAll('-', ''), id.replace('-', '_'), '0f8fad5bd-9cb-469f-a165-70867728950e')
const largest = 9_007_199_254_740_991

type Read = [reader: ValueReader<unknown>, given: unknown, value: unknown]

/** Expects the value that a reader makes of each input. */
function expectStrings(...reads: Read[]): void {
  for (const [reader, given, value] of reads)
    expect(reader.readParameter(String(given)), `the string ${given}`).toStrictEqual(accepted(value))
}

it('PRM-009: any UTF-8 is text, the empty string and a byte order mark included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(text.readParameter(value)).toEqual(accepted(value))
      expect(text.readParameterJSON(value)).toEqual(accepted(value))
    }),
  )
  expectStrings([text, '', ''], [text, '\ufeffa', '\ufeffa'])
})

it('PRM-010: reads integers, with a sign and zeros before them', () => {
  expectStrings(
    ...Object.entries({ 0: 0, 7: 7, '007': 7, '-12': -12, '+12': 12, '-007': -7 }).map((row): Read => [int, ...row]),
    ...[largest, -largest].map((number): Read => [int, number, number]),
    [int, `${'0'.repeat(30)}1`, 1],
    [int, '-0', 0],
    [bigint, '+5', 5n],
    [bigint, '-0', 0n],
    [bigint, '9007199254740993', 9007199254740993n],
    [bigint, '1'.repeat(1000), BigInt('1'.repeat(1000))],
  )
  for (const raw of [`${largest + 1}`, `-${largest + 1}`, '9'.repeat(400)])
    expect(int.readParameter(raw)).toEqual(refused('has to be an integer of at most 15 digits'))
})

it('PRM-010: reads back the integers that it prints', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.bigInt(), (number, big) => {
      expect(int.readParameter(String(number))).toEqual(accepted(number + 0))
      expect(int.readParameterJSON(JSON.parse(JSON.stringify(number)))).toEqual(accepted(number + 0))
      expect(bigint.readParameter(String(big))).toEqual(accepted(big))
      expect(bigint.readParameterJSON(String(big))).toEqual(accepted(big))
    }),
  )
})

it('PRM-011: on and true are true, and everything else is false, unless the reader is strict', () => {
  for (const raw of 'on|true|TRUE|True|tRuE'.split('|')) expectStrings([bool, raw, true])
  for (const raw of '|off|false|On|ON|1|0|yes|on | true|true\n|\udcff'.split('|')) expectStrings([bool, raw, false])
  for (const raw of ['true', 'ON']) expectStrings([strictBool, raw, true])
  for (const raw of ['False', 'off', 'false']) expectStrings([strictBool, raw, false])
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => bool.readParameter(raw).ok))
})

it.each(ids)('PRM-012: reads %s, in any case, and gives it back in lower case', (raw) => {
  expect(uuid.readParameter(raw)).toEqual(accepted(raw.toLowerCase()))
  expect(uuid.readParameterJSON(raw)).toEqual(accepted(raw.toLowerCase()))
})

it('PRM-013: a list reads its elements with their own reader or schema, and optional may read nothing', () => {
  expectStrings([list(int), '1,2,3', [1, 2, 3]], [list(int), '7', [7]], [list(int), '', []])
  expectStrings([optional(int), '7', 7], [optional(int), '', undefined], [optional(text), '', ''])
  expect(list(z.coerce.number()).readParameter('1,2.5')).toEqual(accepted([1, 2.5]))
  expect(list(z.number()).readParameterJSON([1, 2.5])).toEqual(accepted([1, 2.5]))
})

it('PRM-013: a list reads back what it prints, if no element holds a comma', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes(','))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.array(fc.integer()), (words, numbers) => {
      fc.pre(words.join(',') !== '')
      expectStrings([list(text), words.join(','), words], [list(int), numbers.join(','), numbers])
    }),
  )
})

it('PRM-013: reads a file with its name, type and bytes', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  const form = new FormData()
  form.set('avatar', new File([bytes], 'grüße "1".png', { type: 'image/png' }))
  const params = await sent.multipart(form)
  const avatar = params.param('avatar', file)
  expect(avatar).toMatchObject({ name: 'grüße "1".png', type: 'image/png', size: 256 })
  expect(await avatar.bytes()).toEqual(bytes)
  expect(params.param('avatar', optional(file))).toBeInstanceOf(File)
  for (const reader of [text, int, optional(int)] as ValueReader<unknown>[])
    expect(params.paramOrError('avatar', reader)).toMatchObject({ error: { reason: 'has to be text, not a file' } })
})

it('PRM-058: reads the exact name of a member, and gives the value of a member that has one', () => {
  expectStrings([status, 'Shipped', 'Shipped'], [size, 'large', 2])
  expect(status.readParameterJSON('Processed')).toEqual(accepted('Processed'))
})

const noMembers = '|shipped|SHIPPED|Shipped |Ship|constructor|__proto__|toString|length|0'.split('|')
const noIntegers = '| | 7|7 |7\n|1.0|1e2|0x10|1_000|1,000|--1|+-1|+|-|٣|Infinity|NaN|7n|null'.split('|')

it.each<[name: string, reader: ValueReader<unknown>, reason: string, strings: string[]]>([
  ['text', text, 'has to be valid UTF-8', ['a\udcff']],
  ['int', int, 'has to be an integer', noIntegers],
  ['bigint', bigint, 'has to be an integer', ['', '1.0', '0x10', ' 1', '1'.repeat(1001)]],
  ['strictBool', strictBool, 'has to be true or false', '|1|0|yes|truely| true|true\n'.split('|')],
  ['uuid', uuid, 'has to be an UUID', noIds],
  ['a list', list(int), 'has to be an integer', ['1,', ',1', '1,,2', 'a', '1, 2', ',']],
  ['a list, by its first wrong element,', list(strictBool), 'has to be true or false', ['true,maybe,on']],
  ['optional', optional(int), 'has to be an integer', ['a']],
  ['an enum', status, 'Invalid value', noMembers],
  ['an enum of values', size, 'Invalid value', noMembers],
  ['file', file, 'has to be a file', ['7']],
])('PRM-055: %s refuses strings with a reason for a person', (_name, reader, reason, strings) => {
  for (const raw of strings) expect(reader.readParameter(raw), raw).toEqual(refused(reason))
})

it.each<[name: string, reader: ValueReader<unknown>, ...reads: [json: string, value: unknown][]]>([
  ['int', int, ['1337', 1337], ['1.0', 1], ['1e2', 100], ['-3', -3], [`${largest}`, largest], ['-0', 0]],
  ['bigint', bigint, ['1337', 1337n], ['100.0', 100n], ['"9007199254740993"', 9007199254740993n]],
  ['bool', bool, ['true', true], ['false', false]],
  ['strictBool', strictBool, ['true', true], ['false', false]],
  ['a list', list(int), ['[1, 2.0, 3]', [1, 2, 3]], ['[]', []]],
  ['a list of lists', list(list(int)), ['[[1], [2, 3]]', [[1], [2, 3]]]],
  ['optional', optional(int), ['7', 7], ['null', undefined], ['""', undefined]],
])('PRM-056: %s reads JSON', (_name, reader, ...reads) => {
  for (const [json, value] of reads)
    expect(reader.readParameterJSON(JSON.parse(json)), json).toStrictEqual(accepted(value))
})

it.each<[name: string, reader: ValueReader<unknown>, reason: string, values: JsonValue[]]>([
  ['text', text, 'Expected String', [1, null, true, ['a'], {}]],
  ['text', text, 'has to be valid UTF-8', ['\ud800']],
  ['int', int, 'Expected Int', [1.5, '1', true, null, [1], {}, largest + 1, 1e300]],
  ['bigint', bigint, 'Expected Int', [largest + 1, 1.5, '1.5', null, true, []]],
  ['bool', bool, 'Expected Bool', ['true', 'on', 1, 0, null, [], {}]],
  ['strictBool', strictBool, 'Expected Bool', ['true', 'on', 1, 0, null, [], {}]],
  ['uuid', uuid, 'Invalid UUID', noIds],
  ['uuid', uuid, 'Expected String with an UUID', [1, null, true, [id], {}]],
  ['a list', list(int), 'Expected Array', ['1,2', 1, null, {}]],
  ['a list, for an element,', list(int), 'Expected Int', [[1, '2']]],
  ['optional', optional(int), 'Expected Int', ['7']],
  ['an enum', status, 'Invalid value', [0, 1, null, true, ['Shipped'], {}]],
  ['file', file, 'Expected File', ['7']],
])('PRM-057: %s refuses JSON with a reason for a developer', (_name, reader, reason, values) => {
  for (const json of values) expect(reader.readParameterJSON(json), JSON.stringify(json)).toEqual(refused(reason))
})
