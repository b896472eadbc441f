import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post, sent } from './params.fixture.ts'
import * as library from './request-params.ts'
import {
  bool,
  int,
  ParamCouldNotBeParsedError,
  ParamNotFoundError,
  type Params,
  RequestCouldNotBeReadError,
  readQuery,
  runAction,
  text,
} from './request-params.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** What a read throws, as name and message. */
const missing = (name: string) => ({ threw: `ParamNotFoundError: param: Parameter '${name}' not found` })
const unparsable = (name: string, reason = 'has to be an integer') => ({
  threw: `ParamCouldNotBeParsedError: param: Parameter '${name}' could not be parsed, ${reason}`,
})

function outcomeOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return { threw: String(error) }
  }
}

function formOf(...entries: [name: string, value: string][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** A parsed value, or the error that `paramOrError` gives back. */
const resultOf = (of: Operations, name: string) => {
  const outcome = of.paramOrError(name, int)
  return outcome.ok ? outcome.value : { threw: String(outcome.error) }
}

/** The methods of the parameters, which the library also has as functions of the current request. */
type Operations = Pick<Params, keyof Params>
type Row = [
  title: string,
  read: (of: Operations) => unknown,
  ...cases: [params: Params | Promise<Params>, value: unknown][],
]

const query = (text: string) => readQuery(text)
const typesWithParameters = [
  ['application/x-www-form-urlencoded', 'page=2'],
  ['APPLICATION/X-WWW-FORM-URLENCODED ; charset=UTF-8', 'page=2'],
  ['application/json', '{"page":2}'],
  ['application/json; charset=utf-8', '\ufeff{"page":2}'],
  ['application/merge-patch+json', '{"page":2}'],
] as const
const otherTypes = ['text/plain', 'application/octet-stream', 'application/jsonp', 'multipart/mixed; boundary=b', 'x']

const param: Row[] = [
  ['PRM-015: param returns a query parameter, parsed', (of) => of.param('page', int), [query('page=2'), 2]],
  [
    'PRM-015: param parses to the type asked for',
    (of) => of.param('a', text),
    [query('a=2'), '2'],
    [query('a=b+c'), 'b c'],
  ],
  [
    'PRM-016: param returns a body parameter, parsed',
    (of) => of.param('page', int),
    ...typesWithParameters.map(([type, body]): [Promise<Params>, number] => [post(type, body), 2]),
    [sent.multipart(formOf(['page', '2'])), 2],
  ],
  [
    'PRM-016: param finds no parameters in other bodies',
    (of) => of.allParams(),
    ...otherTypes.map((type): [Promise<Params>, unknown] => [post(type, '{"page":2}&page=2', 'a=1'), [['a', '1']]]),
  ],
  [
    'PRM-017: param throws when the parameter is missing, or was given without a value',
    (of) => of.param('page', int),
    [query('pages=2'), missing('page')],
    [query('page'), missing('page')],
    [sent.form('page'), missing('page')],
  ],
  [
    'PRM-018: param throws when the value cannot be parsed',
    (of) => of.param('page', int),
    [query('page=two'), unparsable('page')],
    [query('page='), unparsable('page')],
    [sent.form('page=two'), unparsable('page')],
    [sent.json({ page: 'two' }), unparsable('page', 'Expected Int')],
    [sent.multipart(formOf(['page', 'two'])), unparsable('page')],
  ],
  [
    'param takes the body before the query, whatever it holds (PRM-G07)',
    (of) => of.param('page', int),
    [sent.form('page=2', 'page=1'), 2],
    [sent.json({ page: 2 }, 'page=1'), 2],
    [sent.form('page=two', 'page=1'), unparsable('page')],
    [sent.form('page', 'page=1'), missing('page')],
  ],
  ['param takes the first of repeated names (PRM-G08)', (of) => of.param('page', int), [query('page=1&page=2'), 1]],
  [
    'PRM-020: paramText is param with text',
    (of) => of.paramText('a'),
    [query('a='), ''],
    [query('a=%ff'), unparsable('a', 'has to be valid UTF-8')],
    [query(''), missing('a')],
  ],
  [
    'PRM-021: paramInt is param with int',
    (of) => of.paramInt('a'),
    [query('a=007'), 7],
    [query('a=x'), unparsable('a')],
  ],
  [
    'PRM-022: paramBool is param with bool',
    (of) => of.paramBool('a'),
    [query('a=on'), true],
    [query(''), missing('a')],
  ],
  [
    'PRM-023: paramUUID is param with uuid',
    (of) => of.paramUUID('a'),
    [query(`a=${id.toUpperCase()}`), id],
    [query('a=x'), unparsable('a', 'has to be an UUID')],
  ],
]

const variants: Row[] = [
  [
    'PRM-024: paramOrDefault returns the parsed value',
    (of) => of.paramOrDefault('a', bool, true),
    [query('a=on'), true],
    [sent.json({ a: false }), false],
  ],
  [
    'PRM-025: paramOrDefault returns the default when it is missing',
    (of) => of.paramOrDefault('a', int, null),
    [query('b=2'), null],
    [query('a'), null],
  ],
  [
    'PRM-026: paramOrDefault throws when it cannot be parsed',
    (of) => of.paramOrDefault('a', int, 1),
    [query('a='), unparsable('a')],
    [query('a=two'), unparsable('a')],
  ],
  ['PRM-027: paramOrNothing returns the parsed value', (of) => of.paramOrNothing('a', int), [query('a=2'), 2]],
  [
    'PRM-028: paramOrNothing returns undefined when it is missing',
    (of) => of.paramOrNothing('a', int),
    [query('b=2'), undefined],
    [query('a'), undefined],
  ],
  [
    'PRM-029: paramOrNothing throws when it cannot be parsed',
    (of) => of.paramOrNothing('a', int),
    [query('a='), unparsable('a')],
    [sent.json({ a: null }), unparsable('a', 'Expected Int')],
  ],
  ['PRM-030: paramOrError returns the parsed value', (of) => resultOf(of, 'a'), [query('a=2'), 2]],
  [
    'PRM-031: paramOrError returns an error when it is missing',
    (of) => resultOf(of, 'a'),
    [query(''), missing('a')],
    [query('a'), missing('a')],
  ],
  [
    'PRM-032: paramOrError returns an error when it is invalid',
    (of) => resultOf(of, 'a'),
    [query('a=b'), unparsable('a')],
  ],
]

const lists: Row[] = [
  [
    'PRM-033: paramList returns all values, in order',
    (of) => of.paramList('id', int),
    [query('id=3&other=9&id=1&id&id=2'), [3, 1, 2]],
    [sent.form('id=3&id=4', 'id=1&id=2'), [3, 4, 1, 2]],
    [sent.json({ id: [3, 4] }, 'id=1'), [3, 4, 1]],
    [sent.json({ id: 7 }), [7]],
  ],
  ['PRM-034: paramList is empty when the name is absent', (of) => of.paramList('id', int), [query('ids=1'), []]],
  [
    'PRM-035: paramList fails when a value cannot be parsed',
    (of) => of.paramList('id', int),
    [query('id=1&id=two'), unparsable('id')],
    [query('id=1&id='), unparsable('id')],
  ],
  [
    'PRM-036: paramListOrNothing returns all values',
    (of) => of.paramListOrNothing('id', int),
    [query('id=3&id=1'), [3, 1]],
    [query('id=1&id&id=two'), unparsable('id')],
  ],
  [
    'PRM-037: paramListOrNothing keeps the positions of names without a value',
    (of) => of.paramListOrNothing('id', int),
    [query('id=1&id&id=3'), [1, undefined, 3]],
    [query('id=1&id=&id=3'), [1, undefined, 3]],
    [sent.form('id=1&id&id=3', 'id'), [1, undefined, 3, undefined]],
    [sent.multipart(formOf(['id', '1'], ['id', ''], ['id', '3'])), [1, undefined, 3]],
    [sent.json({ id: [1, null, '', 3] }), [1, undefined, undefined, 3]],
    [sent.json({ id: null }), [undefined]],
  ],
  [
    'PRM-038: paramListOrNothing is empty when the name is absent',
    (of) => of.paramListOrNothing('id', int),
    [query(''), []],
  ],
]

const raw: Row[] = [
  [
    'PRM-039: hasParam is true for a name in the query',
    (of) => of.hasParam('a'),
    ...['a', 'a=', 'b=1&a', '%61=1', 'a=%ff'].map((text): [Params, boolean] => [query(text), true]),
  ],
  [
    'PRM-040: hasParam is true for a name in the body',
    (of) => of.hasParam('a'),
    ...[null, '', 0, false, []].map((value): [Promise<Params>, boolean] => [sent.json({ a: value }), true]),
    [sent.form('a'), true],
    [sent.multipart(formOf(['a', ''])), true],
  ],
  [
    'PRM-041: hasParam is false for other names',
    (of) => ['a', 'constructor', '__proto__'].map((name) => of.hasParam(name)),
    [query('b=a&A=1'), [false, false, false]],
    [sent.json({ b: { a: 1 } }, 'c=1'), [false, false, false]],
  ],
  [
    'PRM-042: queryOrBodyParam returns the raw value, not parsed',
    (of) => of.queryOrBodyParam('a'),
    [query('a=007'), '007'],
    [query('a='), ''],
    [sent.form('a=2', 'a=1'), '2'],
    [sent.json({ a: { b: [1] } }), { b: [1] }],
    [sent.json({ a: null }), null],
  ],
  [
    'PRM-043: queryOrBodyParam returns undefined when it is missing',
    (of) => of.queryOrBodyParam('a'),
    [query('b'), undefined],
    [query('a'), undefined],
  ],
  [
    'PRM-044: allParams returns every parameter, those of the body first',
    (of) => of.allParams().map(([name, value]) => `${name}=${value}`),
    [sent.form('a=1&b=2&a=3', 'c=4&a=5'), ['a=1', 'b=2', 'a=3', 'c=4', 'a=5']],
    ...[[1], 'a', 7, null].map((body): [Promise<Params>, string[]] => [sent.json(body, 'a=1'), ['a=1']]),
  ],
  [
    'PRM-045: allParams returns pairs of a name and an optional value',
    (of) => of.allParams(),
    [
      query('a&b=&=d&&e=f=g'),
      [
        ['a', undefined],
        ['b', ''],
        ['', 'd'],
        ['e', 'f=g'],
      ],
    ],
    [
      sent.json({ a: 1, b: null }, 'c'),
      [
        ['a', 1],
        ['b', null],
        ['c', undefined],
      ],
    ],
  ],
]

describe.each(['method', 'function of the current request'])('as a %s', (form) => {
  it.each([...param, ...variants, ...lists, ...raw])('%s', async (_, read, ...cases) => {
    for (const [of, value] of cases) {
      const params = await of
      const operation = form === 'method' ? () => read(params) : () => runAction(params, () => read(library))
      expect(outcomeOf(operation)).toEqual(value)
    }
  })
})

it('PRM-019: what param throws aborts the action: nothing after the call runs', () => {
  const steps: string[] = []
  const action = () => {
    steps.push('before')
    library.param('page', int)
    steps.push('after')
  }
  for (const text of ['', 'page=two']) expect(() => runAction(query(text), action)).toThrow(/Parameter 'page'/)
  expect(steps).toEqual(['before', 'before'])
})

it('PRM-044: allParams agrees with the platform on any query, but for names without a value', () => {
  const anyQuery = fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '+', '%', '2', '6', 'e', '?', ';') })
  fc.assert(
    fc.property(anyQuery, (text) => {
      const pairs = query(`?${text}`).allParams()
      // The platform may replace several bytes by one U+FFFD.
      fc.pre(pairs.flat().every((part) => typeof part !== 'string' || part.isWellFormed()))
      expect(pairs.map(([name, value]) => [name, value ?? ''])).toEqual([...new URLSearchParams(`&${text}`)])
    }),
    { numRuns: 1000 },
  )
})

