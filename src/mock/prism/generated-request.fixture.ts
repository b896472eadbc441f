import fc from 'fast-check'
import type { Contract } from '../../contract/contract.ts'
import { type Operation, shownParameters } from '../../contract/operation.ts'
import type { ShownValue } from '../../contract/shown-response.ts'
import { replaced, withMember } from '../bad-input.fixture.ts'
import { bodyOf, documentedRequest } from '../documented-request.fixture.ts'

/** A request to one interface as a client might send it, valid or not. */
export interface GeneratedRequest {
  /** The operation of the request; undefined if the path has none for its method. */
  operation: Operation | undefined
  method: string
  /** Percent-encoded, under the interface's name. */
  path: string
  query: string
  headers: Record<string, string>
  body: string | undefined
}

type Pair = [name: string, value: string]

/** Requests to an operation: the documented ones, with random changes. */
export function requestsTo(contract: Contract, operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const shown = documentedRequest(contract.name, operation)
  const neighbours = [...contract.operations.values()].filter(({ template }) => template === operation.template)
  const headers = fc.record({
    declared: valuesOf(shownParameters(operation, 'header'), new Map(Object.entries(shown.headers))),
    accept: mostly(fc.constant('application/json'), fc.constantFrom(undefined, ...ranges)),
    prefer: mostly(fc.constant(undefined), fc.constantFrom(...preferences)),
    credentials: mostly(fc.constant(credentialsOf(operation)), fc.constantFrom({}, ...lacking)),
  })
  return fc
    .record({
      path: valuesOf(shownParameters(operation, 'path'), new Map(Object.entries(shown.path)), true),
      query: valuesOf(shownParameters(operation, 'query'), new Map(shown.query)),
      headers,
      method: mostly(fc.constant(shown.method), fc.constantFrom('PATCH', 'DELETE', 'GET', 'POST', 'PUT')),
      content: contentOf(shown.mediaType, shown.body),
    })
    .map(({ path, query, headers: { declared, accept, prefer, credentials: sent }, method, content }) => ({
      operation: neighbours.find((one) => one.method === method.toLowerCase()),
      method,
      path: fill(shown.template.replace(/^\/[^/]+/, ''), path),
      query: new URLSearchParams(query).toString(),
      headers: {
        ...Object.fromEntries(declared.map(([header, value]) => [header.toLowerCase(), value])),
        ...sent,
        ...(accept === undefined ? {} : { accept }),
        ...(prefer === undefined ? {} : { prefer }),
        ...(content.type === undefined ? {} : { 'content-type': content.type }),
      },
      body: content.body,
    }))
}

function mostly<T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: unusual })
}

const ranges = [
  '*/*',
  'application/*',
  'text/html',
  'text/plain',
  'application/json;q=0.5, text/plain',
  'text/html, application/problem+json, */*;q=0.1',
  'application/json; charset=utf-8',
]

const preferences = [
  ...['code=200', 'code=201', 'code=204', 'code=400', 'code=404', 'code=599', 'code=x'],
  ...['example=nobody', 'code=404, example=nobody', 'dynamic=false', 'return=minimal'],
]

/** Every form of credential that a document in this repository asks for. */
function credentialsOf({ security }: Operation): Record<string, string> {
  const isBasic = security.words.includes('Basic')
  return {
    authorization: isBasic ? `Basic ${Buffer.from('key:').toString('base64')}` : 'Bearer some-token',
    'x-api-token': 'a',
    'x-cluster-token': 'b',
    'x-svc-token': 'c',
  }
}

const lacking: Record<string, string>[] = [
  { authorization: `Basic ${Buffer.from('key:').toString('base64')}` },
  { authorization: `Basic ${Buffer.from('key').toString('base64')}` },
  { authorization: `basic ${Buffer.from('a:b').toString('base64')}` },
  { authorization: 'Bearer ' },
  { authorization: 'Digest username="a"' },
  { 'x-svc-token': 'c' },
]

