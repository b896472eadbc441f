import type { IHttpOperation } from '@stoplight/types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../behaviour/definition.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { listInterfaces, loadRuntime } from '../../workspace/interfaces.ts'
import { validateAnswer } from './components.ts'
import { compileResponseAcceptance } from './fast-response.ts'
import { changed } from './generated-request.fixture.ts'

const { numRuns, seed } = { numRuns: 400, seed: 9 }

describe.each(listInterfaces().map(({ name }) => name))('%s', (name) => {
  it('accepts an answer that Prism accepts, and no other', () => {
    const cases = loadRuntime(name).operations.map(({ http }) => ({ http, isValid: compileResponseAcceptance(http) }))
    const seen = { valid: 0, invalid: 0 }
    const answers = fc.constantFrom(...cases).chain((one) => answersOf(one.http).map((answer) => ({ ...one, answer })))
    fc.assert(
      fc.property(answers, ({ http, isValid, answer }) => {
        const { status: statusCode, headers, body } = answer
        const isRight = validateAnswer({ resource: http, element: { statusCode, headers, body } })._tag === 'Right'
        seen[isRight ? 'valid' : 'invalid']++
        expect(isValid(answer)).toBe(isRight)
      }),
      { numRuns, seed },
    )
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(numRuns / 20)
  })
})

describe('an answer', () => {
  const type = 'application/json'
  const schema = { type: 'object', required: ['lit'], properties: { lit: { type: 'boolean' } } }
  const rate = { name: 'X-Rate', style: 'simple', required: true, schema: { type: 'integer' } }
  const responses = [
    { code: '2XX', contents: [{ mediaType: 'text/plain' }] },
    { code: '200', contents: [{ mediaType: type, schema }, { mediaType: 'text/plain' }], headers: [rate] },
    { code: '204' },
  ]

  it.each<[string, boolean, number, string | undefined, unknown, string?]>([
    ['of its schema', true, 200, type, { lit: true }],
    ['of bytes', true, 200, type, Buffer.from('x')],
    ['without a schema', true, 200, 'text/plain', 'lit'],
    ['of a range of codes', true, 202, 'text/plain', 'lit'],
    ['without a body', true, 204, undefined, undefined],
    ['with a wrong header', false, 200, type, { lit: true }, 'many'],
    ['of a code that is not documented', false, 404, type, { lit: true }],
  ])('%s is accepted: %s', (_, isAccepted, status, mediaType, body, given = '7') => {
    const isValid = compileResponseAcceptance({ responses } as unknown as IHttpOperation)
    const headers = { 'x-rate': given, ...(mediaType === undefined ? {} : { 'content-type': mediaType }) }
    expect(isValid({ status, headers, body })).toBe(isAccepted)
  })
})

interface ShownAnswer extends Answer {
  mediaType: string | undefined
}

/** The documented answers of an operation, with random changes. */
function answersOf({ responses }: RuntimeOperation['http']): fc.Arbitrary<Answer> {
  const shown = responses.flatMap(({ code, contents = [], headers = [] }): ShownAnswer[] => {
    const named = headers.map((header) => [header.name.toLowerCase(), exampleOf(header.examples) ?? 'x'] as const)
    const answer = {
      status: Number(code) || 200,
      headers: Object.fromEntries(named.map(([key, value]) => [key, String(value)])),
    }
    const bodies = contents.flatMap(({ mediaType, examples = [] }) =>
      examples.map((example) => ({ mediaType, body: 'value' in example ? example.value : undefined })),
    )
    return bodies.length > 0
      ? bodies.map((one) => ({ ...answer, ...one }))
      : [{ ...answer, mediaType: undefined, body: undefined }]
  })
  return fc.constantFrom(...shown).chain(({ status, headers, mediaType, body }) =>
    fc.record({
      status: usually(status, 200, 299, 404, 599),
      headers: fc
        .record({
          kept: usually<Record<string, string>>(headers, {}),
          type: usually(mediaType, undefined, 'text/html', 'application/json; charset=utf-8'),
        })
        .map(
          ({ kept, type }): Record<string, string> => (type === undefined ? kept : { ...kept, 'content-type': type }),
        ),
      body: fc.oneof(
        fc.constant(body),
        body === undefined ? fc.constant('') : changed(body).map((text): unknown => JSON.parse(text)),
      ),
    }),
  )
}

function usually<T>(usual: T, ...others: NoInfer<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
}

function exampleOf(examples: readonly object[] = []): unknown {
  const [first] = examples
  return first && 'value' in first ? first.value : undefined
}