/** The error of `paramInt('page')`. */
function errorOf(params: Params): Error {
  const outcome = params.paramOrError('page', int)
  if (outcome.ok) throw new Error('nothing was thrown')
  return outcome.error
}

it('PRM-062: a missing parameter is a not-found error, with the name', () => {
  const error = errorOf(query(''))
  expect(error).toBeInstanceOf(ParamNotFoundError)
  expect(error).not.toBeInstanceOf(ParamCouldNotBeParsedError)
  expect(error).toMatchObject({ parameter: 'page', raw: undefined, reason: 'not found' })
})

it.each(['firstname', '', "it's", 'größe'])('PRM-063: the message is the documented one, with the name %j', (name) => {
  expect(outcomeOf(() => query('').param(name, int))).toEqual(missing(name))
})

it('PRM-064: a value that cannot be parsed is another error, with name, raw value and reason', async () => {
  const error = errorOf(await sent.json({ page: { secret: 1 } }))
  expect(error).toBeInstanceOf(ParamCouldNotBeParsedError)
  expect(error).not.toBeInstanceOf(ParamNotFoundError)
  expect(error).toMatchObject({ parameter: 'page', raw: { secret: 1 }, reason: 'Expected Int' })
  expect(error.message).toBe("param: Parameter 'page' could not be parsed, Expected Int")
})

it.each([
  ['application/json', '{"page":', 'its body is not JSON: '],
  ['application/json', 'page=2', 'its body is not JSON: '],
  ['multipart/form-data; boundary=b', '--b\r\n', 'its multipart body is malformed: '],
])('PRM-064: a body of %s that is %j cannot be parsed, and says so when it is read', async (type, body, reason) => {
  const error = await post(type, body).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RequestCouldNotBeReadError)
  expect(error).toBeInstanceOf(ParamCouldNotBeParsedError)
  const message = expect.stringContaining(`params: The request could not be read, ${reason}`)
  expect(error).toMatchObject({ parameter: '', limit: undefined, message })
})
