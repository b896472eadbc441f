import fc from 'fast-check'
import { bodyOf, type DocumentedRequest, targetOf } from './documented-request.fixture.ts'
import type { RawRequest } from './raw-exchange.fixture.ts'

type Arbitrary = fc.Arbitrary<RawRequest>
type Path = (string | number)[]

/** Faults that a request can have. Each generates documented requests with that one fault. */
export const badInputs: Record<string, (valid: DocumentedRequest) => Arbitrary> = {
  'of a wrong type': (valid) =>
    fc.oneof(
      changedMember(valid, () => fc.jsonValue()),
      changedParameter(valid, oddText),
    ),
  'without what is required': (valid) => fc.oneof(withoutMember(valid), withoutParameter(valid)),
  'extra long': (valid) => {
    const long = fc.constantFrom(300, 7000, 70_000, 1_100_000).map((length) => 'a'.repeat(length))
    return fc.oneof(
      changedMember(valid, () => long),
      changedParameter(
        valid,
        fc.constantFrom(300, 7000).map((length) => 'a'.repeat(length)),
      ),
    )
  },
  'of a wrong content type': (valid) => {
    const types = fc.constantFrom(
      'text/plain',
      'garbage',
      'application/json; charset=utf-16',
      'multipart/form-data',
      ';',
      '*/*',
    )
    return fc
      .oneof(types, headerText)
      .map((type) => raw({ ...valid, mediaType: undefined }, textOf(valid), { 'content-type': type }))
  },
  'broken JSON': (valid) =>
    fc.tuple(fc.nat(), fc.constantFrom('', '}', '"', ',', ':', '\\', 'NaN', '\n{', '\u{1f642}')).map(([at, text]) => {
      const whole = textOf(valid)
      const cut = at % (whole.length + 1)
      return raw(valid, whole.slice(0, cut) + text)
    }),
  'with keys that every object has': (valid) => {
    const key = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '')
    const member = fc.tuple(key, fc.oneof(fc.constant({ polluted: true }), fc.jsonValue()))
    return fc.oneof(
      fc.tuple(fc.nat(), member).map(([at, [name, value]]) => raw(valid, withMember(valid.body, at, name, value))),
      key.map((name) => raw({ ...valid, query: [...valid.query, [name, '1'], [`${name}[x]`, '1']] }, bodyOf(valid))),
      changedParameter(valid, key),
    )
  },
  'invalid UTF-8': (valid) =>
    fc.oneof(
      fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4, min: 0x80 })).map(([at, bytes]) => {
        const whole = Buffer.from(textOf(valid))
        const cut = at % (whole.length + 1)
        return raw(valid, Buffer.concat([whole.subarray(0, cut), bytes, whole.subarray(cut)]))
      }),
      inTarget(valid, fc.constantFrom('%ff', '%c3%28', '%e0%a4', '%zz', '%', '%ed%a0%80')),
    ),
  'with a NUL': (valid) =>
    fc.oneof(
      changedMember(valid, () => fc.constantFrom('\0', 'a\0b', '\0'.repeat(100))),
      inTarget(valid, fc.constantFrom('%00', 'a%00b')),
      fc.nat().map((at) => {
        const whole = textOf(valid)
        const cut = at % (whole.length + 1)
        return raw(valid, `${whole.slice(0, cut)}\0${whole.slice(cut)}`)
      }),
    ),
  'nested ten thousand deep': (valid) => {
    const deep = fc.constantFrom(
      '['.repeat(10_000) + ']'.repeat(10_000),
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    )
    return fc.oneof(
      deep.map((body) => raw(valid, body)),
      fc.tuple(fc.nat(), deep).map(([at, text]) => {
        const marked = JSON.stringify(replaced(valid.body, at, '(deep)'))
        return raw(
          valid,
          (marked ?? '"(deep)"').replace('"(deep)"', () => text),
        )
      }),
    )
  },
  'with a body over the limit': (valid) =>
    fc
      .constantFrom(2 ** 26 + 1, 2 ** 31, 2 ** 53 - 1)
      .map((declaredLength) => ({ ...raw(valid, 'x'), declaredLength })),
  'with a bomb of headers': (valid) =>
    fc.oneof(
      fc
        .integer({ min: 17_000, max: 40_000 })
        .map((length) => raw(valid, bodyOf(valid), { 'x-bomb': 'a'.repeat(length) })),
      fc.constant(raw(valid, bodyOf(valid), Object.fromEntries(range(3000).map((index) => [`x-bomb-${index}`, 'a'])))),
      fc
        .constantFrom('authorization', 'accept', 'prefer', 'content-encoding', 'x-svc-token', 'docs-version', 'cookie')
        .chain((name) => headerText.map((value) => raw(valid, bodyOf(valid), { [name]: value }))),
    ),
  'with an absurd query': (valid) => {
    const name = fc.oneof(oddText, fc.constantFrom('limit', 'offset', 'marker', 'a[b][c]', 'list', 'help', 'seconds'))
    const pairs = fc.array(fc.tuple(name, oddText), { minLength: 1, maxLength: 200 })
    return fc.oneof(
      pairs.map((query) => raw({ ...valid, query: [...valid.query, ...query] }, bodyOf(valid))),
      fc
        .constantFrom('?', '?&&&=&', `?${'&a'.repeat(3000)}`, '?%zz=%zz', '?=1', `?${'a[b]=1&'.repeat(1000)}`)
        .map((text) => ({
          ...raw(valid, bodyOf(valid)),
          target: targetOf({ ...valid, query: [] }) + text,
        })),
    )
  },
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    '',
    ' ',
    '-1',
    '0',
    '1e400',
    'NaN',
    'true',
    'null',
    '[]',
    '{}',
    '..',
    '.',
    '../..',
    '*',
    '99999999999999999999',
  ),
)
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 50,
})

