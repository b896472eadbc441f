import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serializeParameter } from '../../client/serialize.ts'
import { compileParameter, messageParts } from './parameter.ts'
import { pointerView } from './schema-views.ts'
import { notInStyle, type ParameterForm, parameterForm, readTexts } from './style.ts'

type Form = [place: ParameterForm['in'], style: string, explode: boolean]

const forms: Form[] = [
  ...['simple', 'label', 'matrix'].flatMap((style) => [true, false].map((explode): Form => ['path', style, explode])),
  ...[true, false].flatMap((explode): Form[] => [
    ['query', 'form', explode],
    ['query', 'spaceDelimited', explode],
    ['query', 'pipeDelimited', explode],
    ['header', 'simple', explode],
    ['cookie', 'form', explode],
    ['cookie', 'cookie', explode],
  ]),
  ['query', 'deepObject', true],
]

function textOf([place, style, explode]: Form): fc.Arbitrary<string> {
  // Headers and cookies of the style `cookie` have no encoding; elements with a separator cannot be written in these styles.
  if (place === 'header' || style === 'cookie') return fc.stringMatching(/^[a-z0-9!*@-]{1,8}$/)
  const any = fc
    .string({ unit: 'binary', minLength: place === 'path' || explode ? 1 : 0 })
    .filter((text) => text.isWellFormed())
  const separator = explode ? undefined : { spaceDelimited: ' ', pipeDelimited: '|' }[style]
  return separator === undefined ? any : any.filter((text) => !text.includes(separator))
}

const scalars = (form: Form) =>
  fc.oneof(
    textOf(form).map((value) => ({ schema: { type: 'string' }, value })),
    fc.maxSafeInteger().map((value) => ({ schema: { type: 'integer' }, value })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({
      schema: { type: 'integer' },
      value: Number.isSafeInteger(Number(value)) ? Number(value) : value,
    })),
    fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value })),
  )

function values(form: Form): fc.Arbitrary<{ schema: object; value: unknown }> {
  const [, style] = form
  const list = fc.array(textOf(form), { minLength: 1, maxLength: 4 })
  const members = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,6}$/), scalars(form)), {
    minLength: 1,
    maxLength: 4,
    selector: ([name]) => name,
  })
  const object = members.map((pairs) => ({
    schema: { type: 'object', properties: Object.fromEntries(pairs.map(([name, { schema }]) => [name, schema])) },
    value: Object.fromEntries(pairs.map(([name, { value }]) => [name, value])),
  }))
  if (style === 'deepObject') return object
  const array = list.map((value) => ({ schema: { type: 'array', items: { type: 'string' } }, value }))
  return style.endsWith('Delimited') ? fc.oneof(array, object) : fc.oneof(scalars(form), array, object)
}

describe.each(forms)('in a %s, style %s, explode %j', (...form) => {
  it('what is written is read again', () => {
    const [place, style, explode] = form
    const names = fc.stringMatching(place === 'path' ? /^[a-z]{3,5}$/ : /^[A-Z][a-z]{3,5}$/)
    fc.assert(
      fc.property(names, values(form), fc.boolean(), (name, { schema, value }, allowReserved) => {
        const described = { style, explode, allowReserved }
        const written = serializeParameter(name, value, parameterForm(name, place, described)) ?? ''
        const message = messageParts(
          place === 'path' ? { [name]: written } : {},
          place === 'query' ? written : '',
          place === 'header' ? { [name.toLowerCase()]: written } : place === 'cookie' ? { cookie: written } : {},
        )
        // Texts of one type have one reading, so nothing is validated.
        const view = pointerView({ ...described, schema }, () => true)
        const read = compileParameter(name, place, '', { view })(message)
        expect({ written, read }).toEqual({ written, read: { value } })
      }),
      { numRuns: 300, seed: 9 },
    )
  })
})

it.each<[place: ParameterForm['in'], described: object, value: unknown, text: string | undefined]>([
  ['path', {}, ['a,b', 'c'], 'a%2Cb,c'],
  ['path', { style: 'label', explode: true }, { R: 100, G: 200 }, '.R=100.G=200'],
  ['path', { style: 'matrix' }, { R: 100, G: 200 }, ';c=R,100,G,200'],
  ['path', { style: 'matrix', explode: true }, ['blue', ''], ';c=blue;c'],
  ['query', {}, ['a b', 'c'], 'c=a%20b&c=c'],
  ['query', {}, { R: 100, G: null }, 'R=100&G='],
  ['query', {}, [], undefined],
  ['query', {}, undefined, undefined],
  ['query', { style: 'spaceDelimited' }, ['a', 'b'], 'c=a%20b'],
  ['query', { style: 'pipeDelimited' }, ['a', 'b'], 'c=a%7Cb'],
  ['query', { style: 'deepObject' }, { R: 100 }, 'c%5BR%5D=100'],
  ['query', { allowReserved: true }, '/a?b&c=d#e', 'c=/a?b%26c%3Dd%23e'],
  ['query', { 'x-collection-format': 'tsv' }, ['a', 'b'], 'c=a%09b'],
  ['query', {}, 9007199254740993n, 'c=9007199254740993'],
  ['query', {}, new Date(0), 'c=1970-01-01T00%3A00%3A00.000Z'],
  ['header', {}, ['a', 'b'], 'a,b'],
  ['header', { explode: true }, { R: 100, G: 200 }, 'R=100,G=200'],
  ['cookie', { style: 'cookie' }, { R: 'a b', G: 1 }, 'R=a b; G=1'],
])('writes a parameter in a %s of %j: %s', (place, described, value, text) => {
  expect(serializeParameter('c', value, parameterForm('c', place, described as Record<string, unknown>))).toBe(text)
})

it.each(['{"a": 1, "b": 2}', '{"a": 1}'])('takes no JSON for members of the style simple: %s', (text) => {
  expect(readTexts(parameterForm('c', 'header', {}), 'members', text)).toBe(notInStyle)
})
