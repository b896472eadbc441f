/** One request of the standard's table of styles: what is sent for a parameter `c`, and whether it is right. */
export interface SentParameter {
  in: 'path' | 'query' | 'header' | 'cookie'
  /** Members of the Parameter Object beside its name, its place and its schema. */
  more: object
  schema: object
  /** The text of a path parameter or a header, the query, or the `Cookie` header. */
  sent: string
  isRight: boolean
}

const integer = { type: 'integer' }
const string = { type: 'string' }
const integers = { type: 'array', items: integer }
const texts = { type: 'array', items: string }
const colour = {
  type: 'object',
  required: ['R'],
  properties: { R: integer, G: integer, B: string },
  additionalProperties: false,
}
const either = { oneOf: [integer, { type: 'string', enum: ['all', 'a,b'] }] }

type Row = [schema: object, right: readonly string[], wrong: readonly string[]]

function rows(place: SentParameter['in'], more: object, table: readonly Row[]): SentParameter[] {
  return table.flatMap(([schema, right, wrong]) => [
    ...right.map((sent): SentParameter => ({ in: place, more, schema, sent, isRight: true })),
    ...wrong.map((sent): SentParameter => ({ in: place, more, schema, sent, isRight: false })),
  ])
}

const one = { enum: ['a,b'] }
const two = { ...texts, minItems: 2 }