function raw(
  valid: DocumentedRequest,
  body: string | Buffer | undefined,
  headers: Record<string, string> = {},
): RawRequest {
  return {
    method: valid.method,
    target: targetOf(valid).slice(0, 15_000),
    headers: Object.entries({
      ...valid.headers,
      ...(valid.mediaType === undefined ? {} : { 'content-type': valid.mediaType }),
      ...headers,
    }),
    body: body === undefined ? null : Buffer.from(body as string),
  }
}

/** The documented body. If the operation has none, any body, since a caller may send one all the same. */
function textOf(valid: DocumentedRequest): string {
  return bodyOf(valid) ?? '{"a":[1,"b"]}'
}

function changedMember(valid: DocumentedRequest, values: () => fc.Arbitrary<unknown>): Arbitrary {
  return fc
    .tuple(fc.nat(), values())
    .map(([at, value]) => raw(valid, bodyOf({ ...valid, body: replaced(valid.body ?? { a: 1 }, at, value) })))
}

function withoutMember(valid: DocumentedRequest): Arbitrary {
  return fc.nat().map((at) => raw(valid, bodyOf({ ...valid, body: replaced(valid.body, at, undefined) })))
}

function changedParameter(valid: DocumentedRequest, text: fc.Arbitrary<string>): Arbitrary {
  const names = Object.keys(valid.path)
  return fc.tuple(fc.nat(), text).map(([at, value]) => {
    const index = at % (names.length + valid.query.length || 1)
    const name = names[index]
    if (name !== undefined) return raw({ ...valid, path: { ...valid.path, [name]: value } }, bodyOf(valid))
    const query = valid.query.map((pair, place): [string, string] =>
      place === index - names.length ? [pair[0], value] : pair,
    )
    return raw({ ...valid, query }, bodyOf(valid))
  })
}

function withoutParameter(valid: DocumentedRequest): Arbitrary {
  const names = [...valid.query.map(([name]) => name), ...Object.keys(valid.headers)]
  return fc.constantFrom(...names).map((left) => {
    const headers = Object.fromEntries(Object.entries(valid.headers).filter(([name]) => name !== left))
    return raw({ ...valid, headers, query: valid.query.filter(([name]) => name !== left) }, bodyOf(valid))
  })
}

/** Puts text unchanged somewhere behind the prefix of the interface. */
function inTarget(valid: DocumentedRequest, text: fc.Arbitrary<string>): Arbitrary {
  return fc.tuple(fc.nat(), text).map(([at, inserted]) => {
    const request = raw(valid, bodyOf(valid))
    const start = request.target.indexOf('/', 1) + 1
    const cut = start + (at % (request.target.length - start + 1))
    return { ...request, target: request.target.slice(0, cut) + inserted + request.target.slice(cut) }
  })
}

/** JSON in which one of its objects, or an object in its place, has a further member. */
export function withMember(body: unknown, at: number, name: string, value: unknown): string {
  const places = pathsOf(body).filter((path) => isPlainObject(read(body, path)))
  const path = places[at % (places.length || 1)] ?? []
  const target = read(body, path)
  const entries = isPlainObject(target) ? Object.entries(target) : []
  // fromEntries makes `__proto__` a member like any other, as a parser does.
  return JSON.stringify(write(body, path, Object.fromEntries([...entries, [name, value]])))
}

/** A copy in which one of its members, or the value itself, is replaced. */
export function replaced(body: unknown, at: number, value: unknown): unknown {
  const paths = pathsOf(body)
  return write(body, paths[at % paths.length] ?? [], value)
}

function pathsOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const below = Object.entries(value).flatMap(([key, member]) => pathsOf(member).map((path): Path => [key, ...path]))
  return [[], ...below]
}

function read(value: unknown, path: Path): unknown {
  return path.reduce((found, key) => (found as Record<string, unknown>)[key], value)
}

function write(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const members = Object.entries(body as object).map(([name, member]) => [
    name,
    name === key ? write(member, rest, value) : member,
  ])
  return Array.isArray(body) ? members.map(([, member]) => member) : Object.fromEntries(members)
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