/** Texts that are values of some types and not of others. */
const texts = [
  ...['a', 'ä b', '0', '1', '-1', '100', '101', '1.5', '1e3', '9007199254740993', 'true', 'false', 'True', 'null'],
  ...['2026-02-03T04:05:06Z', '2026-02-30T04:05:06Z', '2026-02-03', 'a,b', '{}', '[]', 'x'.repeat(300), '__proto__'],
  ...['22808196-0eff-4a6e-b136-3e4d628b3c01', 'https://example.com/', '10m', 'Paid', 'InProgress', 'constructor'],
]

function valuesOf(parameters: readonly (ShownValue & { name: string })[], shown: Map<string, string>, all = false) {
  const sent = parameters.map((parameter) => {
    const { name } = parameter
    const value = fc.constantFrom(shown.get(name) ?? '1', ...valid(parameter))
    const right = value.map((text): Pair[] => [[name, text]])
    const wrong = fc.constantFrom(...texts).map((text): Pair[] => [[name, text]])
    if (all) return mostly(right, wrong)
    const twice = fc.tuple(value, fc.constantFrom(...texts)).map((both): Pair[] => both.map((text) => [name, text]))
    return fc.oneof(
      { weight: 6, arbitrary: right },
      { weight: 4, arbitrary: shown.has(name) ? right : fc.constant<Pair[]>([]) },
      { weight: 1, arbitrary: fc.constant<Pair[]>([]) },
      { weight: 1, arbitrary: fc.oneof(wrong, wrong, twice) },
    )
  })
  const rest = [...shown].filter(([name]) => !parameters.some((parameter) => parameter.name === name))
  return fc.tuple(...sent).map((pairs) => [...rest, ...pairs.flat()])
}

function valid({ schema, examples }: ShownValue): string[] {
  const { type, enum: listed = [], default: initial, format } = Object(schema)
  const known = [...listed, ...examples.map(({ value }) => value)].flat()
  const values = initial === undefined ? known : [...known, initial]
  if (values.length > 0) return values.map(String)
  if (type === 'boolean') return ['true', 'false']
  if (type === 'integer' || type === 'number') return ['1', '7']
  return format === 'date-time' ? ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.789+02:00'] : ['some text']
}

function fill(template: string, values: Pair[]): string {
  return values.reduce((path, [name, value]) => path.replace(`{${name}}`, () => encodeURIComponent(value)), template)
}

interface Content {
  type: string | undefined
  body: string | undefined
}

function contentOf(mediaType: string | undefined, example: unknown): fc.Arbitrary<Content> {
  const none: Content = { type: undefined, body: undefined }
  if (mediaType === undefined) {
    return mostly(fc.constant(none), fc.constant({ type: 'application/json', body: '{"a":1}' }))
  }
  const typed = mostly(
    fc.constant<string | undefined>(mediaType),
    fc.constantFrom(undefined, `${mediaType}; charset=utf-8`, 'text/plain', 'application/xml', 'application/x+json'),
  )
  const shown = bodyOf({ mediaType, body: example } as Parameters<typeof bodyOf>[0])
  const isJson = mediaType.endsWith('json')
  const body = isJson
    ? fc.oneof(fc.constant(shown), changed(example), changed(example), fc.constantFrom('{}', '[]', 'null', '0', '"a"'))
    : fc.constantFrom(shown, `${shown}&more=1`, 'a=b', shown?.split('&')[0], shown?.replace(/=[^&]*/, '=%C3%A4'))
  return mostly(fc.record({ type: typed, body }), fc.constantFrom(none, { type: mediaType, body: '' }))
}

/** The same JSON with one member removed, replaced or added. */
function changed(example: unknown): fc.Arbitrary<string | undefined> {
  const value = fc.constantFrom(undefined, ...junk)
  return fc.oneof(
    fc.tuple(fc.nat(), value).map(([at, value]) => JSON.stringify(replaced(example, at, value))),
    fc.tuple(fc.nat(), value).map(([at, value]) => withMember(example, at, 'undocumented', value)),
  )
}

const junk = [null, 0, -1, 1.5, '', 'a', true, [], {}, [null], { a: 1 }, 'Shipped', 'x'.repeat(200), 1e300]