export const parameterTable: readonly SentParameter[] = [
  ...rows('path', { style: 'simple' }, [
    [integer, ['5', '-5'], ['x', '1,2', '5.5']],
    [one, ['a,b', 'a%2Cb', 'a%2cb'], ['a;b']],
    [integers, ['3', '3,4,5'], ['3;4', '3,x', '3%2C4', '3,,4']],
    [two, ['a,b', 'a%2Cb,c'], ['a%2Cb']],
    [colour, ['R,100,G,200', 'R,100'], ['R=100,G=200', 'R,100,G', 'R,x', 'G,200', 'R,100,X,1']],
    [either, ['5', 'all', 'a%2Cb'], ['none', '5.5']],
  ]),
  ...rows('path', { style: 'simple', explode: true }, [
    [integers, ['3,4,5'], ['3;4']],
    [colour, ['R=100,G=200', 'R=100,B=a%2Cb', 'R=100,B=a=b'], ['R,100,G,200', 'R=100,G', 'R=x', 'R=100,R=200']],
  ]),
  ...rows('path', { style: 'label' }, [
    [integer, ['.5'], ['5', '.x', ';c=5']],
    [string, ['.a.b', '.a%2E'], ['a']],
    [integers, ['.3', '.3,4,5'], ['3,4', '.3.4', '.3,x']],
    [colour, ['.R,100,G,200'], ['.R=100.G=200', 'R,100', '.R,100,G']],
  ]),
  ...rows('path', { style: 'label', explode: true }, [
    [integers, ['.3.4.5', '.3'], ['.3,4', '3.4', '.3.x']],
    [colour, ['.R=100.G=200', '.R=100.B=1.5'], ['.R,100,G,200', 'R=100', '.G=200']],
  ]),
  ...rows('path', { style: 'matrix' }, [
    [integer, [';c=5'], ['5', ';d=5', ';c=x', ';c=5;c=6', 'c=5']],
    [string, [';c=', ';c', ';c=a%3Bb'], [';d', '.a']],
    [integers, [';c=3,4,5'], [';c=3;c=4', '3,4', ';c=3,x']],
    [colour, [';c=R,100,G,200'], [';R=100;G=200', ';c=R,100,G']],
  ]),
  ...rows('path', { style: 'matrix', explode: true }, [
    [integers, [';c=3;c=4', ';c=3'], [';c=3,4', ';c=3;d=4', ';c=3;c=x']],
    [colour, [';R=100;G=200'], [';c=R,100,G,200', ';R=x', ';G=200']],
  ]),
  ...rows('query', {}, [
    [integer, ['c=5', 'd=x&c=5', 'c=%35', ''], ['c=', 'c', 'c=x', 'c=1&c=2', 'c=1,2', 'c=%2B5', 'c=+5']],
    [string, ['c=', 'c', 'c=a+b', 'c=%3D%26', 'c=a=b', 'c=a,b'], ['c=a&c=b', 'c=%FF']],
    [integers, ['c=3&c=4', 'c=3'], ['c=3,4', 'c=3&c=x', 'c=3|4']],
    [two, ['c=a&c=b', 'c=a,b&c='], ['c=a,b', 'c=a%2Cb']],
    [colour, ['R=100&G=200', 'R=100&B=a%26b', 'R=100&other=1'], ['R=x', 'G=200', 'R=1&R=2']],
    [either, ['c=5', 'c=all', 'c=a,b'], ['c=none', 'c=']],
    [{ type: 'integer', format: 'int64' }, ['c=9223372036854775807'], ['c=9223372036854775808', 'c=1e30']],
    [{ type: ['integer', 'null'] }, ['c=5', 'c='], ['c=null']],
    [{ type: 'boolean' }, ['c=true', 'c=false'], ['c=True', 'c=1', 'c=']],
    [{ type: 'number', maximum: 2 }, ['c=1.5', 'c=2e0'], ['c=2.5', 'c=NaN', 'c=0x1', 'c=Infinity']],
    [{ enum: [1, 'x', true] }, ['c=1', 'c=x', 'c=true'], ['c=2']],
  ]),
  ...rows('query', { explode: false }, [
    [integers, ['c=3,4,5', 'c=3'], ['c=3&c=4', 'c=3%2C4', 'c=3|4', 'c=3,x']],
    [two, ['c=a,b', 'c=a%2Cb,c', 'c=+,b'], ['c=a%2Cb', 'c=a']],
    [colour, ['c=R,100,G,200', 'c=R,100,B,a%2Cb'], ['R=100&c=G,200', 'c=R,100,G', 'c=R%2C100']],
  ]),
  ...rows('query', { style: 'spaceDelimited' }, [
    [integers, ['c=3%204', 'c=3+4', 'c=3'], ['c=3,4', 'c=3&c=4', 'c=3|4']],
    [colour, ['c=R%20100%20G%20200'], ['c=R%20100%20G', 'R=100', 'c=R,100']],
  ]),
  ...rows('query', { style: 'pipeDelimited' }, [
    [integers, ['c=3%7C4', 'c=3|4', 'c=3'], ['c=3,4', 'c=3&c=4', 'c=3%204']],
    [colour, ['c=R%7C100%7CG%7C200', 'c=R|100'], ['c=R%7C100%7CG', 'R=100', 'c=R,100']],
  ]),
  ...rows('query', { style: 'deepObject', explode: true }, [
    [
      colour,
      ['c[R]=100&c[G]=200', 'c%5BR%5D=100', 'c[R]=1&d[R]=x'],
      ['c[R]=x', 'c[G]=1', 'c[R]=1&c[X]=1', 'c[R]=1&c[R]=2'],
    ],
    [{ ...colour, required: [] }, ['', 'd=1'], ['c[G]=x']],
  ]),
  ...rows('query', { allowEmptyValue: true }, [[integer, ['c=', 'c', 'c=5'], ['c=x']]]),
  ...rows('query', { allowReserved: true }, [[string, ['c=/a?b:@!$,;', 'c=%2F'], ['c=a&c=b']]]),
  ...rows('header', {}, [
    [integer, ['5'], ['x', '5, 6', '5.5']],
    [integers, ['3,4', '3, 4', '3 ,\t4', '3'], ['3;4', '3,x', '3|4']],
    [colour, ['R,100,G,200', 'R, 100'], ['R=100', 'R,100,G', 'R,x']],
    [either, ['5', 'all', 'a,b'], ['none']],
  ]),
  ...rows('header', { explode: true }, [
    [integers, ['3,4'], ['3;4']],
    [colour, ['R=100,G=200', 'R=100, G=200'], ['R,100', 'R=100,G', 'G=1']],
  ]),
  ...rows('cookie', {}, [
    [integer, ['c=5', 'd=1; c=5', 'cc=x; c=5'], ['c=x', 'c=1; c=2', 'c=']],
    [string, ['c=a%3Bb', 'c=a=b', 'c='], ['c=%FF']],
    [integers, ['c=3; c=4', 'c=3&c=4', 'c=3'], ['c=3,4', 'c=3; c=x']],
    [colour, ['R=100; G=200', 'd=1; R=100'], ['R=x', 'G=200']],
  ]),
  ...rows('cookie', { explode: false }, [
    [integers, ['c=3,4'], ['c=3; c=4', 'c=3%2C4']],
    [colour, ['c=R,100,G,200'], ['c=R,100,G', 'R=100; G=x; c=1']],
  ]),
  ...(['query', 'header', 'cookie', 'path'] as const).flatMap((place) => {
    const named = place === 'query' || place === 'cookie' ? 'c=' : ''
    const encode = place === 'header' ? (text: string) => text : encodeURIComponent
    const right = ['{"R":1}', '{"R":1,"B":"x"}'].map((text) => named + encode(text))
    const wrong = ['{"R":"x"}', '{}', '{"R":1', 'x'].map((text) => named + encode(text))
    return rows(place, { content: { 'application/json': { schema: colour } } }, [[colour, right, wrong]])
  }),
]
